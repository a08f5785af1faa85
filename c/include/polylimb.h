// polylimb: fast public-key arithmetic. Written by cbindgen from the sources; do not edit.
//
// STATUS    Functions return a polylimb_status; polylimb_status_text explains it.
// NUMBERS   Big-endian bytes with a length. A pointer may be null only where its length is 0.
// OUTPUTS   `out` has `*out_length` bytes; afterwards `*out_length` is the length of the result. If
//           they are too few, the status is POLYLIMB_STATUS_OUTPUT_SHORT, `*out_length` is what is
//           needed, and `out` is untouched; so null and 0 ask for the length, at the price of the
//           computation. An output may overlap inputs. `out_length`, arrays of statuses and of
//           lengths must overlap nothing else.
// HANDLES   Pointers to opaque types, made by a function with an argument `**out`, which is set to
//           null if it fails, and given back to the function ending in _free; freeing null does
//           nothing. A null handle, or a live one of another type, gives a status. A wild pointer
//           is the caller's fault, as is a handle after its _free.
// BATCHES   Functions ending in _all do `count` jobs, at most 2^20, with a status for each in
//           `statuses`. POLYLIMB_STATUS_OK: all succeeded; POLYLIMB_STATUS_JOBS: look at the
//           statuses; another status: nothing was computed. `threads` run parts of the batch; they
//           are started and ended by the call, some tens of microseconds; 0 and 1 start none.
// THREADS   No call to begin with, no global state: each function may run on any thread, many
//           threads may use one handle, and only _free must be the last to use it.
// SECRETS   What a function calls secret does not change its time; lengths are always public.
//           Handles are wiped when freed. The caller's buffers are the caller's to wipe. Random
//           numbers come from the operating system.


#ifndef POLYLIMB_H
#define POLYLIMB_H

#include <stddef.h>
#include <stdint.h>

// Added to a scheme of ECDSA or RSA: the message is the digest already.
#define POLYLIMB_DIGEST 256

// Added to a scheme of ECDSA: the signature is a SEQUENCE of two INTEGERs.
#define POLYLIMB_DER 512

// How a public key is written in bytes.
typedef enum polylimb_form {
  // 33 bytes on P-256 (SEC 1, compressed), 32 of X25519 and Ed25519, 48 or 96 of BLS.
  POLYLIMB_FORM_SHORT = 0,
  // 65 bytes on P-256 (SEC 1, both coordinates); for other keys as the short form.
  POLYLIMB_FORM_LONG = 1,
  // The 32 bytes of BIP 340, on secp256k1.
  POLYLIMB_FORM_ABSCISSA = 2,
} polylimb_form;

// How a key is written.
typedef enum polylimb_format {
  // PKCS #8, of a public key `SubjectPublicKeyInfo`; keys of BLS in polylimb's own structure.
  POLYLIMB_FORMAT_DER = 0,
  // The same as text, without a zero at the end.
  POLYLIMB_FORMAT_PEM = 1,
} polylimb_format;

// A hash function, in both places of OAEP.
typedef enum polylimb_hash {
  // SHA-256.
  POLYLIMB_HASH_SHA256 = 1,
  // SHA-384.
  POLYLIMB_HASH_SHA384 = 2,
  // SHA-512.
  POLYLIMB_HASH_SHA512 = 3,
} polylimb_hash;

// How a message is signed. Flags may be added: `POLYLIMB_DIGEST`, `POLYLIMB_DER`.
typedef enum polylimb_scheme {
  // ECDSA with the nonce of RFC 6979; the signature is `r` and `s`, each as long as the order.
  POLYLIMB_SCHEME_ECDSA_SHA256 = 1,
  // The same with SHA-384.
  POLYLIMB_SCHEME_ECDSA_SHA384 = 2,
  // The same with SHA-512.
  POLYLIMB_SCHEME_ECDSA_SHA512 = 3,
  // RFC 8032; 64 bytes.
  POLYLIMB_SCHEME_ED25519 = 4,
  // Schnorr signatures on secp256k1 with fresh randomness; 64 bytes.
  POLYLIMB_SCHEME_BIP340 = 5,
  // RSA-PSS, the salt as long as the digest.
  POLYLIMB_SCHEME_RSA_PSS_SHA256 = 6,
  // The same with SHA-384.
  POLYLIMB_SCHEME_RSA_PSS_SHA384 = 7,
  // The same with SHA-512.
  POLYLIMB_SCHEME_RSA_PSS_SHA512 = 8,
  // RSA, PKCS #1 v1.5.
  POLYLIMB_SCHEME_RSA_PKCS1_SHA256 = 9,
  // The same with SHA-384.
  POLYLIMB_SCHEME_RSA_PKCS1_SHA384 = 10,
  // The same with SHA-512.
  POLYLIMB_SCHEME_RSA_PKCS1_SHA512 = 11,
  // BLS, ciphersuite `NUL`.
  POLYLIMB_SCHEME_BLS_BASIC = 12,
  // BLS, ciphersuite `AUG`.
  POLYLIMB_SCHEME_BLS_AUGMENTED = 13,
  // BLS, ciphersuite `POP`, Ethereum's.
  POLYLIMB_SCHEME_BLS_POSSESSION = 14,
} polylimb_scheme;

