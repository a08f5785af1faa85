//! Secret keys: generation and decryption.

use super::public::{LEAST_BITS, MOST_BITS};
use super::{Power, PublicKey, Secret, batched};
use crate::error::{Error, Result};
use crate::limb::{Kernel, Word, bit_length_vartime, is_zero};
use crate::modmul::face::{be_bytes_of_words, words_of_be_bytes};
use crate::modmul::inverse::{gcd, gcd_scratch};
use crate::modmul::long_division::Divisor;
use crate::modmul::{OddModulus, Options, Residue};
use crate::powm::crt::modulus::product_of;
use crate::powm::crt::{inverse_of, reduced};
use crate::powm::{BatchOptions, Exponent, random_prime};
use crate::team::Split;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use rand_core::CryptoRng;
use zeroize::{ZeroizeOnDrop, Zeroizing};

/// The fewest bits of a new key.
const LEAST_NEW_BITS: usize = 2048;

/// The primes of a modulus. Wiped when dropped.
pub struct SecretKey {
    public: PublicKey,
    p: Prime,
    q: Prime,
    /// `1/p` modulo `q`.
    inverse: Residue,
}

/// One prime `p` of `N = p q`.
struct Prime {
    modulus: OddModulus,
    divisor: Divisor,
    square: OddModulus,
    /// `p - 1`.
    less_one: Secret,
    /// `-1/q` modulo `p`.
    factor: Residue,
}

impl SecretKey {
    /// Two new primes of half the bits each, 3 modulo 4, without an odd common factor when reduced
    /// by 1, as [`ShortExponents`](super::ShortExponents) need them. How many candidates were drawn
    /// is public.
    ///
    /// # Errors
    /// [`Error::Key`] for less than 2048 or more than 8192 bits, or an odd number;
    /// [`Error::Randomness`].
    pub fn generate<R: CryptoRng + ?Sized>(bits: usize, rng: &mut R) -> Result<Self> {
        if !(LEAST_NEW_BITS..=MOST_BITS).contains(&bits) || !bits.is_multiple_of(2) {
            return Err(Error::Key { wrong: "new keys have 2048 to 8192 bits, an even number" });
        }
        let mut prime = || loop {
            let prime = random_prime(bits / 2, &BatchOptions::default(), rng)?;
            if prime[0] & 3 == 3 {
                return Ok(prime);
            }
        };
        loop {
            let (p, q) = (prime()?, prime()?);
            let mut common = Zeroizing::new(vec![0; p.len()]);
            let mut scratch = Zeroizing::new(vec![0; gcd_scratch(p.len())]);
            gcd(&mut common, &even(&p), &even(&q), &mut scratch);
            if bit_length_vartime(&common) == 2 {
                return Self::of_primes(&p, &q);
            }
        }
    }

    /// From the primes, big-endian. Primality is not checked.
    ///
    /// # Errors
    /// [`Error::Key`] for a product that is even or not of 1024 to 8192 bits, for equal primes, and
    /// if one divides the other less 1.
    pub fn from_primes(p: &[u8], q: &[u8]) -> Result<Self> {
        let (p, q) = (words_of_be_bytes(p), words_of_be_bytes(q));
        let lengths = [&p, &q].map(|prime| bit_length_vartime(prime));
        if lengths.contains(&0) || !(LEAST_BITS..=MOST_BITS + 1).contains(&lengths.iter().sum()) {
            return Err(Error::Key { wrong: "the primes must have 1024 to 8192 bits together" });
        }
        Self::of_primes(&p, &q)
    }

    fn of_primes(p: &[Word], q: &[Word]) -> Result<Self> {
        if p[0] & q[0] & 1 == 0 || bit_length_vartime(p).min(bit_length_vartime(q)) < 2 {
            return Err(Error::Key { wrong: "the primes must be odd, at least 3" });
        }
        let n = product_of(Kernel::PORTABLE, p, q);
        let bytes = bit_length_vartime(&n).div_ceil(8);
        let public = PublicKey::new(&Zeroizing::new(be_bytes_of_words(&n, bytes)))?;
        let (p, q) = (Prime::new(p, q)?, Prime::new(q, p)?);
        let inverse = inverse_of(&q.modulus, p.modulus.as_words()).map_err(|_| UNSUITABLE)?;
        Ok(Self { public, p, q, inverse })
    }

    /// The public key.
    #[must_use]
    pub fn public_key(&self) -> &PublicKey {
        &self.public
    }

    /// The primes `p` and `q`, big-endian.
    #[must_use]
    pub fn primes(&self) -> [Zeroizing<Vec<u8>>; 2] {
        [&self.p, &self.q].map(|prime| {
            let (words, bytes) = (prime.modulus.as_words(), prime.modulus.byte_length());
            Zeroizing::new(be_bytes_of_words(words, bytes))
        })
    }

