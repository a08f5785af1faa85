/* Random calls: random lengths, nulls, handles of all types, schemes and names. Buffers are as long
 * as the call says, on the heap, so that AddressSanitizer sees each byte too many.
 *
 *   fuzz [SEED] [CALLS]
 */
#include "test.h"

static uint64_t state;
static uint64_t draw(void) { /* splitmix64 */
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}
static size_t below(size_t n) { return draw() % n; }

enum { HANDLES = 48, BUFFERS = 12 };
/* Live handles of all types, or null. */
static struct {
    void *handle;
    int type;
} live[HANDLES];

enum { MODULUS, BASE, CRT, SECRET, PUBLIC, PAILLIER_SECRET, PAILLIER_PUBLIC, TYPES };

/* Mostly one of the wanted type, if there is one. */
static void *handle(int type) {
    size_t i = below(HANDLES);
    for (size_t tries = below(8) ? HANDLES : 0; tries && live[i].type != type; tries--)
        i = (i + 1) % HANDLES;
    return live[i].handle;
}
static void release(size_t i) {
    void *h = live[i].handle;
    polylimb_status s[] = {polylimb_modulus_free(h), POLYLIMB_STATUS_OK};
    /* Only the right type frees it; the attempts before must have left it alone. */
    if (h && live[i].type != MODULUS && s[0] != POLYLIMB_STATUS_HANDLE)
        abort();
    switch (live[i].type) {
    case BASE: s[1] = polylimb_fixed_base_free(h); break;
    case CRT: s[1] = polylimb_crt_free(h); break;
    case SECRET: s[1] = polylimb_secret_key_free(h); break;
    case PUBLIC: s[1] = polylimb_public_key_free(h); break;
    case PAILLIER_SECRET: s[1] = polylimb_paillier_secret_free(h); break;
    case PAILLIER_PUBLIC: s[1] = polylimb_paillier_public_free(h); break;
    }
    if (s[1] != POLYLIMB_STATUS_OK)
        abort();
    live[i].handle = NULL;
}
static void keep(void *h, int type) {
    size_t i = below(HANDLES);
    if (!h)
        return;
    release(i);
    live[i].handle = h;
    live[i].type = type;
}

/* A buffer of a random length, and sometimes a lie about it that must be noticed. */
static uint8_t *buffers[BUFFERS];
static size_t used;
static uint8_t *data(size_t *length) {
    static const size_t usual[] = {0, 1, 2, 16, 20, 28, 32, 33, 48, 64, 65, 66, 96, 128, 256};
    size_t n = below(3) ? usual[below(sizeof usual / sizeof *usual)] : below(300);
    uint8_t *b = buffers[used++] = malloc(n ? n : 1);
    for (size_t i = 0; i < n; i++)
        b[i] = (uint8_t)draw();
    if (n && !below(3)) { /* small or odd numbers */
        memset(b, 0, n - 1);
        b[n - 1] |= 1;
    }
    *length = n;
    switch (below(40)) {
    case 0: return NULL;
    case 1: *length = SIZE_MAX - below(64); break;
    case 2: *length = (size_t)1 << (48 + below(16)); break;
    }
    return b;
}
static polylimb_rows row(size_t count) {
    polylimb_rows r = {0};
    r.data = data(&r.length);
    if (r.length < 1 << 20 && count) {
        size_t all = r.length;
        r.stride = below(2) ? 0 : all / count;
        r.length = r.stride ? r.stride : all;
    } else {
        r.stride = r.length;
    }
    return r;
}
static polylimb_output_rows output(size_t count) {
    polylimb_output_rows r = {0};
    size_t all;
    r.data = data(&all);
    r.stride = all < 1 << 20 && count ? all / count : all;
    return r;
}

static const char *const names[] = {"P-256", "secp256k1", "P-384", "P-521", "Ed25519", "X25519",
                                    "bls", "bls-min-sig", "brainpoolP256r1", "", "nothing", "ibe"};
static const char *name(void) {
    return below(30) ? names[below(sizeof names / sizeof *names)] : NULL;
}
static uint32_t scheme(void) {
    uint32_t flags[] = {0, 0, 0, POLYLIMB_DER, POLYLIMB_DIGEST, 1u << below(32)};
    return (uint32_t)below(17) | flags[below(6)];
}

/* Mostly two prime numbers, 2^521 - 1 and 2^607 - 1, sometimes what was there. */
static void primes(polylimb_bytes pair[2]) {
    static uint8_t ones[2][76];
    static const size_t bits[] = {521, 607};
    for (size_t i = 0; i < 2 && below(6); i++) {
        size_t n = (bits[i] + 7) / 8;
        memset(ones[i], 0xff, n);
        ones[i][0] = (uint8_t)(0xff >> (8 * n - bits[i]));
        pair[i] = (polylimb_bytes){ones[i], n};
    }
}

static size_t seen[32];

