//! Secret keys.

use super::public::{LEAST_BITS, MOST_BITS};
use super::{Oaep, PublicKey, Scheme};
use crate::error::{Error, Result};
use crate::limb::{
    Kernel, WORD_BITS, WORD_BYTES, Word, bit_length_vartime, equal, is_zero, shr_assign,
};
use crate::modmul::face::{be_bytes_of_words, words_of_be_bytes};
use crate::modmul::inverse::{gcd, gcd_scratch, invert, invert_scratch};
use crate::modmul::long_division::Divisor;
use crate::modmul::{OddModulus, Options};
use crate::powm::crt::modulus::product_of;
use crate::powm::primes::random_prime_avoiding;
use crate::powm::{BatchOptions, CrtModulus};
use crate::team::Split;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use rand_core::CryptoRng;
use zeroize::{ZeroizeOnDrop, Zeroizing};

type Secret = Zeroizing<Vec<Word>>;

/// The fewest bits of a new key.
const LEAST_NEW_BITS: usize = 2048;
/// The most primes of a key, by its bits; more would be found by the elliptic curve method.
const MOST_PRIMES: [(usize, usize); 3] = [(4096, 3), (8192, 4), (usize::MAX, 5)];
/// The public exponent of new keys.
const EXPONENT: u32 = 65_537;
/// The distance of two primes has at most this many bits less than they (`[FIPS186-5]`, A.1.3).
const NEAR_BITS: usize = 100;

/// The primes of a modulus and what follows from them. Wiped when dropped.
///
/// ```
/// # use rand_chacha::rand_core::SeedableRng;
/// # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
/// use polylimb::rsa::SecretKey;
/// // `rng` is any `rand_core::CryptoRng`.
/// let key = SecretKey::generate(2048, 2, &mut rng)?;
/// let pem = key.to_pkcs8_pem()?;
/// assert_eq!(SecretKey::from_pem(&pem)?.public_key(), key.public_key());
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone)]
pub struct SecretKey {
    key: Arc<CrtModulus>,
    public: PublicKey,
    /// What PKCS #1 writes.
    pub(super) numbers: Arc<Numbers>,
}

/// The numbers of a key in PKCS #1, big-endian.
pub(super) struct Numbers {
    pub(super) exponent: Zeroizing<Vec<u8>>,
    /// Each prime `r`, `d mod r - 1`, and the inverse modulo `r` of the primes before it. The
    /// first prime's coefficient does not exist; PKCS #1 calls the second prime `p` and the first
    /// `q`.
    pub(super) primes: Vec<[Zeroizing<Vec<u8>>; 3]>,
}

impl SecretKey {
    /// A new key of `bits` bits, 2048 to 16384, with `primes` primes, 2 to 5 (up to 3 below 4096
    /// bits, up to 4 below 8192), and the public exponent 65537. How many candidates were drawn is
    /// public.
    ///
    /// # Errors
    /// [`Error::Parameter`] for other numbers of bits or primes; [`Error::Randomness`] if `rng`
    /// gives no primes.
    pub fn generate<R: CryptoRng + ?Sized>(
        bits: usize,
        primes: usize,
        rng: &mut R,
    ) -> Result<Self> {
        if !(LEAST_NEW_BITS..=MOST_BITS).contains(&bits) {
            return Err(Error::Parameter { expected: "bits of a new RSA key: 2048 to 16384" });
        }
        check_primes(bits, primes)?;
        let mut found: Vec<Secret> = Vec::with_capacity(primes);
        // The bits that do not divide evenly go to the first primes.
        for i in (0..primes).map(|i| (bits + primes - 1 - i) / primes) {
            found.push(random_prime_avoiding(i, Some(EXPONENT), &BatchOptions::default(), rng)?);
        }
        // Rarely the product of three and more is a bit too short, or two primes too near.
        while bit_length_vartime(&product(&found)) < bits || !apart(&found) {
            found.pop();
            let last = bits / primes;
            found.push(random_prime_avoiding(last, Some(EXPONENT), &BatchOptions::default(), rng)?);
        }
        let primes: Vec<_> = found.iter().map(|prime| bytes_of(prime, prime)).collect();
        let primes: Vec<&[u8]> = primes.iter().map(|prime| &prime[..]).collect();
        Self::from_primes(&primes, &EXPONENT.to_be_bytes())
    }

