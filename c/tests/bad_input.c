/* Input that no function may accept: a status, never a crash. */
#include "test.h"

static uint8_t out[512];
static size_t length;
#define OUT (length = sizeof out, out), &length

static polylimb_modulus *modulus;
static polylimb_secret_key *key;
static polylimb_public_key *public;

static void pointers(void) {
    uint8_t one = 1;
    polylimb_modulus *none = modulus;
    STATUS(NULL, polylimb_modulus_new(NULL, 1, &none));
    CHECK(none == NULL);
    STATUS(NULL, polylimb_modulus_new(&one, 1, NULL));
    STATUS(MODULUS, polylimb_modulus_new(NULL, 0, &none));
    STATUS(NULL, polylimb_modulus_mul(NULL, &one, 1, &one, 1, OUT));
    STATUS(NULL, polylimb_modulus_mul(modulus, NULL, 1, &one, 1, OUT));
    STATUS(NULL, polylimb_modulus_mul(modulus, &one, 1, &one, 1, out, NULL));
    length = 5;
    STATUS(NULL, polylimb_modulus_mul(modulus, &one, 1, &one, 1, NULL, &length));
    STATUS(LENGTH, polylimb_modulus_mul(modulus, &one, 0, &one, 1, OUT));
    STATUS(NULL, polylimb_modulus_bytes(modulus, NULL));
    polylimb_secret_key *no_key = key;
    STATUS(NULL, polylimb_secret_key_generate(NULL, &no_key));
    CHECK(no_key == NULL);
    STATUS(NULL, polylimb_sign(key, 1, NULL, 1, OUT));
    STATUS(OK, polylimb_modulus_free(NULL));
    STATUS(OK, polylimb_secret_key_free(NULL));
}

static void lengths(void) {
    uint8_t one = 1;
    const size_t absurd[] = {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 2 + 1, SIZE_MAX - 4096,
                             (size_t)1 << 62, ((size_t)1 << 47) + 1};
    polylimb_modulus *none;
    polylimb_secret_key *no_key;
    polylimb_status status;
    for (size_t i = 0; i < sizeof absurd / sizeof *absurd; i++) {
        size_t n = absurd[i];
        STATUS(LENGTH, polylimb_modulus_new(&one, n, &none));
        STATUS(LENGTH, polylimb_modulus_mul(modulus, &one, n, &one, 1, OUT));
        STATUS(LENGTH, polylimb_secret_key_read(&one, n, &no_key));
        STATUS(LENGTH, polylimb_sign(key, 1, &one, n, OUT));
        length = n;
        STATUS(LENGTH, polylimb_modulus_mul(modulus, &one, 1, &one, 1, out, &length));
        STATUS(LENGTH, polylimb_verify_all((const polylimb_public_key *const *)&public, 1, 1, n,
                                           rows(&one, 0, 1), rows(&one, 0, 1), 1, &status));
        STATUS(LENGTH, polylimb_verify_all((const polylimb_public_key *const *)&public, 1, 1, 3,
                                           rows(&one, n, 1), rows(&one, 0, 1), 1, &status));
        STATUS(LENGTH, polylimb_verify_all((const polylimb_public_key *const *)&public, 1, 1, 3,
                                           rows(&one, 0, n), rows(&one, 0, 1), 1, &status));
        STATUS(LENGTH, polylimb_verify_all((const polylimb_public_key *const *)&public, n, 1, 1,
                                           rows(&one, 0, 1), rows(&one, 0, 1), 1, &status));
        STATUS(THREADS, polylimb_verify_all((const polylimb_public_key *const *)&public, 1, 1, 1,
                                            rows(&one, 0, 1), rows(&one, 0, 1), n, &status));
    }
    /* An end beyond the address space. */
    STATUS(LENGTH, polylimb_modulus_new((const uint8_t *)(UINTPTR_MAX - 3), 8, &none));
    /* The length that is needed. */
    length = 0;
    STATUS(OUTPUT_SHORT, polylimb_modulus_mul(modulus, &one, 1, &one, 1, NULL, &length));
    CHECK(length == 1);
    length = 63;
    memset(out, 0xaa, sizeof out);
    STATUS(OUTPUT_SHORT, polylimb_sign(key, POLYLIMB_SCHEME_ECDSA_SHA256, &one, 1, out, &length));
    CHECK(length == 64 && out[0] == 0xaa && out[63] == 0xaa);
}

