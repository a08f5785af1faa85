/* What crossing the border costs: nanoseconds of a call that does nothing else, of one that also
 * allocates, copies out and wipes a result, and of a product of 256 bits. Nothing is checked. */
#define _POSIX_C_SOURCE 200809L
#include "test.h"
#include <time.h>

enum { CALLS = 200000, RUNS = 51 };

static int ascending(const void *a, const void *b) {
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

#define MEASURE(name, call)                                                                        \
    do {                                                                                           \
        double runs[RUNS];                                                                         \
        for (int run = 0; run < RUNS; run++) {                                                     \
            struct timespec from, to;                                                              \
            clock_gettime(CLOCK_MONOTONIC, &from);                                                 \
            for (int i = 0; i < CALLS; i++)                                                        \
                if (call)                                                                          \
                    abort();                                                                       \
            clock_gettime(CLOCK_MONOTONIC, &to);                                                   \
            runs[run] = ((double)(to.tv_sec - from.tv_sec) * 1e9 +                                 \
                         (double)(to.tv_nsec - from.tv_nsec)) /                                    \
                        CALLS;                                                                     \
        }                                                                                          \
        qsort(runs, RUNS, sizeof *runs, ascending);                                                \
        printf("%-40s minimum %.1f ns, median %.1f ns\n", name, runs[0], runs[RUNS / 2]);          \
    } while (0)

int main(void) {
    uint8_t m[32], a[32], out[64];
    size_t n;
    polylimb_modulus *modulus;
    polylimb_secret_key *key;
    polylimb_public_key *public;
    memset(m, 0xff, sizeof m);
    memset(a, 0x35, sizeof a);
    STATUS(OK, polylimb_modulus_new(m, sizeof m, &modulus));
    STATUS(OK, polylimb_secret_key_generate("P-256", &key));
    STATUS(OK, polylimb_secret_key_public(key, &public));
    MEASURE("call alone", polylimb_modulus_bytes(modulus, &n));
    MEASURE("call, allocation, copy, wipe", (n = 64, polylimb_public_key_name(public, out, &n)));
    MEASURE("product of 256 bits", (n = 64, polylimb_modulus_mul(modulus, a, 32, a, 32, out, &n)));
    STATUS(OK, polylimb_modulus_free(modulus));
    STATUS(OK, polylimb_secret_key_free(key));
    STATUS(OK, polylimb_public_key_free(public));
    return failures != 0;
}