    /// From the primes, two to five, and the public exponent, big-endian. Primality is not checked.
    ///
    /// # Errors
    /// [`Error::Key`] for fewer or more primes, a modulus or an exponent that [`PublicKey::new`]
    /// refuses, and primes that are not different or do not suit the exponent.
    pub fn from_primes(primes: &[&[u8]], e: &[u8]) -> Result<Self> {
        let primes: Vec<Secret> = primes.iter().map(|prime| words_of_be_bytes(prime)).collect();
        check(&primes)?;
        let kernel = Kernel::PORTABLE;
        let less_one = |prime: &Secret| {
            let mut group = prime.clone();
            group[0] &= !1;
            group
        };
        let n = product(&primes);
        let n = Zeroizing::new(be_bytes_of_words(&n, n.len() * WORD_BYTES));
        let public = PublicKey::new(&n, e)?;
        let least = primes[1..].iter().fold(less_one(&primes[0]), |multiple, prime| {
            least_common_multiple(kernel, &multiple, &less_one(prime))
        });
        let d = private_exponent(&words_of_be_bytes(e), &least).ok_or(UNSUITABLE)?;
        let mut before: Secret = Zeroizing::new(vec![1]);
        let mut numbers = Vec::with_capacity(primes.len());
        for prime in &primes {
            let coefficient = inverse(&before, prime).ok_or(EQUAL)?;
            let exponent = Divisor::new(kernel, trimmed(&less_one(prime))).divide(&d).1;
            numbers.push([prime, &exponent, &coefficient].map(|number| bytes_of(number, prime)));
            before = product_of(kernel, &before, prime);
        }
        let d = Zeroizing::new(be_bytes_of_words(&d, d.len() * WORD_BYTES));
        Self::of_numbers(public, Numbers { exponent: d, primes: numbers })
    }

    /// From the numbers of PKCS #1, which must belong together.
    pub(super) fn of_numbers(public: PublicKey, numbers: Numbers) -> Result<Self> {
        let words = |i: usize| -> Vec<Secret> {
            numbers.primes.iter().map(|number| words_of_be_bytes(&number[i])).collect()
        };
        let (primes, exponents, coefficients) = (words(0), words(1), words(2));
        check(&primes)?;
        let kernel = Kernel::PORTABLE;
        let (n, product) = (public.modulus.as_words(), product(&primes));
        let is_n = |(low, high): (&[Word], &[Word])| equal(low, n) & is_zero(high);
        if !product.split_at_checked(n.len()).is_some_and(|parts| is_n(parts).to_bool_vartime()) {
            return Err(Error::Key { wrong: "the modulus is not the product of the primes" });
        }
        // Whether `a b = 1` modulo `m`.
        let inverses = |a: &[Word], b: &[Word], m: &[Word]| {
            let (_, mut rest) = Divisor::new(kernel, trimmed(m)).divide(&product_of(kernel, a, b));
            rest[0] ^= 1;
            is_zero(&rest).to_bool_vartime()
        };
        let (e, d) = (public.exponent.words(), words_of_be_bytes(&numbers.exponent));
        let mut before: Secret = Zeroizing::new(vec![1]);
        for (i, prime) in primes.iter().enumerate() {
            let mut group = prime.clone();
            group[0] &= !1;
            if !inverses(e, &exponents[i], &group) || !inverses(e, &d, &group) {
                return Err(Error::Key {
                    wrong: "a private exponent does not belong to the public one",
                });
            }
            if i > 0 && !inverses(&before, &coefficients[i], prime) {
                return Err(Error::Key { wrong: "a coefficient is not the inverse of the primes" });
            }
            before = product_of(kernel, &before, prime);
        }
        let options = Options::default();
        let factors: Vec<_> =
            primes.iter().map(|prime| OddModulus::new(prime, &options)).collect::<Result<_>>()?;
        let exponents: Vec<&[Word]> = exponents.iter().map(|words| &words[..]).collect();
        let n = (*public.modulus).clone();
        let key = CrtModulus::of_product(n, &factors, &exponents, e, &options)?;
        Ok(Self { key: Arc::new(key), public, numbers: Arc::new(numbers) })
    }

    /// The public key.
    #[must_use]
    pub fn public_key(&self) -> &PublicKey {
        &self.public
    }

    /// How many primes the modulus has.
    #[must_use]
    pub fn primes(&self) -> usize {
        self.numbers.primes.len()
    }

    /// The signature of a message. `rng` gives the salt, if the scheme has one, and the blinding.
    /// Constant time but for the message's length.
    ///
    /// # Errors
    /// [`Error::Key`] for a key that is too short for the scheme; [`Error::Parameter`] for a hash
    /// of less than 224 bits, as SHA-1 is; otherwise as [`CrtModulus::private`].
    pub fn sign<R: CryptoRng + ?Sized>(
        &self,
        scheme: &Scheme,
        message: &[u8],
        rng: &mut R,
    ) -> Result<Vec<u8>> {
        self.sign_digest(scheme, &scheme.digest(message), rng)
    }