static void handles(void) {
    uint8_t one = 1;
    const polylimb_public_key *keys[2] = {public, (const polylimb_public_key *)modulus};
    polylimb_status statuses[2];
    polylimb_public_key *none;
    STATUS(HANDLE, polylimb_modulus_mul((polylimb_modulus *)key, &one, 1, &one, 1, OUT));
    STATUS(HANDLE, polylimb_sign((polylimb_secret_key *)public, 1, &one, 1, OUT));
    STATUS(HANDLE, polylimb_verify((polylimb_public_key *)key, 1, &one, 1, &one, 1));
    STATUS(HANDLE, polylimb_secret_key_public((polylimb_secret_key *)modulus, &none));
    STATUS(HANDLE, polylimb_modulus_free((polylimb_modulus *)key));
    STATUS(HANDLE, polylimb_secret_key_free((polylimb_secret_key *)public));
    STATUS(HANDLE, polylimb_public_key_free((polylimb_public_key *)modulus));
    STATUS(HANDLE, polylimb_fixed_base_free((polylimb_fixed_base *)modulus));
    STATUS(HANDLE, polylimb_crt_free((polylimb_crt *)modulus));
    STATUS(HANDLE, polylimb_paillier_secret_free((polylimb_paillier_secret *)modulus));
    STATUS(HANDLE, polylimb_paillier_public_free((polylimb_paillier_public *)modulus));
    STATUS(HANDLE, polylimb_modulus_free((polylimb_modulus *)((char *)key + 1)));
    STATUS(HANDLE, polylimb_verify_all(keys, 2, 1, 2, rows(&one, 0, 1), rows(&one, 0, 1), 1,
                                       statuses));
    keys[1] = NULL;
    STATUS(NULL, polylimb_verify_all(keys, 2, 1, 2, rows(&one, 0, 1), rows(&one, 0, 1), 1,
                                     statuses));
}

