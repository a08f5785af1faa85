/* Keys of all kinds in all formats, batches, encryption, aggregates. The argument is the folder of
 * the vectors, for the primes of RSA. */
#include "test.h"

static uint8_t out[16384];
static size_t length;
#define OUT (length = sizeof out, out), &length

enum { JOBS = 11, BAD = 4, ROW = 512 };

/* A key, through PEM, DER and bytes, and back. */
static void formats(const polylimb_secret_key *key, int raw, const char *name) {
    polylimb_public_key *public, *again;
    polylimb_secret_key *copy;
    uint8_t first[8192];
    size_t n;
    for (uint32_t format = 0; format < 2; format++) {
        STATUS(OK, polylimb_secret_key_write(key, format, OUT));
        memcpy(first, out, n = length);
        STATUS(OK, polylimb_secret_key_read(first, n, &copy));
        STATUS(OK, polylimb_secret_key_write(copy, format, OUT));
        CHECK(length == n && memcmp(first, out, n) == 0);
        STATUS(OK, polylimb_secret_key_public(copy, &public));
        STATUS(OK, polylimb_secret_key_free(copy));
        STATUS(OK, polylimb_public_key_write(public, format, OUT));
        memcpy(first, out, n = length);
        STATUS(OK, polylimb_public_key_read(first, n, &again));
        STATUS(OK, polylimb_public_key_write(again, format, OUT));
        CHECK(length == n && memcmp(first, out, n) == 0);
        STATUS(OK, polylimb_public_key_free(public));
        STATUS(OK, polylimb_public_key_free(again));
    }
    if (!raw) {
        STATUS(KEY, polylimb_secret_key_to_bytes(key, OUT));
        return;
    }
    STATUS(OK, polylimb_secret_key_public(key, &public));
    STATUS(OK, polylimb_secret_key_to_bytes(key, OUT));
    STATUS(OK, polylimb_secret_key_from_bytes(name, out, length, &copy));
    STATUS(OK, polylimb_public_key_to_bytes(public, POLYLIMB_FORM_LONG, OUT));
    STATUS(OK, polylimb_public_key_from_bytes(name, out, length, &again));
    STATUS(OK, polylimb_public_key_to_bytes(again, POLYLIMB_FORM_SHORT, OUT));
    memcpy(first, out, n = length);
    STATUS(OK, polylimb_public_key_free(again));
    STATUS(OK, polylimb_secret_key_public(copy, &again));
    STATUS(OK, polylimb_public_key_to_bytes(again, POLYLIMB_FORM_SHORT, OUT));
    CHECK(length == n && memcmp(first, out, n) == 0);
    STATUS(OK, polylimb_secret_key_free(copy));
    STATUS(OK, polylimb_public_key_free(public));
    STATUS(OK, polylimb_public_key_free(again));
}

/* Signs a batch, verifies it, alone and together, and finds the one signature that was changed. */
static void sign(const polylimb_secret_key *key, uint32_t scheme, size_t threads) {
    uint8_t messages[JOBS][32], signatures[JOBS][ROW];
    size_t lengths[JOBS];
    polylimb_bytes each[JOBS];
    polylimb_status statuses[JOBS];
    polylimb_public_key *public;
    for (size_t i = 0; i < sizeof messages; i++)
        messages[i / 32][i % 32] = (uint8_t)(i * 7);
    STATUS(OK, polylimb_secret_key_public(key, &public));
    const polylimb_public_key *keys[JOBS];
    for (int i = 0; i < JOBS; i++)
        keys[i] = public;
    polylimb_output_rows output = {signatures[0], ROW, lengths};
    STATUS(OK, polylimb_sign_all(&key, 1, scheme, JOBS, rows(messages, 32, 32), threads, output,
                                 statuses));
    for (int i = 0; i < JOBS; i++) {
        each[i] = (polylimb_bytes){signatures[i], lengths[i]};
        STATUS(OK, polylimb_verify(public, scheme, messages[i], 32, signatures[i], lengths[i]));
    }
    polylimb_rows signed_rows = {NULL, 0, 0, each};
    STATUS(OK, polylimb_verify_all(keys, JOBS, scheme, JOBS, rows(messages, 32, 32), signed_rows,
                                   threads, statuses));
    messages[BAD][5] ^= 1;
    each[BAD + 1].length--;
    STATUS(JOBS, polylimb_verify_all(keys, 1, scheme, JOBS, rows(messages, 32, 32), signed_rows,
                                     threads, statuses));
    for (int i = 0; i < JOBS; i++)
        CHECK((statuses[i] == POLYLIMB_STATUS_SIGNATURE) == (i == BAD || i == BAD + 1));
    /* Rows that are too short. */
    output.stride = 20;
    STATUS(JOBS, polylimb_sign_all(&key, 1, scheme, JOBS, rows(messages, 32, 32), threads, output,
                                   statuses));
    CHECK(statuses[3] == POLYLIMB_STATUS_OUTPUT_SHORT && lengths[3] >= 48);
    STATUS(OK, polylimb_public_key_free(public));
}

