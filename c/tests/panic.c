/* A panic inside the library becomes a status. Linked statically: the operating system's random
 * numbers are ours, and where there are none the library unwinds from deep inside a batch, a key
 * or a signature to the border. */
#include "test.h"
#include <errno.h>
#include <sys/types.h>

static int broken;
ssize_t getrandom(void *data, size_t length, unsigned flags);
ssize_t getrandom(void *data, size_t length, unsigned flags) {
    (void)flags;
    if (broken) {
        errno = EIO;
        return -1;
    }
    memset(data, 0x5a, length);
    return (ssize_t)length;
}

int main(void) {
    polylimb_secret_key *key = NULL, *other;
    uint8_t out[96];
    size_t length = sizeof out;
    STATUS(OK, polylimb_secret_key_generate("secp256k1", &key));
    for (int round = 0; round < 100; round++) {
        broken = 1;
        STATUS(RANDOMNESS, polylimb_secret_key_generate("P-256", &other));
        CHECK(other == NULL);
        STATUS(RANDOMNESS, polylimb_secret_key_generate("bls", &other));
        STATUS(RANDOMNESS, polylimb_rsa_generate(2048, 2, &other));
        STATUS(RANDOMNESS, polylimb_sign(key, POLYLIMB_SCHEME_BIP340, out, 0, out, &length));
        broken = 0;
        STATUS(OK, polylimb_sign(key, POLYLIMB_SCHEME_BIP340, out, 0, out, &length));
    }
    STATUS(OK, polylimb_secret_key_free(key));
    return report("panic", 500);
}