static void values(void) {
    uint8_t m[] = {10}, ten[] = {10}, two[] = {2}, even[] = {4, 4};
    polylimb_secret_key *no_key;
    polylimb_public_key *no_public;
    polylimb_fixed_base *no_base;
    polylimb_crt *no_crt;
    uint8_t zeros[32] = {0};
    STATUS(MODULUS, polylimb_modulus_new(zeros, 5, &(polylimb_modulus *){NULL}));
    STATUS(NOT_REDUCED, polylimb_modulus_mul(modulus, ten, 1, two, 1, OUT));
    STATUS(NOT_INVERTIBLE, polylimb_modulus_inverse(modulus, two, 1, OUT));
    STATUS(LENGTH, polylimb_modulus_pow(modulus, two, 1, two, 0, OUT));
    STATUS(PARAMETER, polylimb_fixed_base_new(modulus, two, 1, 0, &no_base));
    STATUS(TOO_LARGE, polylimb_fixed_base_new(modulus, two, 1, SIZE_MAX, &no_base));
    CHECK(polylimb_crt_new(NULL, 0, two, 1, &no_crt) != POLYLIMB_STATUS_OK && no_crt == NULL);
    CHECK(polylimb_crt_new(&(polylimb_bytes){even, 2}, 1, two, 1, &no_crt) != POLYLIMB_STATUS_OK);
    STATUS(NAME, polylimb_secret_key_generate("P-257", &no_key));
    STATUS(NAME, polylimb_secret_key_generate("\xff\xfe", &no_key));
    STATUS(NAME, polylimb_public_key_from_bytes("", m, 1, &no_public));
    STATUS(KEY, polylimb_secret_key_from_bytes("P-256", zeros, 32, &no_key));
    STATUS(LENGTH, polylimb_secret_key_from_bytes("Ed25519", zeros, 31, &no_key));
    STATUS(ENCODING, polylimb_public_key_from_bytes("P-256", zeros, 32, &no_public));
    STATUS(ENCODING, polylimb_secret_key_read(zeros, 32, &no_key));
    STATUS(PARAMETER, polylimb_secret_key_write(key, 2, OUT));
    STATUS(PARAMETER, polylimb_public_key_to_bytes(public, 3, OUT));
    STATUS(KEY, polylimb_public_key_to_bytes(public, POLYLIMB_FORM_ABSCISSA, OUT));
    STATUS(PARAMETER, polylimb_sign(key, 0, m, 1, OUT));
    STATUS(PARAMETER, polylimb_sign(key, 15, m, 1, OUT));
    STATUS(PARAMETER, polylimb_sign(key, UINT32_MAX, m, 1, OUT));
    STATUS(PARAMETER, polylimb_sign(key, POLYLIMB_SCHEME_ED25519 | POLYLIMB_DER, m, 1, OUT));
    STATUS(KEY, polylimb_sign(key, POLYLIMB_SCHEME_ED25519, m, 1, OUT));
    STATUS(KEY, polylimb_sign(key, POLYLIMB_SCHEME_BIP340, m, 1, OUT));
    STATUS(KEY, polylimb_sign(key, POLYLIMB_SCHEME_BLS_BASIC, m, 1, OUT));
    STATUS(KEY, polylimb_verify(public, POLYLIMB_SCHEME_RSA_PSS_SHA256, m, 1, m, 1));
    STATUS(SIGNATURE, polylimb_verify(public, POLYLIMB_SCHEME_ECDSA_SHA256, m, 1, NULL, 0));
    STATUS(PARAMETER, polylimb_sign(key, POLYLIMB_SCHEME_ECDSA_SHA256 | POLYLIMB_DIGEST, m, 1, OUT));
    STATUS(PARAMETER, polylimb_rsa_generate(1024, 2, &no_key));
    STATUS(PARAMETER, polylimb_rsa_generate(SIZE_MAX, 2, &no_key));
    STATUS(KEY, polylimb_rsa_public(even, 2, two, 1, &no_public));
    STATUS(KEY, polylimb_rsa_encrypt(public, 1, NULL, 0, m, 1, OUT));
    STATUS(KEY, polylimb_bls_prove(key, OUT));
    STATUS(KEY, polylimb_paillier_secret_generate(1024, &(polylimb_paillier_secret *){NULL}));
    STATUS(KEY, polylimb_paillier_public_new(even, 2, &(polylimb_paillier_public *){NULL}));
}

/* Outputs may lie over inputs. */
static void aliases(void) {
    uint8_t a[] = {7, 3}, b[33];
    length = 1;
    STATUS(OK, polylimb_modulus_mul(modulus, a, 1, a, 1, a, &length));
    CHECK(a[0] == 9);
    length = 1;
    STATUS(OK, polylimb_modulus_pow(modulus, a + 1, 1, a, 1, a + 1, &length));
    CHECK(a[1] == 3); /* 3^9 = 19683 */
    /* Rows that overwrite the rows that they come from, shifted by one byte. */
    enum { JOBS = 16 };
    polylimb_status statuses[JOBS];
    for (size_t i = 0; i < sizeof b; i++)
        b[i] = 2;
    uint8_t m = 101, e = 5;
    STATUS(OK, polylimb_modulus_pow_all(JOBS, rows(&m, 0, 1), rows(b, 1, 1), rows(&e, 0, 1), 1,
                                        (polylimb_output_rows){b + 1, 1, NULL}, statuses));
    CHECK(b[0] == 2 && b[1] == 32 && b[JOBS] == 32 && b[JOBS + 1] == 2);
}

int main(void) {
    uint8_t ten = 10;
    STATUS(OK, polylimb_modulus_new(&ten, 1, &modulus));
    STATUS(OK, polylimb_secret_key_generate("P-256", &key));
    STATUS(OK, polylimb_secret_key_public(key, &public));
    pointers();
    lengths();
    handles();
    values();
    aliases();
    for (int i = -1; i < 30; i++)
        CHECK(polylimb_status_text(i) && strlen(polylimb_status_text(i)) > 5);
    CHECK(strcmp(polylimb_version(), VERSION) == 0);
    STATUS(OK, polylimb_modulus_free(modulus));
    STATUS(OK, polylimb_secret_key_free(key));
    STATUS(OK, polylimb_public_key_free(public));
    return report("bad_input", 150);
}