static void agree(const polylimb_secret_key *const keys[2], size_t expected) {
    polylimb_public_key *publics[2];
    uint8_t secrets[2][80];
    polylimb_status statuses[2];
    size_t lengths[2];
    for (int i = 0; i < 2; i++)
        STATUS(OK, polylimb_secret_key_public(keys[1 - i], &publics[i]));
    STATUS(OK, polylimb_agree_all(keys, 2, (const polylimb_public_key *const *)publics, 2, 2, 1,
                                  (polylimb_output_rows){secrets[0], 80, lengths}, statuses));
    CHECK(lengths[0] == expected && memcmp(secrets[0], secrets[1], expected) == 0);
    STATUS(OK, polylimb_agree(keys[0], publics[0], OUT));
    CHECK(length == expected && memcmp(out, secrets[0], expected) == 0);
    for (int i = 0; i < 2; i++)
        STATUS(OK, polylimb_public_key_free(publics[i]));
}

static void rsa_encryption(const polylimb_secret_key *key) {
    const uint8_t message[] = "a secret", label[] = "label";
    uint8_t sealed[512];
    size_t n = sizeof sealed;
    polylimb_public_key *public;
    STATUS(OK, polylimb_secret_key_public(key, &public));
    STATUS(OK, polylimb_rsa_encrypt(public, POLYLIMB_HASH_SHA256, label, 5, message, 8, sealed, &n));
    STATUS(OK, polylimb_rsa_decrypt(key, POLYLIMB_HASH_SHA256, label, 5, sealed, n, OUT));
    CHECK(length == 8 && memcmp(out, message, 8) == 0);
    STATUS(CIPHERTEXT, polylimb_rsa_decrypt(key, POLYLIMB_HASH_SHA256, label, 4, sealed, n, OUT));
    STATUS(PARAMETER, polylimb_rsa_decrypt(key, 9, label, 5, sealed, n, OUT));
    STATUS(OK, polylimb_public_key_free(public));
}

