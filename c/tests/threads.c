/* A hundred threads with the same handles: all results are right, and ThreadSanitizer or Helgrind
 * would have nothing to say. */
#include "test.h"
#include <pthread.h>

enum { THREADS = 100, ROUNDS = 20 };

static polylimb_modulus *modulus;
static polylimb_secret_key *keys[2];
static polylimb_public_key *public;
static uint8_t expected[64], bip340[32];

/* The number of wrong results. */
static void *work(void *argument) {
    size_t wrong = 0;
    for (size_t round = 0; round < ROUNDS; round++) {
        uint8_t out[64], number[32] = {0}, signature[64];
        size_t length = sizeof out, n = sizeof signature;
        number[31] = (uint8_t)(round + (size_t)argument);
        wrong += polylimb_modulus_mul(modulus, number, 32, number, 32, out, &length) != 0;
        size_t square = (size_t)number[31] * number[31];
        wrong += out[length - 1] != (square & 0xff) || out[length - 2] != square >> 8;
        length = sizeof out;
        wrong += polylimb_sign(keys[0], POLYLIMB_SCHEME_ECDSA_SHA256, number, 0, out, &length) != 0;
        wrong += memcmp(out, expected, 64) != 0;
        wrong += polylimb_verify(public, POLYLIMB_SCHEME_ECDSA_SHA256, number, 0, out, length) != 0;
        /* The first of these makes what the handle keeps for all. */
        wrong += polylimb_sign(keys[1], POLYLIMB_SCHEME_BIP340, number, 32, signature, &n) != 0;
        polylimb_public_key *key;
        wrong += polylimb_public_key_from_bytes("secp256k1", bip340, 32, &key) != 0;
        wrong += polylimb_verify(key, POLYLIMB_SCHEME_BIP340, number, 32, signature, n) != 0;
        wrong += polylimb_public_key_free(key) != 0;
    }
    /* Threads in a thread. */
    uint8_t m = 101, a = 2, e = 100, ones[16];
    polylimb_status statuses[16];
    wrong += polylimb_modulus_pow_all(16, rows(&m, 0, 1), rows(&a, 0, 1), rows(&e, 0, 1), 2,
                                      (polylimb_output_rows){ones, 1, NULL}, statuses) != 0;
    for (int i = 0; i < 16; i++)
        wrong += ones[i] != 1;
    return (void *)wrong;
}

int main(void) {
    pthread_t threads[THREADS];
    uint8_t m[32];
    size_t length = sizeof expected, n = sizeof bip340;
    memset(m, 0xff, sizeof m);
    STATUS(OK, polylimb_modulus_new(m, sizeof m, &modulus));
    STATUS(OK, polylimb_secret_key_generate("P-256", &keys[0]));
    STATUS(OK, polylimb_secret_key_generate("secp256k1", &keys[1]));
    STATUS(OK, polylimb_secret_key_public(keys[1], &public));
    STATUS(OK, polylimb_public_key_to_bytes(public, POLYLIMB_FORM_ABSCISSA, bip340, &n));
    STATUS(OK, polylimb_public_key_free(public));
    STATUS(OK, polylimb_secret_key_public(keys[0], &public));
    STATUS(OK, polylimb_sign(keys[0], POLYLIMB_SCHEME_ECDSA_SHA256, NULL, 0, expected, &length));
    for (size_t i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, work, (void *)i) == 0);
    for (size_t i = 0; i < THREADS; i++) {
        void *wrong;
        CHECK(pthread_join(threads[i], &wrong) == 0 && wrong == NULL);
    }
    STATUS(OK, polylimb_modulus_free(modulus));
    STATUS(OK, polylimb_secret_key_free(keys[0]));
    STATUS(OK, polylimb_secret_key_free(keys[1]));
    STATUS(OK, polylimb_public_key_free(public));
    return report("threads", 200);
}