static void call(void) {
    size_t a, b, c, n, count = below(5);
    uint8_t *x = data(&a), *y = data(&b), *z = data(&c), *out = data(&n);
    size_t *out_length = below(50) ? &n : NULL;
    polylimb_status status, statuses[8];
    polylimb_status *each = below(30) ? statuses : NULL;
    void *h = NULL;
    const polylimb_secret_key *secrets[] = {handle(SECRET), handle(SECRET), handle(SECRET),
                                            handle(SECRET)};
    const polylimb_public_key *publics[] = {handle(PUBLIC), handle(PUBLIC), handle(PUBLIC),
                                            handle(PUBLIC)};
    size_t keys = below(4) ? 1 : below(5);
#define MADE(T, type, ...) status = __VA_ARGS__, keep(h, type); break
    /* Casts of the place where a handle goes. */
#define H (below(50) ? (void *)&h : NULL)
    switch (below(58)) {
    case 0: MADE(modulus, MODULUS, polylimb_modulus_new(x, a, H));
    case 1: status = polylimb_modulus_bytes(handle(MODULUS), out_length); break;
    case 2: status = polylimb_modulus_add(handle(MODULUS), x, a, y, b, out, out_length); break;
    case 3: status = polylimb_modulus_sub(handle(MODULUS), x, a, y, b, out, out_length); break;
    case 4: status = polylimb_modulus_mul(handle(MODULUS), x, a, y, b, out, out_length); break;
    case 5: status = polylimb_modulus_pow(handle(MODULUS), x, a, y, b, out, out_length); break;
    case 6: status = polylimb_modulus_pow_vartime(handle(MODULUS), x, a, y, b, out, out_length); break;
    case 7: status = polylimb_modulus_inverse(handle(MODULUS), x, a, out, out_length); break;
    case 8: status = polylimb_modulus_reduce(handle(MODULUS), x, a, out, out_length); break;
    case 9:
        status = polylimb_modulus_pow_all(count, row(count), row(count), row(count), below(3),
                                          output(count), each);
        break;
    case 10: MADE(fixed_base, BASE, polylimb_fixed_base_new(handle(MODULUS), x, a, b, H));
    case 11: status = polylimb_fixed_base_pow(handle(BASE), x, a, out, out_length); break;
    case 12: status = polylimb_fixed_base_pow_vartime(handle(BASE), x, a, out, out_length); break;
    case 13: {
        polylimb_bytes primes[] = {{x, a}, {y, b}};
        MADE(crt, CRT, polylimb_crt_new(primes, below(3), z, c, H));
    }
    case 14: status = polylimb_crt_private(handle(CRT), x, a, out, out_length); break;
    case 15: status = polylimb_crt_public(handle(CRT), x, a, out, out_length); break;
    case 16:
        status = polylimb_crt_private_all(handle(CRT), count, row(count), 1, output(count), each);
        break;
    case 17: MADE(secret_key, SECRET, polylimb_secret_key_generate(name(), H));
    case 18: MADE(secret_key, SECRET, polylimb_secret_key_read(x, a, H));
    case 19: MADE(secret_key, SECRET, polylimb_secret_key_from_bytes(name(), x, a, H));
    case 20: {
        /* What was written is read, often after a change. */
        uint8_t written[4096];
        size_t w = sizeof written;
        status = polylimb_secret_key_write(handle(SECRET), (uint32_t)below(3), written, &w);
        if (status)
            break;
        if (below(2))
            written[below(w)] ^= (uint8_t)(1 << below(8));
        MADE(secret_key, SECRET, polylimb_secret_key_read(written, w - (below(4) == 0), H));
    }
    case 21: status = polylimb_secret_key_to_bytes(handle(SECRET), out, out_length); break;
    case 22: MADE(public_key, PUBLIC, polylimb_secret_key_public(handle(SECRET), H));
    case 23: MADE(public_key, PUBLIC, polylimb_public_key_read(x, a, H));
    case 24: MADE(public_key, PUBLIC, polylimb_public_key_from_bytes(name(), x, a, H));
    case 25: {
        uint8_t written[4096];
        size_t w = sizeof written;
        status = polylimb_public_key_write(handle(PUBLIC), (uint32_t)below(3), written, &w);
        if (status)
            break;
        if (below(2))
            written[below(w)] ^= (uint8_t)(1 << below(8));
        MADE(public_key, PUBLIC, polylimb_public_key_read(written, w - (below(4) == 0), H));
    }
    case 26:
        status = polylimb_public_key_to_bytes(handle(PUBLIC), (uint32_t)below(4), out, out_length);
        break;
    case 27: status = polylimb_public_key_name(handle(PUBLIC), out, out_length); break;
    case 28: status = polylimb_sign(handle(SECRET), scheme(), x, a, out, out_length); break;
    case 29:
        status = polylimb_sign_all(secrets, keys, scheme(), count, row(count), below(3),
                                   output(count), each);
        break;
    case 30: status = polylimb_verify(handle(PUBLIC), scheme(), x, a, y, b); break;
    case 31:
        status = polylimb_verify_all(publics, keys, scheme(), count, row(count), row(count),
                                     below(3), each);
        break;
    case 32: status = polylimb_agree(handle(SECRET), handle(PUBLIC), out, out_length); break;
    case 33:
        status = polylimb_agree_all(secrets, keys, publics, keys, count, below(3), output(count),
                                    each);
        break;
    case 34: MADE(public_key, PUBLIC, polylimb_rsa_public(x, a, y, b, H));
    case 35:
        status = polylimb_rsa_encrypt(handle(PUBLIC), (uint32_t)below(5), x, a, y, b, out,
                                      out_length);
        break;
    case 36:
        status = polylimb_rsa_decrypt(handle(SECRET), (uint32_t)below(5), x, a, y, b, out,
                                      out_length);
        break;
    case 37: status = polylimb_bls_aggregate(count, row(count), out, out_length); break;
    case 38:
        status = polylimb_bls_aggregate_verify(publics, keys, scheme(), count, row(count), x, a);
        break;
    case 39: status = polylimb_bls_fast_aggregate_verify(publics, keys, x, a, y, b); break;
    case 40: status = polylimb_bls_prove(handle(SECRET), out, out_length); break;
    case 41: MADE(paillier_public, PAILLIER_PUBLIC, polylimb_paillier_public_new(x, a, H));
    case 42: status = polylimb_paillier_multiply(handle(PAILLIER_PUBLIC), x, a, y, b, out, out_length); break;
    case 43: {
        polylimb_bytes pair[] = {{x, a}, {y, b}};
        primes(pair);
        MADE(paillier_secret, PAILLIER_SECRET,
             polylimb_paillier_secret_from_primes(pair[0].data, pair[0].length, pair[1].data,
                                                  pair[1].length, H));
    }
    case 44: {
        static const uint8_t e[] = {1, 0, 1};
        polylimb_bytes pair[] = {{x, a}, {y, b}};
        primes(pair);
        MADE(secret_key, SECRET,
             below(4) ? polylimb_rsa_from_primes(pair, 2, e, sizeof e, H)
                      : polylimb_rsa_from_primes(pair, below(3), z, c, H));
    }
    /* Valid sizes take long: the other programs have them. */
    case 45: MADE(secret_key, SECRET, polylimb_rsa_generate(below(2) ? below(1024) : (size_t)draw() | 1 << 15, below(9), H));
    case 46: MADE(paillier_secret, PAILLIER_SECRET, polylimb_paillier_secret_generate(below(2) ? below(2048) : (size_t)draw() | 1 << 14, H));
    case 47: MADE(paillier_public, PAILLIER_PUBLIC, polylimb_paillier_secret_public(handle(PAILLIER_SECRET), H));
    case 48: status = polylimb_paillier_secret_primes(handle(PAILLIER_SECRET), out, out_length); break;
    case 49: status = polylimb_paillier_public_modulus(handle(PAILLIER_PUBLIC), out, out_length); break;
    case 50: status = polylimb_paillier_ciphertext_bytes(handle(PAILLIER_PUBLIC), out_length); break;
    case 51: status = polylimb_paillier_encrypt(handle(PAILLIER_PUBLIC), x, a, out, out_length); break;
    case 52: status = polylimb_paillier_decrypt(handle(PAILLIER_SECRET), x, a, out, out_length); break;
    case 53: status = polylimb_paillier_add(handle(PAILLIER_PUBLIC), x, a, y, b, out, out_length); break;
    case 54:
        status = polylimb_paillier_encrypt_all(handle(PAILLIER_PUBLIC), count, row(count), below(3),
                                               output(count), each);
        break;
    case 55:
        status = polylimb_paillier_decrypt_all(handle(PAILLIER_SECRET), count, row(count), below(3),
                                               output(count), each);
        break;
    case 56: status = polylimb_bls_prove_verify(handle(PUBLIC), x, a); break;
    default: status = polylimb_paillier_sum(handle(PAILLIER_PUBLIC), count, row(count), out, out_length); break;
    }
    if (status < 0 || status >= POLYLIMB_STATUS_PANIC)
        printf("status %d: %s\n", status, polylimb_status_text(status)), abort();
    seen[status]++;
}

int main(int arguments, char **values) {
    state = arguments > 1 ? strtoull(values[1], NULL, 0) : 1;
    long calls = arguments > 2 ? atol(values[2]) : 5000;
    for (long i = 0; i < calls; i++) {
        call();
        while (used)
            free(buffers[--used]);
    }
    for (size_t i = 0; i < HANDLES; i++)
        release(i);
    /* Neither all refused nor only a few kinds of refusal. */
    size_t kinds = 0;
    for (size_t i = 0; i < 32; i++)
        kinds += seen[i] > 0;
    printf("fuzz: %ld calls, %zu succeeded, %zu kinds of status\n", calls, seen[0], kinds);
    return calls >= 5000 && (seen[0] < (size_t)calls / 50 || kinds < 12);
}