// How a call ended. The values are fixed.
typedef enum polylimb_status {
  // Success; of a verification: valid.
  POLYLIMB_STATUS_OK = 0,
  // At least one job of the batch failed; each has its own status.
  POLYLIMB_STATUS_JOBS = 1,
  // A pointer is null that must not be.
  POLYLIMB_STATUS_NULL = 2,
  // The handle is not of this type, or was freed.
  POLYLIMB_STATUS_HANDLE = 3,
  // A length is wrong, or beyond the address space.
  POLYLIMB_STATUS_LENGTH = 4,
  // The output is too short; the length now says what is needed.
  POLYLIMB_STATUS_OUTPUT_SHORT = 5,
  // Not a value of this enumeration, or a parameter out of its range.
  POLYLIMB_STATUS_PARAMETER = 6,
  // The text is no name, or nothing has this name.
  POLYLIMB_STATUS_NAME = 7,
  // The key is invalid, or of another kind than the function needs.
  POLYLIMB_STATUS_KEY = 8,
  // The bytes do not have the right form.
  POLYLIMB_STATUS_ENCODING = 9,
  // A point or a curve is invalid.
  POLYLIMB_STATUS_CURVE = 10,
  // The signature is not one of this message by this key.
  POLYLIMB_STATUS_SIGNATURE = 11,
  // The ciphertext was changed, or is for another key.
  POLYLIMB_STATUS_CIPHERTEXT = 12,
  // The modulus is 0, even where it must be odd, or of a size that is not supported.
  POLYLIMB_STATUS_MODULUS = 13,
  // A number is not below the modulus.
  POLYLIMB_STATUS_NOT_REDUCED = 14,
  // The number has no inverse.
  POLYLIMB_STATUS_NOT_INVERTIBLE = 15,
  // A number is too large.
  POLYLIMB_STATUS_TOO_LARGE = 16,
  // The result of a private operation was wrong and was discarded: a fault of the machine, or a
  // key whose parts do not belong together.
  POLYLIMB_STATUS_FAULT = 17,
  // The operating system gives no random numbers.
  POLYLIMB_STATUS_RANDOMNESS = 18,
  // The number of threads is not possible, or the operating system starts none.
  POLYLIMB_STATUS_THREADS = 19,
  // A bug of this library was stopped at the border; nothing was written. Please report it.
  POLYLIMB_STATUS_PANIC = 20,
} polylimb_status;

// A modulus whose prime factors are known.
typedef struct polylimb_crt polylimb_crt;

// A base with a table, for many powers.
typedef struct polylimb_fixed_base polylimb_fixed_base;

// A modulus of at least 1, odd or even.
typedef struct polylimb_modulus polylimb_modulus;

// A public key of Paillier's encryption.
typedef struct polylimb_paillier_public polylimb_paillier_public;

// A secret key of Paillier's encryption. Wiped when freed.
typedef struct polylimb_paillier_secret polylimb_paillier_secret;

// A public key of any kind.
typedef struct polylimb_public_key polylimb_public_key;

// A secret key of any kind. Wiped when freed.
typedef struct polylimb_secret_key polylimb_secret_key;

// Some bytes.
typedef struct polylimb_bytes {
  // The first; may be null if there are none.
  const uint8_t *data;
  // How many.
  size_t length;
} polylimb_bytes;