static void aggregates(const char *name) {
    enum { KEYS = 3 };
    polylimb_secret_key *secrets[KEYS];
    const polylimb_public_key *publics[KEYS];
    uint8_t messages[KEYS] = {1, 2, 3}, signatures[KEYS][96], proof[96];
    size_t n = 0;
    for (int i = 0; i < KEYS; i++) {
        polylimb_public_key *public;
        STATUS(OK, polylimb_secret_key_generate(name, &secrets[i]));
        STATUS(OK, polylimb_secret_key_public(secrets[i], &public));
        n = sizeof proof;
        STATUS(OK, polylimb_bls_prove(secrets[i], proof, &n));
        STATUS(OK, polylimb_bls_prove_verify(public, proof, n));
        proof[n - 1] ^= 1;
        STATUS(SIGNATURE, polylimb_bls_prove_verify(public, proof, n));
        publics[i] = public;
    }
    for (uint32_t scheme = POLYLIMB_SCHEME_BLS_BASIC; scheme <= POLYLIMB_SCHEME_BLS_POSSESSION;
         scheme++) {
        for (int i = 0; i < KEYS; i++) {
            n = 96;
            STATUS(OK, polylimb_sign(secrets[i], scheme, &messages[i], 1, signatures[i], &n));
        }
        STATUS(OK, polylimb_bls_aggregate(KEYS, rows(signatures, 96, n), OUT));
        CHECK(length == n);
        polylimb_rows signed_rows = rows(messages, 1, 1);
        STATUS(OK, polylimb_bls_aggregate_verify(publics, KEYS, scheme, KEYS, signed_rows, out, n));
        messages[1] = 9;
        STATUS(SIGNATURE,
               polylimb_bls_aggregate_verify(publics, KEYS, scheme, KEYS, signed_rows, out, n));
        messages[1] = 2;
    }
    for (int i = 0; i < KEYS; i++) {
        n = 96;
        STATUS(OK, polylimb_sign(secrets[i], POLYLIMB_SCHEME_BLS_POSSESSION, messages, 1,
                                 signatures[i], &n));
    }
    STATUS(OK, polylimb_bls_aggregate(KEYS, rows(signatures, 96, n), OUT));
    STATUS(OK, polylimb_bls_fast_aggregate_verify(publics, KEYS, messages, 1, out, n));
    STATUS(SIGNATURE, polylimb_bls_fast_aggregate_verify(publics, KEYS - 1, messages, 1, out, n));
    STATUS(PARAMETER, polylimb_bls_aggregate(0, rows(NULL, 0, 0), OUT));
    for (int i = 0; i < KEYS; i++) {
        STATUS(OK, polylimb_secret_key_free(secrets[i]));
        STATUS(OK, polylimb_public_key_free((polylimb_public_key *)publics[i]));
    }
}

static void paillier(const buffer primes[2]) {
    polylimb_paillier_secret *key;
    polylimb_paillier_public *public, *again;
    enum { SEALED = 1024 };
    uint8_t messages[JOBS], sealed[JOBS][SEALED], opened[JOBS][SEALED / 2], sum[SEALED];
    polylimb_status statuses[JOBS];
    size_t n, sum_length = sizeof sum;
    STATUS(OK, polylimb_paillier_secret_from_primes(primes[0].data, primes[0].length, primes[1].data,
                                                    primes[1].length, &key));
    STATUS(OK, polylimb_paillier_secret_primes(key, OUT));
    CHECK(same(out, length / 2, primes[0].data, primes[0].length) ||
          same(out, length / 2, primes[1].data, primes[1].length));
    STATUS(OK, polylimb_paillier_secret_public(key, &public));
    STATUS(OK, polylimb_paillier_public_modulus(public, OUT));
    STATUS(OK, polylimb_paillier_public_new(out, length, &again));
    STATUS(OK, polylimb_paillier_public_free(public));
    STATUS(OK, polylimb_paillier_ciphertext_bytes(again, &n));
    for (int i = 0; i < JOBS; i++)
        messages[i] = (uint8_t)(i + 1);
    STATUS(OK, polylimb_paillier_encrypt_all(again, JOBS, rows(messages, 1, 1), 1,
                                             (polylimb_output_rows){sealed[0], SEALED, NULL},
                                             statuses));
    STATUS(OK, polylimb_paillier_decrypt_all(key, JOBS, rows(sealed, SEALED, n), 1,
                                             (polylimb_output_rows){opened[0], SEALED / 2, NULL},
                                             statuses));
    for (int i = 0; i < JOBS; i++)
        CHECK(opened[i][n / 2 - 1] == i + 1);
    STATUS(OK, polylimb_paillier_sum(again, JOBS, rows(sealed, SEALED, n), sum, &sum_length));
    STATUS(OK, polylimb_paillier_decrypt(key, sum, n, OUT));
    CHECK(out[length - 1] == JOBS * (JOBS + 1) / 2);
    STATUS(OK, polylimb_paillier_multiply(again, sum, n, messages + 1, 1, sum, &sum_length));
    STATUS(OK, polylimb_paillier_encrypt(again, messages, 1, OUT));
    STATUS(OK, polylimb_paillier_add(again, sum, n, out, length, sum, &sum_length));
    STATUS(OK, polylimb_paillier_decrypt(key, sum, n, OUT));
    CHECK(out[length - 1] == JOBS * (JOBS + 1) + 1);
    memset(sealed[2], 0, SEALED);
    STATUS(JOBS, polylimb_paillier_decrypt_all(key, JOBS, rows(sealed, SEALED, n), 1,
                                               (polylimb_output_rows){opened[0], SEALED / 2, NULL},
                                               statuses));
    for (int i = 0; i < JOBS; i++)
        CHECK((statuses[i] == POLYLIMB_STATUS_CIPHERTEXT) == (i == 2));
    STATUS(OK, polylimb_paillier_public_free(again));
    STATUS(OK, polylimb_paillier_secret_free(key));
}

