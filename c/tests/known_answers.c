/* Known answers: the library's own vectors, through the border. The argument is their folder. */
#include "test.h"

static uint8_t out[8192];
static size_t length;
#define OUT (length = sizeof out, out), &length

static void powers(const char *folder) {
    FILE *file = vectors(folder, "powm.txt");
    char *f[FIELDS];
    while (next(file, " \n", f) >= 4) {
        buffer m = hex(f[0]), a = hex(f[1]), e = hex(f[2]), r = hex(f[3]);
        polylimb_modulus *modulus;
        STATUS(OK, polylimb_modulus_new(m.data, m.length, &modulus));
        STATUS(OK, polylimb_modulus_pow(modulus, a.data, a.length, e.data, e.length, OUT));
        CHECK(same(out, length, r.data, r.length));
        STATUS(OK, polylimb_modulus_pow_vartime(modulus, a.data, a.length, e.data, e.length, OUT));
        CHECK(same(out, length, r.data, r.length));
        /* One base, by a table and in a batch. */
        polylimb_fixed_base *base;
        STATUS(OK, polylimb_fixed_base_new(modulus, a.data, a.length, e.length * 8, &base));
        STATUS(OK, polylimb_modulus_free(modulus));
        STATUS(OK, polylimb_fixed_base_pow(base, e.data, e.length, OUT));
        CHECK(same(out, length, r.data, r.length));
        STATUS(OK, polylimb_fixed_base_pow_vartime(base, e.data, e.length, OUT));
        CHECK(same(out, length, r.data, r.length));
        STATUS(OK, polylimb_fixed_base_free(base));

        enum { JOBS = 9 };
        polylimb_status statuses[JOBS];
        size_t lengths[JOBS];
        polylimb_output_rows results = {out, sizeof out / JOBS, lengths};
        if (m.length > results.stride)
            continue;
        polylimb_status status = polylimb_modulus_pow_all(
            JOBS, rows(m.data, 0, m.length), rows(a.data, 0, a.length), rows(e.data, 0, e.length),
            2, results, statuses);
        int odd = m.data[m.length - 1] & 1;
        CHECK(status == (odd ? POLYLIMB_STATUS_OK : POLYLIMB_STATUS_JOBS));
        for (int i = 0; i < JOBS; i++) {
            CHECK(statuses[i] == (odd ? POLYLIMB_STATUS_OK : POLYLIMB_STATUS_MODULUS));
            CHECK(odd ? same(out + i * results.stride, lengths[i], r.data, r.length)
                      : lengths[i] == 0);
        }
    }
    fclose(file);
}

static void inverses(const char *folder) {
    FILE *file = vectors(folder, "inverse.txt");
    char *f[FIELDS];
    while (next(file, " \n", f) == 3) {
        buffer m = hex(f[0]), a = hex(f[1]), r = hex(f[2]);
        polylimb_modulus *modulus;
        STATUS(OK, polylimb_modulus_new(m.data, m.length, &modulus));
        polylimb_status status = polylimb_modulus_inverse(modulus, a.data, a.length, OUT);
        if (strcmp(f[2], "-") == 0) {
            CHECK(status == POLYLIMB_STATUS_NOT_INVERTIBLE);
        } else {
            CHECK(status == POLYLIMB_STATUS_OK && same(out, length, r.data, r.length));
            uint8_t one = 1;
            STATUS(OK, polylimb_modulus_mul(modulus, a.data, a.length, r.data, r.length, OUT));
            CHECK(same(out, length, &one, 1));
        }
        STATUS(OK, polylimb_modulus_free(modulus));
    }
    fclose(file);
}

static void sums(void) {
    uint8_t m[] = {10}, a[] = {7}, b[] = {8}, c[] = {123, 45};
    polylimb_modulus *modulus;
    STATUS(OK, polylimb_modulus_new(m, 1, &modulus));
    STATUS(OK, polylimb_modulus_add(modulus, a, 1, b, 1, OUT));
    CHECK(length == 1 && out[0] == 5);
    STATUS(OK, polylimb_modulus_sub(modulus, a, 1, b, 1, OUT));
    CHECK(out[0] == 9);
    STATUS(OK, polylimb_modulus_mul(modulus, a, 1, b, 1, OUT));
    CHECK(out[0] == 6);
    STATUS(OK, polylimb_modulus_reduce(modulus, c, 2, OUT));
    CHECK(out[0] == (123 * 256 + 45) % 10);
    STATUS(OK, polylimb_modulus_free(modulus));
}

