/* What the machine can do: receives Gazebo frames one by one into memory.
 *
 *     receiver PORT
 *
 * Subscribes, reads until the sender ends, and prints the number of frames, their payload bytes, the seconds from the
 * subscription to the last frame and the seconds of processor time. Each payload ends up whole in one of three slots, as
 * a program that shows the newest needs it: short ones by a copy, long ones received in place.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { HEADER = 8, BUFFER = 1 << 20, LONG_FRAME = 1 << 16, HEADER_READ = 1024, SLOTS = 3, LIMIT = 64 << 20 };

static char *slots[SLOTS];
static size_t capacities[SLOTS];

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static char *slot(size_t number, size_t size) {
    size_t i = number % SLOTS;
    if (capacities[i] < size) {
        slots[i] = realloc(slots[i], size);
        if (slots[i] == NULL) fail("receiver: realloc");
        capacities[i] = size;
    }
    return slots[i];
}

static size_t parse(const char *header) {
    char text[HEADER + 1] = {0};
    memcpy(text, header, HEADER);
    char *end;
    size_t size = strtoul(text, &end, 16);
    if (end != text + HEADER || size > LIMIT) fail("receiver: not a header");
    return size;
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    address.sin_port = htons((unsigned short)atoi(argv[1]));
    double began = seconds(CLOCK_MONOTONIC);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0) fail("receiver: connect");
    if (send(fd, "00000001s", 9, 0) != 9) fail("receiver: send");

    static char buffer[BUFFER];
    size_t filled = 0, offered = BUFFER, count = 0, bytes = 0;
    double ended = began;
    for (;;) {
        ssize_t got = recv(fd, buffer + filled, offered - filled, 0);
        if (got < 0) fail("receiver: recv");
        if (got == 0) break;
        filled += (size_t)got;
        size_t at = 0;
        offered = BUFFER;
        while (filled - at >= HEADER) {
            size_t size = parse(buffer + at);
            size_t here = filled - at - HEADER;
            if (here < size && size <= LONG_FRAME) break;
            char *to = slot(count, size);
            memcpy(to, buffer + at + HEADER, here < size ? here : size);
            at += HEADER + (here < size ? here : size);
            while (here < size) {
                got = recv(fd, to + here, size - here, 0);
                if (got <= 0) fail("receiver: recv");
                here += (size_t)got;
                /* little is read together with the next header, so that little of a long frame must be copied */
                offered = HEADER_READ;
            }
            count++;
            bytes += size;
        }
        memmove(buffer, buffer + at, filled - at);
        filled -= at;
        ended = seconds(CLOCK_MONOTONIC);
    }
    printf("%zu %zu %.9f %.9f\n", count, bytes, ended - began, seconds(CLOCK_PROCESS_CPUTIME_ID));
    return 0;
}
