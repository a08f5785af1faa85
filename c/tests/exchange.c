/* Signs a file with another program's key, for another program to verify.
 *
 *   exchange KEY.pem MESSAGE SIGNATURE PUBLIC.pem      (the last two are written)
 */
#include "test.h"

static size_t contents(const char *path, uint8_t *data, size_t room) {
    FILE *file = fopen(path, "rb");
    size_t n = file ? fread(data, 1, room, file) : 0;
    CHECK(file && n < room && fclose(file) == 0);
    return n;
}
static void write_file(const char *path, const uint8_t *data, size_t n) {
    FILE *file = fopen(path, "wb");
    CHECK(file && fwrite(data, 1, n, file) == n && fclose(file) == 0);
}

int main(int count, char **arguments) {
    static uint8_t pem[8192], message[4096], out[8192];
    char name[64] = "";
    size_t pem_length, length, n = sizeof name - 1;
    uint32_t scheme = POLYLIMB_SCHEME_ECDSA_SHA256 | POLYLIMB_DER;
    polylimb_secret_key *key;
    polylimb_public_key *public;
    if (count != 5)
        return 2;
    pem_length = contents(arguments[1], pem, sizeof pem);
    STATUS(OK, polylimb_secret_key_read(pem, pem_length, &key));
    STATUS(OK, polylimb_secret_key_public(key, &public));
    STATUS(OK, polylimb_public_key_name(public, (uint8_t *)name, &n));
    if (strcmp(name, "RSA") == 0)
        scheme = POLYLIMB_SCHEME_RSA_PKCS1_SHA256;
    if (strcmp(name, "Ed25519") == 0)
        scheme = POLYLIMB_SCHEME_ED25519;
    size_t message_length = contents(arguments[2], message, sizeof message);
    length = sizeof out;
    STATUS(OK, polylimb_sign(key, scheme, message, message_length, out, &length));
    write_file(arguments[3], out, length);
    length = sizeof out;
    STATUS(OK, polylimb_public_key_write(public, POLYLIMB_FORMAT_PEM, out, &length));
    write_file(arguments[4], out, length);
    STATUS(OK, polylimb_secret_key_free(key));
    STATUS(OK, polylimb_public_key_free(public));
    return failures != 0;
}