/* The raw operations of RSA: e, primes, exponents of the primes, operand, result. */
static void crt(const char *folder) {
    FILE *file = vectors(folder, "rsa.txt");
    char *f[FIELDS];
    while (next(file, " \n", f) == 5) {
        buffer e = hex(f[0]), x = hex(f[3]), r = hex(f[4]), primes[5];
        polylimb_bytes parts[5];
        size_t n = 0;
        for (char *p = strtok(f[1], ","); p && n < 5; p = strtok(NULL, ","), n++)
            primes[n] = hex(p);
        for (size_t i = 0; i < n; i++)
            parts[i] = (polylimb_bytes){primes[i].data, primes[i].length};
        polylimb_crt *key;
        STATUS(OK, polylimb_crt_new(parts, n, e.data, e.length, &key));
        STATUS(OK, polylimb_crt_private(key, x.data, x.length, OUT));
        CHECK(same(out, length, r.data, r.length));
        STATUS(OK, polylimb_crt_public(key, r.data, r.length, OUT));
        CHECK(same(out, length, x.data, x.length));
        polylimb_status statuses[3];
        polylimb_output_rows results = {out, sizeof out / 3, NULL};
        STATUS(OK, polylimb_crt_private_all(key, 3, rows(x.data, 0, x.length), 1, results, statuses));
        CHECK(same(out + 2 * results.stride, r.length, r.data, r.length));
        STATUS(OK, polylimb_crt_free(key));
    }
    fclose(file);
}

static void ecdsa(const char *folder) {
    FILE *file = vectors(folder, "ecdsa_rfc6979.txt");
    char *f[FIELDS];
    while (next(file, " \n", f) == 7) {
        int hash = strcmp(f[1], "sha256") == 0   ? 0
                   : strcmp(f[1], "sha384") == 0 ? 1
                   : strcmp(f[1], "sha512") == 0 ? 2
                                                 : -1;
        if (hash < 0)
            continue;
        uint32_t scheme = POLYLIMB_SCHEME_ECDSA_SHA256 + (uint32_t)hash;
        const uint8_t *message = (const uint8_t *)f[2];
        size_t n = strlen(f[2]);
        char padded[256];
        /* The file leaves out leading zeros of scalars of 521 bits. */
        snprintf(padded, sizeof padded, "%s%s",
                 strcmp(f[0], "secp521r1") == 0 && strlen(f[3]) == 130 ? "00" : "", f[3]);
        buffer secret = hex(padded), r = hex(f[5]), s = hex(f[6]);
        polylimb_secret_key *key;
        polylimb_public_key *public;
        STATUS(OK, polylimb_secret_key_from_bytes(f[0], secret.data, secret.length, &key));
        STATUS(OK, polylimb_secret_key_public(key, &public));
        STATUS(OK, polylimb_sign(key, scheme, message, n, OUT));
        CHECK(same(out, length / 2, r.data, r.length));
        CHECK(same(out + length / 2, length / 2, s.data, s.length));
        STATUS(OK, polylimb_verify(public, scheme, message, n, out, length));
        out[length - 1] ^= 1;
        STATUS(SIGNATURE, polylimb_verify(public, scheme, message, n, out, length));
        STATUS(OK, polylimb_sign(key, scheme | POLYLIMB_DER, message, n, OUT));
        STATUS(OK, polylimb_verify(public, scheme | POLYLIMB_DER, message, n, out, length));
        STATUS(OK, polylimb_secret_key_free(key));
        STATUS(OK, polylimb_public_key_free(public));
    }
    fclose(file);
}

static void ed25519(const char *folder) {
    FILE *file = vectors(folder, "rfc8032.txt");
    char *f[FIELDS];
    while (next(file, " \n", f) == 4) {
        buffer secret = hex(f[0]), p = hex(f[1]), m = hex(f[2]), s = hex(f[3]);
        uint32_t scheme = POLYLIMB_SCHEME_ED25519;
        polylimb_secret_key *key;
        polylimb_public_key *public;
        STATUS(OK, polylimb_secret_key_from_bytes("Ed25519", secret.data, 32, &key));
        STATUS(OK, polylimb_public_key_from_bytes("ed25519", p.data, p.length, &public));
        STATUS(OK, polylimb_sign(key, scheme, m.data, m.length, OUT));
        CHECK(length == s.length && memcmp(out, s.data, length) == 0);
        STATUS(OK, polylimb_verify(public, scheme, m.data, m.length, out, length));
        STATUS(OK, polylimb_secret_key_free(key));
        STATUS(OK, polylimb_public_key_free(public));
    }
    fclose(file);
}

