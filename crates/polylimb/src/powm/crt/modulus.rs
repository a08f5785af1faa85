//! A modulus with its factors, and its construction.

use super::pair::Pair;
use super::{Factor, private_exponent};
use crate::error::{Error, Result};
use crate::limb::{Kernel, Word, bit_length_vartime, equal, is_zero};
use crate::modmul::{Modulus, OddModulus, Options};
use crate::team::{Alone, Split, narrowed};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use zeroize::Zeroizing;

/// A modulus `n` whose factors are known, with the public exponent `e` and a private exponent for
/// each factor: the raw operations of an RSA key, without padding.
///
/// **Factors** are two or more odd primes, in any order, of any sizes. Primality is not checked:
/// with other factors the [private operation](CrtModulus::private) returns
/// [`Error::FaultDetected`].
///
/// **Time** depends on the bit lengths of the factors, on `n` and on `e`, not on the values of
/// factors, private exponents or operands. This includes the construction. All secrets are wiped
/// when dropped.
///
/// ```
/// use polylimb::modmul::Options;
/// use polylimb::powm::CrtModulus;
/// # use rand_chacha::rand_core::SeedableRng;
/// # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
/// // The primes are as short as this line; `rng` is any `rand_core::CryptoRng`.
/// let key = CrtModulus::from_primes(&[&[11], &[17]], &[3], &Options::default())?;
/// let y = key.private(&[123], &mut rng)?;
/// assert_eq!(key.public(&y)?, [123]);
/// # Ok::<(), polylimb::Error>(())
/// ```
pub struct CrtModulus {
    pub(super) modulus: Modulus,
    pub(super) factors: Vec<Factor>,
    /// For two factors of one length, where the CPU has lanes for it.
    pub(super) pair: Option<Pair>,
    pub(super) public_exponent: Vec<Word>,
    /// Provides a thread for each factor, as far as available.
    pub(super) split: Arc<dyn Split>,
}

impl CrtModulus {
    /// From the primes and `d mod p - 1` for each prime, as in key files. The threads of the
    /// options' team compute the powers; `public_exponent` is `e`.
    ///
    /// # Errors
    /// As [`CrtModulus::over`], as [`OddModulus::new`] for each prime, and as [`Modulus::new`] for
    /// their product.
    pub fn new(
        primes: &[&[Word]],
        exponents: &[&[Word]],
        public_exponent: &[Word],
        options: &Options<'_>,
    ) -> Result<Self> {
        let alone = Options { team: None, ..options.clone() };
        let factors: Vec<_> =
            primes.iter().map(|prime| OddModulus::new(prime, &alone)).collect::<Result<_>>()?;
        let modulus = published(&product_of_all(&factors)?, &alone)?;
        Self::of_product(modulus, &factors, exponents, public_exponent, options)
    }

    /// From the primes and the public exponent alone.
    ///
    /// # Errors
    /// As [`CrtModulus::new`]; [`Error::NotInvertible`] also if a prime minus 1 has a common factor
    /// with the public exponent.
    pub fn from_primes(
        primes: &[&[Word]],
        public_exponent: &[Word],
        options: &Options<'_>,
    ) -> Result<Self> {
        let alone = Options { team: None, ..options.clone() };
        check_public(public_exponent)?;
        let exponents: Vec<_> = primes
            .iter()
            .map(|prime| private_exponent(&OddModulus::new(prime, &alone)?, public_exponent))
            .collect::<Result<_>>()?;
        let exponents: Vec<&[Word]> = exponents.iter().map(|exponent| &exponent[..]).collect();
        Self::new(primes, &exponents, public_exponent, options)
    }

