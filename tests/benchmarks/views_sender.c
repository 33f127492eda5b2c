/* The sensors of a robot: small messages on many topics and one camera, each message with its number and its time.
 *
 *     views_sender SMALL SMALL_SIZE NUMBER_AT TIME_AT VALUE_AT TOPICS CAMERA HEAD_SIZE WIDTH HEIGHT
 *
 * SMALL is a file with one small message; at the offsets are doubles: its number, when it was sent and a value. CAMERA is
 * a file with all of a picture's message but its pixels, which follow: three bytes each, of which the first sixteen are
 * the number and the time in nanoseconds. Times are those of CLOCK_MONOTONIC.
 *
 * Listens on a free port of 127.0.0.1 and prints it. A client's first frame is its subscription: the topic whose name
 * ends in "/t" and a number of four digits, or the camera if there is no such. One thread sends the small messages, evenly
 * spread over time, another one the pictures. Reads lines: "rate SMALL_HZ CAMERA_HZ" (for each topic; 0 for none),
 * "counts", which is answered by the number of messages that were sent of each topic and of pictures, in one line, and
 * "links", which is answered by the number of topics, and cameras, that have a client.
 */
#include <arpa/inet.h>
#include <math.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { HEADER = 8, MOST = 4096, BAND = 24 };

typedef struct {
    int fd;
    uint64_t sent;
} Link;

/* what was held up for longer is not made up for */
static const double LONGEST_LATE_S = 1.0;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double small_hz, camera_hz;
static uint64_t revision;

static Link small[MOST], camera = {.fd = -1};
static size_t topics, small_size, number_at, time_at, value_at, head_size, width, height;
static char *small_frame, *camera_frame;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static double now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void sleep_until(double at_s) {
    struct timespec at = {.tv_sec = (time_t)at_s, .tv_nsec = (long)(1e9 * (at_s - floor(at_s)))};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL);
}

static char *read_file(const char *path, size_t size, size_t more) {
    char *frame = malloc(HEADER + size + more + 1);
    FILE *file = fopen(path, "rb");
    if (frame == NULL || file == NULL || fread(frame + HEADER, 1, size, file) != size) fail(path);
    fclose(file);
    char header[HEADER + 1];
    snprintf(header, sizeof header, "%08zx", size + more);
    memcpy(frame, header, HEADER);
    return frame;
}

/* all of it, or the link is given up */
static void send_all(Link *link, const char *from, size_t size) {
    while (size > 0) {
        ssize_t put = send(link->fd, from, size, MSG_NOSIGNAL);
        if (put < 0) {
            close(link->fd);
            __atomic_store_n(&link->fd, -1, __ATOMIC_SEQ_CST);
            return;
        }
        from += put;
        size -= (size_t)put;
    }
    __atomic_add_fetch(&link->sent, 1, __ATOMIC_SEQ_CST);
}