// The inputs of a batch. Row `i` is `each[i]`, or, if `each` is null, the `length` bytes from
// `data + i * stride`. A stride of 0 repeats one row for all jobs.
typedef struct polylimb_rows {
  // The first row.
  const uint8_t *data;
  // Bytes from a row to the next.
  size_t stride;
  // Bytes of each row.
  size_t length;
  // As many entries as jobs, or null.
  const struct polylimb_bytes *each;
} polylimb_rows;

// The outputs of a batch. Row `i` are the `stride` bytes from `data + i * stride`; a longer result
// gives its job `POLYLIMB_STATUS_OUTPUT_SHORT`.
typedef struct polylimb_output_rows {
  // The first row.
  uint8_t *data;
  // Bytes of each row.
  size_t stride;
  // If not null: gets the length of each result, 0 for a job that failed, and the length needed
  // for a row that is too short.
  size_t *lengths;
} polylimb_output_rows;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// One signature of all that `signatures` sign. They have 96 bytes, or 48 for keys of
// `bls-min-sig`, as the result, all of one kind. At least one.
enum polylimb_status polylimb_bls_aggregate(size_t count,
                                            struct polylimb_rows signatures,
                                            uint8_t *out,
                                            size_t *out_length);

// Whether `signature` aggregates one signature of each message by the owner of its key. With
// `POLYLIMB_SCHEME_BLS_BASIC` messages must differ. With `POLYLIMB_SCHEME_BLS_POSSESSION` the
// caller has verified the owners' proofs of possession: otherwise one of them can forge.
//
// `key_count` is 1, one key for all, or `count`.
enum polylimb_status polylimb_bls_aggregate_verify(const struct polylimb_public_key *const *keys,
                                                   size_t key_count,
                                                   uint32_t scheme,
                                                   size_t count,
                                                   struct polylimb_rows messages,
                                                   const uint8_t *signature,
                                                   size_t signature_length);

// Whether `signature` aggregates signatures of one message under
// `POLYLIMB_SCHEME_BLS_POSSESSION` by the owners of all keys, at least one. The caller has
// verified their proofs of possession.
enum polylimb_status polylimb_bls_fast_aggregate_verify(const struct polylimb_public_key *const *keys,
                                                        size_t count,
                                                        const uint8_t *message,
                                                        size_t length,
                                                        const uint8_t *signature,
                                                        size_t signature_length);

// The proof that the caller has this secret key, as long as a signature.
enum polylimb_status polylimb_bls_prove(const struct polylimb_secret_key *key,
                                        uint8_t *out,
                                        size_t *out_length);

// Whether the proof shows that the key's owner has its secret.
enum polylimb_status polylimb_bls_prove_verify(const struct polylimb_public_key *key,
                                               const uint8_t *proof,
                                               size_t length);

// What a status means: a sentence in ASCII, never null. Also takes numbers that are no status.
const char *polylimb_status_text(int32_t status);

// The version of the library, for example `0.1.0`.
const char *polylimb_version(void);

// A new key. The name is `Ed25519`, `X25519`, `bls` (keys of 48 bytes, signatures of 96),
// `bls-min-sig` (the reverse) or a curve's name: `P-256`, `P-384`, `P-521`, `secp256k1`,
// `brainpoolP256r1` … For RSA see `polylimb_rsa_generate`.
enum polylimb_status polylimb_secret_key_generate(const char *name,
                                                  struct polylimb_secret_key **out);

// The key in these bytes: PKCS #8, PKCS #1 or SEC 1, in PEM or DER, not encrypted.
enum polylimb_status polylimb_secret_key_read(const uint8_t *data,
                                              size_t length,
                                              struct polylimb_secret_key **out);

// Writes the key; see `polylimb_format`. The output is secret.
enum polylimb_status polylimb_secret_key_write(const struct polylimb_secret_key *key,
                                               uint32_t format,
                                               uint8_t *out,
                                               size_t *out_length);

// The key of these bytes: a big-endian scalar of a curve, the 32 bytes of RFC 7748 or RFC 8032,
// 32 big-endian bytes of BLS. Names as in `polylimb_secret_key_generate`.
enum polylimb_status polylimb_secret_key_from_bytes(const char *name,
                                                    const uint8_t *data,
                                                    size_t length,
                                                    struct polylimb_secret_key **out);