    /// [`SecretKey::sign`] for a message with this digest.
    ///
    /// # Errors
    /// As [`SecretKey::sign`]; [`Error::Length`] for a digest of another hash function.
    pub fn sign_digest<R: CryptoRng + ?Sized>(
        &self,
        scheme: &Scheme,
        digest: &[u8],
        rng: &mut R,
    ) -> Result<Vec<u8>> {
        let encoded = scheme.encode(digest, self.public.bits(), rng)?;
        Ok(self.power(&encoded, rng)?.to_vec())
    }

    /// [`SecretKey::sign_digest`] for each key and digest. Where the CPU has lanes, eight powers
    /// run at a time, fastest for keys of one length; parts of the batch run over `split`.
    ///
    /// ```
    /// # use rand_chacha::rand_core::SeedableRng;
    /// # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
    /// use polylimb::Alone;
    /// use polylimb::rsa::{PublicKey, Scheme, SecretKey};
    /// let key = SecretKey::generate(2048, 2, &mut rng)?;
    /// let (pss, digests) = (Scheme::pss::<sha2::Sha256>(), [[1; 32], [2; 32]]);
    /// let jobs = [(&key, &digests[0][..]), (&key, &digests[1])];
    /// let signatures = SecretKey::sign_digests(&jobs, &pss, &Alone, &mut rng);
    /// for (digest, signature) in digests.iter().zip(signatures) {
    ///     key.public_key().verify_digest(&pss, digest, &signature?)?;
    /// }
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// For each job as [`SecretKey::sign_digest`].
    pub fn sign_digests<R: CryptoRng + ?Sized>(
        jobs: &[(&Self, &[u8])],
        scheme: &Scheme,
        split: &dyn Split,
        rng: &mut R,
    ) -> Vec<Result<Vec<u8>>> {
        let encode = |&(key, digest): &(&Self, &[u8])| {
            Ok(words_of_be_bytes(&scheme.encode(digest, key.public.bits(), rng)?))
        };
        let encoded: Vec<Result<Secret>> = jobs.iter().map(encode).collect();
        let begun = jobs.iter().zip(&encoded);
        let numbers: Vec<(&CrtModulus, &[Word])> = begun
            .filter_map(|((key, _), number)| Some((&*key.key, &number.as_ref().ok()?[..])))
            .collect();
        let options = BatchOptions { split, ..BatchOptions::default() };
        let mut powers = CrtModulus::private_all(&numbers, &options, rng).into_iter();
        let signature = |((key, _), number): (&(&Self, &[u8]), Result<Secret>)| {
            let power = number.and_then(|_| powers.next().unwrap_or(Err(Error::PartPanicked)))?;
            Ok(be_bytes_of_words(&power, key.public.bytes()))
        };
        jobs.iter().zip(encoded).map(signature).collect()
    }

    /// The message of a ciphertext. `rng` gives the blinding. Whether there is a message, and its
    /// length, are public.
    ///
    /// # Errors
    /// [`Error::Ciphertext`] for a ciphertext of another key, label or hash function, and one that
    /// was changed; otherwise as [`CrtModulus::private`].
    pub fn decrypt<R: CryptoRng + ?Sized>(
        &self,
        oaep: &Oaep<'_>,
        ciphertext: &[u8],
        rng: &mut R,
    ) -> Result<Zeroizing<Vec<u8>>> {
        if ciphertext.len() != self.public.bytes() {
            return Err(Error::Ciphertext);
        }
        let encoded = self.power(ciphertext, rng).map_err(|error| match error {
            Error::NotReduced { .. } => Error::Ciphertext,
            other => other,
        })?;
        oaep.decode(encoded)
    }

    /// A digest of the private exponent and the input, as secret as the key.
    #[cfg(feature = "rustcrypto")]
    pub(crate) fn secret_digest<D: digest::Digest>(&self, input: &[u8]) -> Zeroizing<Vec<u8>> {
        let mut digest = D::new_with_prefix(&*self.numbers.exponent).chain_update(input).finalize();
        let copy = Zeroizing::new(digest.to_vec());
        zeroize::Zeroize::zeroize(digest.as_mut_slice());
        copy
    }

    /// `x^d mod n`, checked.
    fn power<R: CryptoRng + ?Sized>(&self, x: &[u8], rng: &mut R) -> Result<Zeroizing<Vec<u8>>> {
        let power = Zeroizing::new(self.key.private(&words_of_be_bytes(x), rng)?);
        Ok(Zeroizing::new(be_bytes_of_words(&power, self.public.bytes())))
    }
}

impl ZeroizeOnDrop for SecretKey {}

impl fmt::Debug for SecretKey {
    /// Without the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretKey(RSA, {} bits)", self.public.bits())
    }
}

const UNSUITABLE: Error =
    Error::Key { wrong: "the public exponent has a factor in common with a prime less 1" };
const EQUAL: Error = Error::Key { wrong: "the primes must be different" };