    /// From a prepared modulus and factors, for example over the caller's own multiplications. Uses
    /// only the team of the options.
    ///
    /// # Errors
    /// [`Error::Parameter`] for fewer than two factors, a modulus that is not their product, a
    /// public exponent that is even or 1, or an even private one; [`Error::Length`] if the number
    /// of exponents differs or an exponent is empty; [`Error::NotReduced`] for an exponent that is
    /// not below its factor; [`Error::NotInvertible`] if two factors are not coprime.
    pub fn over(
        modulus: Modulus,
        factors: &[OddModulus],
        exponents: &[&[Word]],
        public_exponent: &[Word],
        options: &Options<'_>,
    ) -> Result<Self> {
        let product = product_of_all(factors)?;
        let mut padded = Zeroizing::new(vec![0; product.len().max(modulus.as_words().len())]);
        padded[..modulus.as_words().len()].copy_from_slice(modulus.as_words());
        let (low, high) = padded.split_at(product.len());
        if !(equal(low, &product) & is_zero(high)).to_bool_vartime() {
            return Err(Error::Parameter { expected: "a modulus that is the factors' product" });
        }
        Self::of_product(modulus, factors, exponents, public_exponent, options)
    }

    /// From the product of these factors.
    pub(crate) fn of_product(
        modulus: Modulus,
        factors: &[OddModulus],
        exponents: &[&[Word]],
        public_exponent: &[Word],
        options: &Options<'_>,
    ) -> Result<Self> {
        check_public(public_exponent)?;
        if exponents.len() != factors.len() {
            let (expected, got) = (factors.len(), exponents.len());
            return Err(Error::Length { what: "the list of exponents", expected, got });
        }
        let pair = match factors {
            [a, b] => {
                Pair::new(a.modmul().kernel(), options.features, [a.as_words(), b.as_words()])
            }
            _ => None,
        };
        let factors: Vec<_> = (0..factors.len())
            .map(|i| Factor::new(&factors[..i], &factors[i], exponents[i]))
            .collect::<Result<_>>()?;
        let team = options.team.clone().unwrap_or_else(|| Arc::new(Alone));
        let threads = team.threads().min(options.max_threads).min(factors.len()).max(1);
        Ok(Self {
            modulus,
            factors,
            pair,
            public_exponent: public_exponent.to_vec(),
            split: narrowed(team, threads),
        })
    }

    /// `n`, the product of the factors.
    #[must_use]
    pub fn modulus(&self) -> &Modulus {
        &self.modulus
    }
}

impl fmt::Debug for CrtModulus {
    /// Omits the factors, which are secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CrtModulus({} bits, {} factors)", self.modulus.bits(), self.factors.len())
    }
}

/// The modulus: from here on this product of secrets is public. The check of the machine code knows
/// this function (`taint/src/main.rs`).
#[inline(never)]
fn published(product: &[Word], options: &Options<'_>) -> Result<Modulus> {
    Modulus::new(product, options)
}

/// Checks that the exponent is odd and at least 3, as every public exponent of RSA is.
fn check_public(exponent: &[Word]) -> Result<()> {
    if bit_length_vartime(exponent) < 2 || exponent[0] & 1 == 0 {
        return Err(Error::Parameter { expected: "the public exponent: odd, at least 3" });
    }
    Ok(())
}

/// The product of two or more factors, in as many words as they have together.
fn product_of_all(factors: &[OddModulus]) -> Result<Zeroizing<Vec<Word>>> {
    if factors.len() < 2 {
        return Err(Error::Parameter { expected: "factors: two or more" });
    }
    Ok(product_of_some(factors))
}

/// The product of any number of factors, in as many words as they have together, at least one.
pub(super) fn product_of_some(factors: &[OddModulus]) -> Zeroizing<Vec<Word>> {
    let one = Zeroizing::new(vec![1]);
    let mut product = factors.iter().fold(one, |product, factor| {
        product_of(factor.modmul().kernel(), &product, factor.as_words())
    });
    // Drops the word of the initial 1.
    let words = (product.len() - 1).max(1);
    product.truncate(words);
    product
}

/// `a b`, in as many words as both have together.
pub(crate) fn product_of(kernel: Kernel, a: &[Word], b: &[Word]) -> Zeroizing<Vec<Word>> {
    let mut scratch = Zeroizing::new(vec![0; kernel.mul_scratch(a.len(), b.len())]);
    let mut r = Zeroizing::new(vec![0; a.len() + b.len()]);
    kernel.mul(&mut r, a, b, &mut scratch);
    r
}