// The bytes that `polylimb_secret_key_from_bytes` reads. `POLYLIMB_STATUS_KEY` for RSA. The output
// is secret.
enum polylimb_status polylimb_secret_key_to_bytes(const struct polylimb_secret_key *key,
                                                  uint8_t *out,
                                                  size_t *out_length);

// The public key of a secret one.
enum polylimb_status polylimb_secret_key_public(const struct polylimb_secret_key *key,
                                                struct polylimb_public_key **out);

// Frees a key and wipes it.
enum polylimb_status polylimb_secret_key_free(struct polylimb_secret_key *key);

// The key in these bytes: `SubjectPublicKeyInfo` or PKCS #1, in PEM or DER.
enum polylimb_status polylimb_public_key_read(const uint8_t *data,
                                              size_t length,
                                              struct polylimb_public_key **out);

// Writes the key; see `polylimb_format`.
enum polylimb_status polylimb_public_key_write(const struct polylimb_public_key *key,
                                               uint32_t format,
                                               uint8_t *out,
                                               size_t *out_length);

// The key of these bytes, in any of its forms (`polylimb_form`). Names as in
// `polylimb_secret_key_generate`.
enum polylimb_status polylimb_public_key_from_bytes(const char *name,
                                                    const uint8_t *data,
                                                    size_t length,
                                                    struct polylimb_public_key **out);

// The key's bytes in a form of `polylimb_form`. `POLYLIMB_STATUS_KEY` for RSA.
enum polylimb_status polylimb_public_key_to_bytes(const struct polylimb_public_key *key,
                                                  uint32_t form,
                                                  uint8_t *out,
                                                  size_t *out_length);

// The key's kind as text without a zero at the end: `RSA`, `Ed25519`, `X25519`, `BLS12-381` or the
// name of its curve in the standard that introduced it, `secp256r1` for P-256.
enum polylimb_status polylimb_public_key_name(const struct polylimb_public_key *key,
                                              uint8_t *out,
                                              size_t *out_length);

// Frees a key.
enum polylimb_status polylimb_public_key_free(struct polylimb_public_key *key);

// A modulus. Its value may be secret; its length in bits and whether it is odd are public.
//
// `POLYLIMB_STATUS_MODULUS` for 0, `POLYLIMB_STATUS_TOO_LARGE` above 2^20 bits.
enum polylimb_status polylimb_modulus_new(const uint8_t *modulus,
                                          size_t length,
                                          struct polylimb_modulus **out);

// Frees a modulus. A fixed base that was made of it stays usable.
enum polylimb_status polylimb_modulus_free(struct polylimb_modulus *modulus);

// The number of bytes of all results modulo this modulus.
enum polylimb_status polylimb_modulus_bytes(const struct polylimb_modulus *modulus, size_t *out);

// `a + b`. Operands are below the modulus (`POLYLIMB_STATUS_NOT_REDUCED`), of at least one byte,
// and may be secret.
enum polylimb_status polylimb_modulus_add(const struct polylimb_modulus *modulus,
                                          const uint8_t *a,
                                          size_t a_length,
                                          const uint8_t *b,
                                          size_t b_length,
                                          uint8_t *out,
                                          size_t *out_length);

// `a - b`; otherwise as `polylimb_modulus_add`.
enum polylimb_status polylimb_modulus_sub(const struct polylimb_modulus *modulus,
                                          const uint8_t *a,
                                          size_t a_length,
                                          const uint8_t *b,
                                          size_t b_length,
                                          uint8_t *out,
                                          size_t *out_length);

// `a b`; otherwise as `polylimb_modulus_add`.
enum polylimb_status polylimb_modulus_mul(const struct polylimb_modulus *modulus,
                                          const uint8_t *a,
                                          size_t a_length,
                                          const uint8_t *b,
                                          size_t b_length,
                                          uint8_t *out,
                                          size_t *out_length);

// `base^exponent`. The time depends on the exponent's length, not on its value: both operands may
// be secret. The base is below the modulus. Neither is empty.
enum polylimb_status polylimb_modulus_pow(const struct polylimb_modulus *modulus,
                                          const uint8_t *base,
                                          size_t base_length,
                                          const uint8_t *exponent,
                                          size_t exponent_length,
                                          uint8_t *out,
                                          size_t *out_length);