static void x25519(const char *folder) {
    FILE *file = vectors(folder, "wycheproof_x25519.txt");
    char *f[FIELDS];
    int n;
    while ((n = next(file, " \n", f)) >= 4) {
        buffer secret = hex(f[1]), p = hex(f[2]), shared = hex(f[3]);
        polylimb_secret_key *key;
        polylimb_public_key *public;
        STATUS(OK, polylimb_secret_key_from_bytes("X25519", secret.data, secret.length, &key));
        STATUS(OK, polylimb_public_key_from_bytes("X25519", p.data, p.length, &public));
        polylimb_status status = polylimb_agree(key, public, OUT);
        if (n > 4)
            CHECK(status == POLYLIMB_STATUS_CURVE);
        else
            CHECK(status == POLYLIMB_STATUS_OK && memcmp(out, shared.data, 32) == 0);
        STATUS(OK, polylimb_secret_key_free(key));
        STATUS(OK, polylimb_public_key_free(public));
    }
    fclose(file);
}

/* index, secret, public, randomness, message, signature, result; empty fields run together. */
static void bip340(const char *folder) {
    FILE *file = vectors(folder, "bip340.csv");
    char *f[FIELDS];
    int n;
    while ((n = next(file, ",\n", f)) > 0) {
        /* Lines with all of the seven fields; the others have no secret key or no message. */
        if (n < 7 || strlen(f[1]) != 64 || strlen(f[5]) != 128)
            continue;
        buffer p = hex(f[2]), m = hex(f[4]), s = hex(f[5]);
        uint32_t scheme = POLYLIMB_SCHEME_BIP340;
        polylimb_public_key *public;
        STATUS(OK, polylimb_public_key_from_bytes("secp256k1", p.data, p.length, &public));
        polylimb_status status = polylimb_verify(public, scheme, m.data, m.length, s.data, 64);
        CHECK((status == POLYLIMB_STATUS_OK) == (strcmp(f[6], "TRUE") == 0));
        STATUS(OK, polylimb_public_key_to_bytes(public, POLYLIMB_FORM_ABSCISSA, OUT));
        CHECK(length == 32 && memcmp(out, p.data, 32) == 0);
        buffer secret = hex(f[1]);
        polylimb_secret_key *key;
        STATUS(OK, polylimb_secret_key_from_bytes("secp256k1", secret.data, 32, &key));
        STATUS(OK, polylimb_sign(key, scheme, m.data, m.length, OUT));
        STATUS(OK, polylimb_verify(public, scheme, m.data, m.length, out, length));
        STATUS(OK, polylimb_secret_key_free(key));
        STATUS(OK, polylimb_public_key_free(public));
    }
    fclose(file);
}

static void bls(const char *folder) {
    FILE *file = vectors(folder, "bls_signatures.txt");
    char *f[FIELDS];
    int n;
    while ((n = next(file, " \n", f)) > 0) {
        if (n < 4 || strcmp(f[0], "sign") != 0 || strcmp(f[3], "-") == 0)
            continue;
        buffer secret = hex(f[1]), m = hex(f[2]), s = hex(f[3]);
        uint32_t scheme = POLYLIMB_SCHEME_BLS_POSSESSION;
        polylimb_secret_key *key;
        polylimb_public_key *public;
        STATUS(OK, polylimb_secret_key_from_bytes("bls", secret.data, secret.length, &key));
        STATUS(OK, polylimb_secret_key_public(key, &public));
        STATUS(OK, polylimb_sign(key, scheme, m.data, m.length, OUT));
        CHECK(length == s.length && memcmp(out, s.data, length) == 0);
        STATUS(OK, polylimb_verify(public, scheme, m.data, m.length, out, length));
        out[length - 1] ^= 1;
        STATUS(SIGNATURE, polylimb_verify(public, scheme, m.data, m.length, out, length));
        STATUS(OK, polylimb_secret_key_free(key));
        STATUS(OK, polylimb_public_key_free(public));
    }
    fclose(file);
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", arguments[0]);
        return 2;
    }
    const char *folder = arguments[1];
    powers(folder);
    inverses(folder);
    sums();
    crt(folder);
    ecdsa(folder);
    ed25519(folder);
    x25519(folder);
    bip340(folder);
    bls(folder);
    return report("known_answers", 3000);
}