/// Checks number, parity and total length of the primes.
fn check(primes: &[Secret]) -> Result<()> {
    if primes.iter().any(|prime| bit_length_vartime(prime) < 2 || prime[0] & 1 == 0) {
        return Err(Error::Key { wrong: "the primes must be odd and above 1" });
    }
    let bits: usize = primes.iter().map(|prime| bit_length_vartime(prime)).sum();
    // Their product may have a bit less for each.
    if !(LEAST_BITS..MOST_BITS + primes.len()).contains(&bits) {
        return Err(Error::Key { wrong: "the primes must have 1024 to 16384 bits together" });
    }
    check_primes(MOST_BITS, primes.len())
}

/// Checks the number of primes of a modulus of `bits` bits.
fn check_primes(bits: usize, primes: usize) -> Result<()> {
    let most = MOST_PRIMES.iter().find(|(below, _)| bits < *below).map_or(2, |(_, most)| *most);
    if (2..=most).contains(&primes) {
        return Ok(());
    }
    Err(Error::Parameter {
        expected: "primes of an RSA key: 2 to 5, up to 3 below 4096 bits, up to 4 below 8192",
    })
}

/// The product, with leading zeros.
fn product(primes: &[Secret]) -> Secret {
    let one = Zeroizing::new(vec![1]);
    primes.iter().fold(one, |all, prime| product_of(Kernel::PORTABLE, &all, prime))
}

/// Whether no two primes are near each other, or equal.
fn apart(primes: &[Secret]) -> bool {
    // Modulo a power of 2, so that one of `p - q` and `q - p` is the distance.
    let far = |p: &Secret, q: &Secret| {
        let (mut difference, near) = (p.clone(), bit_length_vartime(p) - NEAR_BITS);
        let _ = Kernel::PORTABLE.sub_assign(&mut difference, q);
        let _ = shr_assign(&mut difference, near % WORD_BITS);
        !is_zero(&difference[near / WORD_BITS..]).to_bool_vartime()
    };
    primes.iter().enumerate().all(|(i, p)| {
        let mut others = primes[..i].iter().filter(|q| q.len() == p.len());
        others.all(|q| far(p, q) && far(q, p))
    })
}

/// Without leading zero words; how many there are is public.
fn trimmed(a: &[Word]) -> &[Word] {
    &a[..bit_length_vartime(a).div_ceil(Word::BITS as usize)]
}

/// As many bytes as `modulus` has, whose length is public.
fn bytes_of(words: &[Word], modulus: &[Word]) -> Zeroizing<Vec<u8>> {
    Zeroizing::new(be_bytes_of_words(words, bit_length_vartime(modulus).div_ceil(8)))
}

/// The least common multiple of two numbers, with leading zeros.
fn least_common_multiple(kernel: Kernel, a: &[Word], b: &[Word]) -> Secret {
    let words = a.len().max(b.len());
    let padded = |of: &[Word]| {
        let mut longer = Zeroizing::new(vec![0; words]);
        longer[..of.len()].copy_from_slice(of);
        longer
    };
    let mut common = Zeroizing::new(vec![0; words]);
    let mut scratch = Zeroizing::new(vec![0; gcd_scratch(words)]);
    gcd(&mut common, &padded(a), &padded(b), &mut scratch);
    without_factor(&product_of(kernel, a, b), &common)
}

/// `a / factor`. The factor is common to primes less 1 and counts as public: it divides `n - 1`.
#[inline(never)]
fn without_factor(a: &[Word], factor: &[Word]) -> Secret {
    Divisor::new(Kernel::PORTABLE, trimmed(factor)).divide(a).0
}

/// `1/e mod m` for an even `m`, with leading zeros, in a time that tells `e` only: `(k m + 1) / e`
/// with `k = -1/m mod e`.
fn private_exponent(e: &[Word], m: &[Word]) -> Option<Secret> {
    let (kernel, e) = (Kernel::PORTABLE, trimmed(e));
    let mut k: Secret = Zeroizing::new(e.to_vec());
    let _ = kernel.sub_assign(&mut k, &inverse(m, e)?);
    let mut multiple = product_of(kernel, &k, m);
    multiple[0] |= 1;
    Some(Divisor::new(kernel, e).divide(&multiple).0)
}

/// `1/a mod m`; whether it exists is public.
fn inverse(a: &[Word], m: &[Word]) -> Option<Secret> {
    let m = trimmed(m);
    let (_, a) = Divisor::new(Kernel::PORTABLE, m).divide(a);
    let mut scratch = Zeroizing::new(vec![0; invert_scratch(m.len())]);
    let mut inverse = Zeroizing::new(vec![0; m.len()]);
    invert(&mut inverse, &a, m, &mut scratch).to_bool_vartime().then_some(inverse)
}