int main(int count, char **arguments) {
    static const struct {
        const char *name;
        uint32_t schemes[3];
        size_t shared;
    } kinds[] = {
        {"P-256", {POLYLIMB_SCHEME_ECDSA_SHA256, POLYLIMB_SCHEME_ECDSA_SHA256 | POLYLIMB_DER}, 32},
        {"P-384", {POLYLIMB_SCHEME_ECDSA_SHA384}, 48},
        {"P-521", {POLYLIMB_SCHEME_ECDSA_SHA512}, 66},
        {"secp256k1", {POLYLIMB_SCHEME_ECDSA_SHA256 | POLYLIMB_DIGEST, POLYLIMB_SCHEME_BIP340}, 32},
        {"brainpoolP256r1", {POLYLIMB_SCHEME_ECDSA_SHA256}, 32},
        {"Ed25519", {POLYLIMB_SCHEME_ED25519}, 0},
        {"X25519", {0}, 32},
        {"bls", {POLYLIMB_SCHEME_BLS_BASIC, POLYLIMB_SCHEME_BLS_AUGMENTED,
                 POLYLIMB_SCHEME_BLS_POSSESSION}, 0},
        {"bls-min-sig", {POLYLIMB_SCHEME_BLS_BASIC}, 0},
    };
    if (count != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", arguments[0]);
        return 2;
    }
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        polylimb_secret_key *keys[2];
        for (int i = 0; i < 2; i++)
            STATUS(OK, polylimb_secret_key_generate(kinds[k].name, &keys[i]));
        formats(keys[0], 1, kinds[k].name);
        for (int i = 0; i < 3 && kinds[k].schemes[i]; i++)
            sign(keys[0], kinds[k].schemes[i], (size_t)i + 1);
        if (kinds[k].shared)
            agree((const polylimb_secret_key *const *)keys, kinds[k].shared);
        for (int i = 0; i < 2; i++)
            STATUS(OK, polylimb_secret_key_free(keys[i]));
    }
    aggregates("bls");
    aggregates("bls-min-sig");

    /* The first key of two primes of 1024 bits. */
    FILE *file = vectors(arguments[1], "rsa.txt");
    char *f[FIELDS];
    buffer primes[2] = {0}, e = {0};
    while (next(file, " \n", f) == 5 && primes[0].length != 128) {
        char *second = strchr(f[1], ',');
        e = hex(f[0]);
        *second++ = 0;
        primes[0] = hex(f[1]);
        primes[1] = hex(second);
    }
    fclose(file);
    polylimb_bytes parts[] = {{primes[0].data, primes[0].length},
                              {primes[1].data, primes[1].length}};
    polylimb_secret_key *key;
    polylimb_public_key *public;
    STATUS(OK, polylimb_rsa_from_primes(parts, 2, e.data, e.length, &key));
    formats(key, 0, "RSA");
    for (uint32_t s = POLYLIMB_SCHEME_RSA_PSS_SHA256; s <= POLYLIMB_SCHEME_RSA_PKCS1_SHA512; s++)
        sign(key, s, 1);
    sign(key, POLYLIMB_SCHEME_RSA_PSS_SHA256 | POLYLIMB_DIGEST, 2);
    rsa_encryption(key);
    STATUS(OK, polylimb_secret_key_free(key));
    uint8_t modulus[256];
    memset(modulus, 0xff, sizeof modulus);
    STATUS(OK, polylimb_rsa_public(modulus, sizeof modulus, e.data, e.length, &public));
    STATUS(OK, polylimb_public_key_name(public, OUT));
    CHECK(length == 3 && memcmp(out, "RSA", 3) == 0);
    STATUS(OK, polylimb_public_key_free(public));
    paillier(primes);
    return report("batches", 1000);
}