/* the rate, and where a schedule begins that was made for another one */
static double rate_of(const double *rate, uint64_t *known, double *began, uint64_t *done) {
    pthread_mutex_lock(&lock);
    double found = *rate;
    if (*known != revision) {
        *known = revision;
        *began = now_s();
        *done = 0;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static void put_double(char *frame, size_t at, double value) {
    memcpy(frame + HEADER + at, &value, sizeof value);
}

static void *send_small(void *unused) {
    uint64_t known = 0, done = 0;
    double began = 0;
    unsigned noise = 1;
    for (;;) {
        double hz = rate_of(&small_hz, &known, &began, &done) * (double)topics, now = now_s();
        uint64_t due = hz > 0 ? (uint64_t)((now - began) * hz) : 0;
        if (hz > 0 && now - began - (double)done / hz > LONGEST_LATE_S) {
            began = now - (double)done / hz;
            due = done;
        }
        for (; done < due; done++) {
            Link *link = &small[done % topics];
            if (link->fd < 0) continue;
            noise = noise * 1664525u + 1013904223u;
            double number = (double)(link->sent + 1);
            put_double(small_frame, number_at, number);
            put_double(small_frame, time_at, now_s());
            put_double(small_frame, value_at,
                       sin(number / 80 + (double)(done % topics)) + 0.1 * ((double)noise / 4294967296.0 - 0.5));
            send_all(link, small_frame, HEADER + small_size);
        }
        sleep_until(now_s() + 0.001);
    }
    return unused;
}

static void *send_camera(void *unused) {
    uint64_t known = 0, done = 0;
    double began = 0;
    size_t row = 3 * width, size = HEADER + head_size + row * height, at = 0;
    unsigned char *pixels = (unsigned char *)camera_frame + HEADER + head_size, *before = malloc(BAND * row);
    if (before == NULL) fail("views_sender: malloc");
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < row; x++) pixels[y * row + x] = (unsigned char)(x / 8 + y * (x % 3) + x * y / 4096);
    memcpy(before, pixels, BAND * row);
    for (;;) {
        double hz = rate_of(&camera_hz, &known, &began, &done), now = now_s();
        if (hz <= 0 || camera.fd < 0) {
            sleep_until(now + 0.001);
            began = now;
            done = 0;
            continue;
        }
        double due = began + (double)(done + 1) / hz;
        if (due > now) {
            /* so that another rate is heard of soon */
            sleep_until(due < now + 0.05 ? due : now + 0.05);
            continue;
        }
        if (now - due > LONGEST_LATE_S) began += now - due;
        done++;
        /* what moves: a bar */
        memcpy(pixels + at * row, before, BAND * row);
        at = (at + 7) % (height - BAND);
        memcpy(before, pixels + at * row, BAND * row);
        memset(pixels + at * row, 0xf0, BAND * row);
        uint64_t stamp[2] = {camera.sent + 1, (uint64_t)(1e9 * now_s())};
        memcpy(pixels, stamp, sizeof stamp);
        send_all(&camera, camera_frame, size);
    }
    return unused;
}

static int read_all(int fd, char *to, size_t size) {
    while (size > 0) {
        ssize_t got = recv(fd, to, size, 0);
        if (got <= 0) return 0;
        to += got;
        size -= (size_t)got;
    }
    return 1;
}

static void *accept_clients(void *listening) {
    static char subscription[1 << 16];
    for (;;) {
        int fd = accept(*(int *)listening, NULL, NULL), yes = 1;
        if (fd < 0) continue;
        char header[HEADER + 1] = {0};
        size_t declared = read_all(fd, header, HEADER) ? strtoul(header, NULL, 16) : 0;
        if (declared == 0 || declared >= sizeof subscription || !read_all(fd, subscription, declared)) {
            close(fd);
            continue;
        }
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        Link *link = &camera;
        for (size_t i = 0; i + 6 <= declared; i++) {
            unsigned number;
            char digits[5] = {0};
            memcpy(digits, subscription + i + 2, 4);
            if (memcmp(subscription + i, "/t", 2) == 0 && sscanf(digits, "%4u", &number) == 1 && number < topics)
                link = &small[number];
        }
        int old = __atomic_exchange_n(&link->fd, fd, __ATOMIC_SEQ_CST);
        if (old >= 0) shutdown(old, SHUT_RDWR);
    }
    return NULL;
}

int main(int argc, char **argv) {
    if (argc != 11) return 2;
    small_size = strtoul(argv[2], NULL, 10);
    number_at = strtoul(argv[3], NULL, 10);
    time_at = strtoul(argv[4], NULL, 10);
    value_at = strtoul(argv[5], NULL, 10);
    topics = strtoul(argv[6], NULL, 10);
    head_size = strtoul(argv[8], NULL, 10);
    width = strtoul(argv[9], NULL, 10);
    height = strtoul(argv[10], NULL, 10);
    if (topics == 0 || topics > MOST || height <= BAND) return 2;
    small_frame = read_file(argv[1], small_size, 0);
    camera_frame = read_file(argv[7], head_size, 3 * width * height);
    for (size_t i = 0; i < topics; i++) small[i].fd = -1;

    int listening = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (bind(listening, (struct sockaddr *)&address, sizeof address) < 0) fail("views_sender: bind");
    if (listen(listening, 512) < 0) fail("views_sender: listen");
    if (getsockname(listening, (struct sockaddr *)&address, &length) < 0) fail("views_sender: getsockname");
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);

    pthread_t thread;
    if (pthread_create(&thread, NULL, accept_clients, &listening) != 0 ||
        pthread_create(&thread, NULL, send_small, NULL) != 0 || pthread_create(&thread, NULL, send_camera, NULL) != 0)
        fail("views_sender: threads");

    char line[128];
    while (fgets(line, sizeof line, stdin) != NULL) {
        double small_rate, camera_rate;
        if (sscanf(line, "rate %lf %lf", &small_rate, &camera_rate) == 2) {
            pthread_mutex_lock(&lock);
            small_hz = small_rate;
            camera_hz = camera_rate;
            revision++;
            pthread_mutex_unlock(&lock);
        } else if (strncmp(line, "counts", 6) == 0) {
            for (size_t i = 0; i < topics; i++)
                printf("%llu ", (unsigned long long)__atomic_load_n(&small[i].sent, __ATOMIC_SEQ_CST));
            printf("%llu\n", (unsigned long long)__atomic_load_n(&camera.sent, __ATOMIC_SEQ_CST));
            fflush(stdout);
        } else if (strncmp(line, "links", 5) == 0) {
            unsigned links = camera.fd >= 0;
            for (size_t i = 0; i < topics; i++) links += small[i].fd >= 0;
            printf("%u\n", links);
            fflush(stdout);
        }
    }
    return 0;
}
