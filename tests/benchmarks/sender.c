/* A publisher of Gazebo frames that is never the slower side.
 *
 *     sender SIZE COUNT
 *
 * Listens on a free port of 127.0.0.1, prints the port, takes one client, reads the one frame that it sends (its
 * subscription), then sends COUNT frames of SIZE bytes as fast as they are taken, and ends when the client has.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HEADER = 8, CHUNK = 1 << 20 };

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void read_all(int fd, char *to, size_t size) {
    while (size > 0) {
        ssize_t got = recv(fd, to, size, 0);
        if (got <= 0) fail("sender: no subscription");
        to += got;
        size -= (size_t)got;
    }
}

static void send_all(int fd, const char *from, size_t size) {
    while (size > 0) {
        ssize_t put = send(fd, from, size, MSG_NOSIGNAL);
        if (put < 0) fail("sender: send");
        from += put;
        size -= (size_t)put;
    }
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    size_t size = strtoul(argv[1], NULL, 10), count = strtoul(argv[2], NULL, 10);
    size_t stride = HEADER + size, in_chunk = CHUNK / stride > 0 ? CHUNK / stride : 1;
    char *chunk = malloc(in_chunk * stride);
    if (chunk == NULL) fail("sender: malloc");
    for (size_t i = 0; i < in_chunk; i++) {
        char header[HEADER + 1];
        snprintf(header, sizeof header, "%08zx", size);
        memcpy(chunk + i * stride, header, HEADER);
        memset(chunk + i * stride + HEADER, 'a' + (int)(i % 26), size);
    }

    int listening = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (bind(listening, (struct sockaddr *)&address, sizeof address) < 0) fail("sender: bind");
    if (listen(listening, 1) < 0) fail("sender: listen");
    if (getsockname(listening, (struct sockaddr *)&address, &length) < 0) fail("sender: getsockname");
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);

    int client = accept(listening, NULL, NULL);
    if (client < 0) fail("sender: accept");
    char header[HEADER + 1] = {0}, subscription[1 << 16];
    read_all(client, header, HEADER);
    size_t declared = strtoul(header, NULL, 16);
    if (declared > sizeof subscription) return 1;
    read_all(client, subscription, declared);

    for (size_t sent = 0; sent < count;) {
        size_t now = count - sent < in_chunk ? count - sent : in_chunk;
        send_all(client, chunk, now * stride);
        sent += now;
    }
    shutdown(client, SHUT_WR);
    while (recv(client, subscription, sizeof subscription, 0) > 0) {
    }
    return 0;
}