// As `polylimb_modulus_pow`, faster, for public operands: the time tells their values.
enum polylimb_status polylimb_modulus_pow_vartime(const struct polylimb_modulus *modulus,
                                                  const uint8_t *base,
                                                  size_t base_length,
                                                  const uint8_t *exponent,
                                                  size_t exponent_length,
                                                  uint8_t *out,
                                                  size_t *out_length);

// `1/a`; `POLYLIMB_STATUS_NOT_INVERTIBLE` if there is none. `a` may be secret.
enum polylimb_status polylimb_modulus_inverse(const struct polylimb_modulus *modulus,
                                              const uint8_t *a,
                                              size_t length,
                                              uint8_t *out,
                                              size_t *out_length);

// `a mod M` for an `a` of any size of at least one byte. `a` may be secret.
enum polylimb_status polylimb_modulus_reduce(const struct polylimb_modulus *modulus,
                                             const uint8_t *a,
                                             size_t length,
                                             uint8_t *out,
                                             size_t *out_length);

// `base^exponent` modulo the modulus of each job, eight at a time where the CPU has lanes. Moduli
// are odd and have at most 16384 bits (`POLYLIMB_STATUS_MODULUS`). Time depends on the lengths
// only. A result is as long as its modulus without leading zeros.
enum polylimb_status polylimb_modulus_pow_all(size_t count,
                                              struct polylimb_rows moduli,
                                              struct polylimb_rows bases,
                                              struct polylimb_rows exponents,
                                              size_t threads,
                                              struct polylimb_output_rows results,
                                              enum polylimb_status *statuses);

// A table of powers of `base`, for exponents of up to `exponent_bits` bits. The base may be
// secret.
enum polylimb_status polylimb_fixed_base_new(const struct polylimb_modulus *modulus,
                                             const uint8_t *base,
                                             size_t length,
                                             size_t exponent_bits,
                                             struct polylimb_fixed_base **out);

// Frees a fixed base.
enum polylimb_status polylimb_fixed_base_free(struct polylimb_fixed_base *base);

// `base^exponent`, as many bytes as the modulus. The exponent may be secret;
// `POLYLIMB_STATUS_TOO_LARGE` if it has more bits than the table.
enum polylimb_status polylimb_fixed_base_pow(const struct polylimb_fixed_base *base,
                                             const uint8_t *exponent,
                                             size_t length,
                                             uint8_t *out,
                                             size_t *out_length);

// As `polylimb_fixed_base_pow`, faster; the time tells the exponent.
enum polylimb_status polylimb_fixed_base_pow_vartime(const struct polylimb_fixed_base *base,
                                                     const uint8_t *exponent,
                                                     size_t length,
                                                     uint8_t *out,
                                                     size_t *out_length);

// The raw operations of an RSA key, without padding: the modulus is the product of two or more
// secret odd primes, `exponent` the public exponent. Primality is not checked.
enum polylimb_status polylimb_crt_new(const struct polylimb_bytes *primes,
                                      size_t count,
                                      const uint8_t *exponent,
                                      size_t exponent_length,
                                      struct polylimb_crt **out);

// Frees the modulus and wipes its primes.
enum polylimb_status polylimb_crt_free(struct polylimb_crt *crt);

// `x^d`, blinded and checked: as many bytes as the modulus. `x` is below the modulus and may be
// secret.
enum polylimb_status polylimb_crt_private(const struct polylimb_crt *crt,
                                          const uint8_t *x,
                                          size_t length,
                                          uint8_t *out,
                                          size_t *out_length);

// `x^e`; `e` is public, `x` may be secret.
enum polylimb_status polylimb_crt_public(const struct polylimb_crt *crt,
                                         const uint8_t *x,
                                         size_t length,
                                         uint8_t *out,
                                         size_t *out_length);

// `polylimb_crt_private` of each row of `xs`, eight powers at a time where the CPU has lanes.
enum polylimb_status polylimb_crt_private_all(const struct polylimb_crt *crt,
                                              size_t count,
                                              struct polylimb_rows xs,
                                              size_t threads,
                                              struct polylimb_output_rows results,
                                              enum polylimb_status *statuses);

// A new key of 2048 to 8192 bits.
enum polylimb_status polylimb_paillier_secret_generate(size_t bits,
                                                       struct polylimb_paillier_secret **out);

