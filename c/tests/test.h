/* What the tests share: checks that count, hexadecimal, the repository's vectors. */
#ifndef TEST_H
#define TEST_H

#include "polylimb.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures, checks;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        checks++;                                                                                  \
        if (!(condition)) {                                                                        \
            failures++;                                                                            \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                                 \
        }                                                                                          \
    } while (0)

/* The status of `call` is `POLYLIMB_STATUS_` and `expected`. */
#define STATUS(expected, call)                                                                     \
    do {                                                                                           \
        polylimb_status status_ = (call);                                                          \
        checks++;                                                                                  \
        if (status_ != POLYLIMB_STATUS_##expected) {                                               \
            failures++;                                                                            \
            printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, polylimb_status_text(status_));   \
        }                                                                                          \
    } while (0)

static inline int report(const char *name, int at_least) {
    if (checks < at_least) {
        printf("%s: only %d checks\n", name, checks);
        failures++;
    }
    printf("%s: %d checks, %d failed\n", name, checks, failures);
    return failures != 0;
}

/* Room for all that a test reads. */
typedef struct {
    uint8_t data[8192];
    size_t length;
} buffer;

static inline int digit(char c) {
    return c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

/* Reads hexadecimal digits, an odd number of them too; "-" is nothing. */
static inline buffer hex(const char *text) {
    buffer b = {.length = 0};
    size_t digits = strcmp(text, "-") == 0 ? 0 : strlen(text), i = 0;
    if (digits % 2)
        b.data[b.length++] = (uint8_t)digit(text[i++]);
    for (; i < digits && b.length < sizeof b.data; i += 2)
        b.data[b.length++] = (uint8_t)(digit(text[i]) << 4 | digit(text[i + 1]));
    return b;
}

/* Whether both are the same number. */
static inline int same(const uint8_t *a, size_t a_length, const uint8_t *b, size_t b_length) {
    for (; a_length > 0 && *a == 0; a_length--)
        a++;
    for (; b_length > 0 && *b == 0; b_length--)
        b++;
    return a_length == b_length && memcmp(a, b, a_length) == 0;
}

enum { FIELDS = 9 };
static char line[1 << 18];

/* The next line of a file of vectors, cut into fields at the separators; the number of fields. */
static inline int next(FILE *file, const char *separators, char *fields[FIELDS]) {
    while (fgets(line, sizeof line, file)) {
        int n = 0;
        if (line[0] == '#' || line[0] == '\n')
            continue;
        for (char *f = strtok(line, separators); f && n < FIELDS; f = strtok(NULL, separators))
            fields[n++] = f;
        return n;
    }
    return 0;
}

static inline FILE *vectors(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(1);
    }
    return file;
}

/* As rows of a batch. */
static inline polylimb_rows rows(const void *data, size_t stride, size_t length) {
    return (polylimb_rows){.data = data, .stride = stride, .length = length, .each = NULL};
}

#endif