    /// The message of a ciphertext, in [`PublicKey::bytes`] bytes.
    ///
    /// # Errors
    /// [`Error::Ciphertext`] for a number that is 0, not below `N²`, or not prime to `N`.
    pub fn decrypt(&self, ciphertext: &[u8]) -> Result<Zeroizing<Vec<u8>>> {
        let ciphertext = Zeroizing::new(self.public.ciphertext(ciphertext)?.to_words());
        let power = |prime: &Prime| -> Result<Secret> {
            let base = reduced(&prime.square, &ciphertext)?;
            let power = Residue::raised_in_turns(&[base], &[Exponent::new(&prime.less_one)]);
            Ok(Zeroizing::new(power[0].to_words()))
        };
        Ok(Zeroizing::new(self.message(&power(&self.p)?, &power(&self.q)?)?))
    }

    /// [`SecretKey::decrypt`] of each ciphertext. Where the CPU has lanes, eight powers run at a
    /// time; parts of the batch run over `split`.
    ///
    /// # Errors
    /// For each ciphertext as [`SecretKey::decrypt`].
    pub fn decrypt_all(
        &self,
        ciphertexts: &[&[u8]],
        split: &dyn Split,
    ) -> Vec<Result<Zeroizing<Vec<u8>>>> {
        let messages = batched(
            ciphertexts,
            |ciphertext| {
                let ciphertext = Zeroizing::new(self.public.ciphertext(ciphertext)?.to_words());
                Ok(((), [self.p.power(&ciphertext)?, self.q.power(&ciphertext)?]))
            },
            split,
            |(), [p, q]| self.message(p, q),
        );
        messages.into_iter().map(|message| message.map(Zeroizing::new)).collect()
    }

    /// The message, from the ciphertext's powers modulo `p²` and `q²`.
    fn message(&self, p: &[Word], q: &[Word]) -> Result<Vec<u8>> {
        let p = Zeroizing::new(self.p.logarithm(p)?.to_words());
        let difference = self.q.logarithm(q)?.sub(&reduced(&self.q.modulus, &p)?)?;
        let digit = Zeroizing::new(difference.mul(&self.inverse)?.to_words());
        let kernel = Kernel::PORTABLE;
        let mut message = product_of(kernel, self.p.modulus.as_words(), &digit);
        let _ = kernel.add_assign(&mut message, &p);
        Ok(be_bytes_of_words(&message, self.public.bytes()))
    }
}

impl Prime {
    fn new(p: &[Word], other: &[Word]) -> Result<Self> {
        let odd = |modulus: &[Word]| OddModulus::new(modulus, &Options::default());
        let modulus = odd(p)?;
        let p = modulus.as_words();
        let factor = inverse_of(&modulus, other).map_err(|_| UNSUITABLE)?.neg();
        if is_zero(&Zeroizing::new(modulus.reduce(&even(other))?)).to_bool_vartime() {
            return Err(UNSUITABLE);
        }
        Ok(Self {
            divisor: Divisor::new(Kernel::PORTABLE, p),
            square: odd(&product_of(Kernel::PORTABLE, p, p))?,
            less_one: even(p),
            factor,
            modulus,
        })
    }

    /// What gives the message modulo `p`.
    fn power(&self, ciphertext: &[Word]) -> Result<Power<'_>> {
        Ok(Power {
            modulus: self.square.as_words(),
            base: Zeroizing::new(self.square.reduce(ciphertext)?),
            exponent: self.less_one.clone(),
            bits: self.modulus.bits(),
        })
    }

    /// The message modulo `p` of a ciphertext's power `x = 1 - m p q` modulo `p²`.
    fn logarithm(&self, x: &[Word]) -> Result<Residue> {
        let (quotient, mut rest) = self.divisor.divide(x);
        rest[0] ^= 1;
        // Whether a number is a ciphertext is public.
        if !is_zero(&rest).to_bool_vartime() {
            return Err(Error::Ciphertext);
        }
        self.modulus.residue(&quotient)?.mul(&self.factor)
    }
}

impl ZeroizeOnDrop for SecretKey {}

impl fmt::Debug for SecretKey {
    /// Without the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretKey(Paillier, {} bits)", self.public.bits())
    }
}

const UNSUITABLE: Error =
    Error::Key { wrong: "the primes must be different, and none may divide the other less 1" };

/// `n - 1` for an odd `n`.
fn even(n: &[Word]) -> Secret {
    let mut even = Zeroizing::new(n.to_vec());
    even[0] &= !1;
    even
}