// The key of two secret primes.
enum polylimb_status polylimb_paillier_secret_from_primes(const uint8_t *p,
                                                          size_t p_length,
                                                          const uint8_t *q,
                                                          size_t q_length,
                                                          struct polylimb_paillier_secret **out);

// The primes, one after the other, each half of the output. They are secret.
enum polylimb_status polylimb_paillier_secret_primes(const struct polylimb_paillier_secret *key,
                                                     uint8_t *out,
                                                     size_t *out_length);

// The public key of a secret one.
enum polylimb_status polylimb_paillier_secret_public(const struct polylimb_paillier_secret *key,
                                                     struct polylimb_paillier_public **out);

// Frees a key and wipes it.
enum polylimb_status polylimb_paillier_secret_free(struct polylimb_paillier_secret *key);

// The public key of a modulus of 1024 to 8192 bits.
enum polylimb_status polylimb_paillier_public_new(const uint8_t *modulus,
                                                  size_t length,
                                                  struct polylimb_paillier_public **out);

// The modulus.
enum polylimb_status polylimb_paillier_public_modulus(const struct polylimb_paillier_public *key,
                                                      uint8_t *out,
                                                      size_t *out_length);

// The number of bytes of a ciphertext; a message has half as many.
enum polylimb_status polylimb_paillier_ciphertext_bytes(const struct polylimb_paillier_public *key,
                                                        size_t *out);

// Frees a key.
enum polylimb_status polylimb_paillier_public_free(struct polylimb_paillier_public *key);

// A ciphertext of the message, a number below the modulus, which is secret.
enum polylimb_status polylimb_paillier_encrypt(const struct polylimb_paillier_public *key,
                                               const uint8_t *message,
                                               size_t length,
                                               uint8_t *out,
                                               size_t *out_length);

// `polylimb_paillier_encrypt` of each message, eight at a time where the CPU has lanes.
enum polylimb_status polylimb_paillier_encrypt_all(const struct polylimb_paillier_public *key,
                                                   size_t count,
                                                   struct polylimb_rows messages,
                                                   size_t threads,
                                                   struct polylimb_output_rows ciphertexts,
                                                   enum polylimb_status *statuses);

// A ciphertext of the sum of both messages, modulo the key's modulus.
enum polylimb_status polylimb_paillier_add(const struct polylimb_paillier_public *key,
                                           const uint8_t *a,
                                           size_t a_length,
                                           const uint8_t *b,
                                           size_t b_length,
                                           uint8_t *out,
                                           size_t *out_length);

// A ciphertext of the sum of the messages of all ciphertexts; of 0 for none.
enum polylimb_status polylimb_paillier_sum(const struct polylimb_paillier_public *key,
                                           size_t count,
                                           struct polylimb_rows ciphertexts,
                                           uint8_t *out,
                                           size_t *out_length);

// A ciphertext of the product of its message and the factor, which may be secret; the time depends
// on the factor's length.
enum polylimb_status polylimb_paillier_multiply(const struct polylimb_paillier_public *key,
                                                const uint8_t *ciphertext,
                                                size_t length,
                                                const uint8_t *factor,
                                                size_t factor_length,
                                                uint8_t *out,
                                                size_t *out_length);

// The message of a ciphertext, as many bytes as the modulus. It is secret.
enum polylimb_status polylimb_paillier_decrypt(const struct polylimb_paillier_secret *key,
                                               const uint8_t *ciphertext,
                                               size_t length,
                                               uint8_t *out,
                                               size_t *out_length);

// `polylimb_paillier_decrypt` of each ciphertext, eight powers at a time where the CPU has lanes.
enum polylimb_status polylimb_paillier_decrypt_all(const struct polylimb_paillier_secret *key,
                                                   size_t count,
                                                   struct polylimb_rows ciphertexts,
                                                   size_t threads,
                                                   struct polylimb_output_rows messages,
                                                   enum polylimb_status *statuses);

// A new key of `bits` bits, 2048 to 16384, with `primes` primes, 2 to 5, and the public exponent
// 65537.
enum polylimb_status polylimb_rsa_generate(size_t bits,
                                           size_t primes,
                                           struct polylimb_secret_key **out);

// The key of these primes, two to five, which are secret, and of the public exponent.
enum polylimb_status polylimb_rsa_from_primes(const struct polylimb_bytes *primes,
                                              size_t count,
                                              const uint8_t *exponent,
                                              size_t exponent_length,
                                              struct polylimb_secret_key **out);

// The public key of a modulus of 1024 to 16384 bits and a public exponent.
enum polylimb_status polylimb_rsa_public(const uint8_t *modulus,
                                         size_t length,
                                         const uint8_t *exponent,
                                         size_t exponent_length,
                                         struct polylimb_public_key **out);

// The message encrypted by OAEP, as long as the modulus. The message is secret, its length is
// not. `POLYLIMB_STATUS_LENGTH` if it is longer than the modulus less two digests and 2 bytes.
//
// `hash` is a value of `polylimb_hash`; `label` is bytes that both sides have in common, or none.
enum polylimb_status polylimb_rsa_encrypt(const struct polylimb_public_key *key,
                                          uint32_t hash,
                                          const uint8_t *label,
                                          size_t label_length,
                                          const uint8_t *message,
                                          size_t length,
                                          uint8_t *out,
                                          size_t *out_length);

// The message of a ciphertext; `POLYLIMB_STATUS_CIPHERTEXT` if it was changed or is for another
// key, label or hash. The message is secret; whether there is one, and its length, are public.
enum polylimb_status polylimb_rsa_decrypt(const struct polylimb_secret_key *key,
                                          uint32_t hash,
                                          const uint8_t *label,
                                          size_t label_length,
                                          const uint8_t *ciphertext,
                                          size_t length,
                                          uint8_t *out,
                                          size_t *out_length);

// The signature of a message under a scheme of `polylimb_scheme`. The key is secret, message and
// signature are not. `POLYLIMB_STATUS_KEY` for a key of another kind, or too short for the hash.
enum polylimb_status polylimb_sign(const struct polylimb_secret_key *key,
                                   uint32_t scheme,
                                   const uint8_t *message,
                                   size_t length,
                                   uint8_t *out,
                                   size_t *out_length);

// `polylimb_sign` of each message. ECDSA and RSA: eight at a time where the CPU has lanes.
//
// `key_count` is 1, one key for all, or `count`.
enum polylimb_status polylimb_sign_all(const struct polylimb_secret_key *const *keys,
                                       size_t key_count,
                                       uint32_t scheme,
                                       size_t count,
                                       struct polylimb_rows messages,
                                       size_t threads,
                                       struct polylimb_output_rows signatures,
                                       enum polylimb_status *statuses);

// `POLYLIMB_STATUS_OK` if the signature is one of the message by the key's owner,
// `POLYLIMB_STATUS_SIGNATURE` if not. All inputs are public.
enum polylimb_status polylimb_verify(const struct polylimb_public_key *key,
                                     uint32_t scheme,
                                     const uint8_t *message,
                                     size_t length,
                                     const uint8_t *signature,
                                     size_t signature_length);

// `polylimb_verify` of each signature, each with its own verdict, eight at a time where the CPU
// has lanes. BLS: all at once, and one by one if one of them is not valid.
//
// `key_count` is 1, one key for all, or `count`.
enum polylimb_status polylimb_verify_all(const struct polylimb_public_key *const *keys,
                                         size_t key_count,
                                         uint32_t scheme,
                                         size_t count,
                                         struct polylimb_rows messages,
                                         struct polylimb_rows signatures,
                                         size_t threads,
                                         enum polylimb_status *statuses);

// The secret that both sides compute: ECDH (the abscissa, as long as a coordinate) or X25519 (32
// bytes). It is secret, and not uniform: derive keys from it. `POLYLIMB_STATUS_KEY` for keys of
// different curves.
enum polylimb_status polylimb_agree(const struct polylimb_secret_key *own,
                                    const struct polylimb_public_key *other,
                                    uint8_t *out,
                                    size_t *out_length);

// `polylimb_agree` of each two keys, eight at a time where the CPU has lanes.
//
// `own_count` and `other_count` are 1, one key for all, or `count`.
enum polylimb_status polylimb_agree_all(const struct polylimb_secret_key *const *own,
                                        size_t own_count,
                                        const struct polylimb_public_key *const *others,
                                        size_t other_count,
                                        size_t count,
                                        size_t threads,
                                        struct polylimb_output_rows secrets,
                                        enum polylimb_status *statuses);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* POLYLIMB_H */
