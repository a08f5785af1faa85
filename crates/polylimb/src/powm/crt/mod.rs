//! The Chinese remainder theorem: powers modulo a number whose factors are known, as the owner of
//! an RSA key computes them.
//!
//! **Source.** `[Quisquater1982]`; recombination `[Garner1959]`. **Idea.** The factors are shorter,
//! and so are the exponents: two powers modulo numbers of half the length cost a quarter of one
//! power. They are independent, so each runs on a thread.
//!
//! **Against faults.** A result that is wrong modulo one factor reveals all factors
//! (`[Boneh1997]`). So every result is raised to the public exponent and returned only if this
//! gives the operand. **Against timing and power analysis.** The operand is blinded with a fresh
//! random number `r` each time (`[Kocher1996]`), without an inversion: with `w = x r^(e-1)` and
//! `z = w r = x r^e` it is `x^d = w z^(d-1)`, because `r^(e d) = r`. The powers see `z` only.
//!
//! Padding, hashing and key formats are left to RSA crates; without padding RSA is not secure.

use super::crt::modulus::{product_of, product_of_some};
use super::crt::pair::Pair;
use super::{Exponent, sliding_window};
use crate::cpu::DataIndependentTiming;
use crate::error::{Error, Result};
use crate::limb::{WORD_BITS, WORD_BYTES, Word, less_than};
use crate::modmul::inverse::{invert, invert_scratch};
use crate::modmul::{Modulus, OddModulus, Options, Residue};
use crate::team::each_chunk;
use alloc::vec;
use alloc::vec::Vec;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

mod batch;
pub(crate) mod modulus;
#[cfg(all(
    any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon")),
    not(any(polylimb_word = "8", polylimb_word = "32"))
))]
pub(crate) mod pair;
#[cfg(all(
    any(
        all(target_arch = "x86_64", feature = "std"),
        all(target_arch = "aarch64", target_feature = "neon")
    ),
    not(any(polylimb_word = "8", polylimb_word = "32"))
))]
pub(crate) mod two_lanes;
#[cfg(not(all(
    any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon")),
    not(any(polylimb_word = "8", polylimb_word = "32"))
)))]
mod pair {
    use super::{Exponent, Secret};
    use crate::cpu::Features;
    use crate::limb::{Kernel, Word};

    /// No lanes here.
    pub(crate) enum Pair {}

    impl Pair {
        pub(super) fn new(_: Kernel, _: Features, _: [&[Word]; 2]) -> Option<Self> {
            None
        }

        pub(super) fn powers(&self, _: [&[Word]; 2], _: [Exponent<'_>; 2]) -> [Secret; 2] {
            match *self {}
        }
    }
}

pub use modulus::CrtModulus;

// The private and the public operation.

/// This many unusable masks in a row prove a broken generator: even modulo 15 a random number is
/// usable with a probability above 1/2.
const MOST_DRAWS: usize = 128;

/// Bits drawn in addition to the modulus' bits, so that the mask is uniform up to 2^-64.
const EXTRA_BITS: usize = 64;

impl CrtModulus {
    /// `x^d mod n`: the raw signature or decryption of `x < n`, blinded with a fresh mask of `rng`
    /// and checked with the public exponent. The powers modulo the factors run on the options'
    /// threads, one each.
    ///
    /// **Cost** in addition to the powers: two public operations.
    ///
    /// # Errors
    /// [`Error::NotReduced`], [`Error::Length`] for `x`; [`Error::FaultDetected`] if the result is
    /// wrong, which is then not returned; [`Error::Randomness`] if `rng` gives no usable number.
    pub fn private<R: CryptoRng + ?Sized>(&self, x: &[Word], rng: &mut R) -> Result<Vec<Word>> {
        let _timing = DataIndependentTiming::begin();
        let x = self.modulus.residue(x)?;
        for _ in 0..MOST_DRAWS {
            match self.masked(&x, &self.draw(rng)?) {
                // The mask shares a factor with n: draw another.
                Err(Error::NotInvertible) => {}
                power => return power,
            }
        }
        Err(Error::Randomness)
    }

    /// `x^d mod n`, blinded with this mask.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] if the mask shares a factor with `n`.
    fn masked(&self, x: &Residue, mask: &Residue) -> Result<Vec<Word>> {
        let blinded = self.blinded(x, mask)?;
        let bits = |factor: &Factor| factor.modulus.bits();
        let one_length = self.factors.iter().all(|factor| bits(factor) == bits(&self.factors[0]));
        let together = self.pair.is_some() || (self.split.threads() == 1 && one_length);
        let each = if together { self.factors.len() } else { 1 };
        let mut powers = vec![Err(Error::PartPanicked); self.factors.len()];
        each_chunk(&*self.split, &mut powers, each, |i, powers| {
            let factors = &self.factors[each * i..][..powers.len()];
            match powers_of(factors, self.pair.as_ref(), &blinded.base) {
                Ok(found) => powers.iter_mut().zip(found).for_each(|(r, power)| *r = Ok(power)),
                Err(error) => powers.fill(Err(error)),
            }
        });
        self.unblinded(&powers.into_iter().collect::<Result<Vec<_>>>()?, &blinded, x, mask)
    }

    /// What goes into the powers, and what takes the mask away.
    fn blinded(&self, x: &Residue, mask: &Residue) -> Result<Blinded> {
        let mut less_one = self.public_exponent.clone();
        less_one[0] &= !1;
        let rest = x.mul(&raised(mask, &less_one)?)?;
        Ok(Blinded { base: Zeroizing::new(rest.mul(mask)?.to_words()), rest })
    }

    /// `y^e mod n` for `y < n`, in a time that tells `e`, which is public, but not `y`.
    ///
    /// # Errors
    /// [`Error::NotReduced`], [`Error::Length`].
    pub fn public(&self, y: &[Word]) -> Result<Vec<Word>> {
        Ok(raised(&self.modulus.residue(y)?, &self.public_exponent)?.to_words())
    }

    /// A random number below n.
    fn draw<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> Result<Residue> {
        let words = self.modulus.as_words().len() + EXTRA_BITS / WORD_BITS;
        let mut bytes = Zeroizing::new(vec![0; words * WORD_BYTES]);
        rng.fill_bytes(&mut bytes);
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |w: u64, &b| w << 8 | u64::from(b));
        let wide: Zeroizing<Vec<Word>> =
            Zeroizing::new(bytes.chunks_exact(WORD_BYTES).map(|b| word(b) as Word).collect());
        self.modulus.residue(&Zeroizing::new(self.modulus.reduce(&wide)?))
    }

    /// The number below n with these residues.
    fn combined(&self, powers: &[Residue]) -> Result<Zeroizing<Vec<Word>>> {
        let nothing = Zeroizing::new(vec![0]);
        self.factors
            .iter()
            .zip(powers)
            .try_fold(nothing, |y, (factor, power)| factor.combine(&y, power))
    }

    /// `x^d mod n` from `z^(d-1)` modulo each factor, checked.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] if the mask shares a factor with `n`; otherwise
    /// [`Error::FaultDetected`] if the result is wrong.
    fn unblinded(
        &self,
        powers: &[Residue],
        blinded: &Blinded,
        x: &Residue,
        mask: &Residue,
    ) -> Result<Vec<Word>> {
        // A fault may also have made the number too large.
        let power =
            self.modulus.residue(&self.combined(powers)?).map_err(|_| Error::FaultDetected)?;
        let y = power.mul(&blinded.rest)?;
        if raised(&y, &self.public_exponent)?.equals(x)?.to_bool_vartime() {
            return Ok(y.to_words());
        }
        let mask = Zeroizing::new(mask.to_words());
        for factor in &self.factors {
            inverse_of(&factor.modulus, &mask)?;
        }
        Err(Error::FaultDetected)
    }
}

/// `w` and `z`.
struct Blinded {
    rest: Residue,
    base: Secret,
}

/// `y^e` for a public exponent.
fn raised(y: &Residue, e: &[Word]) -> Result<Residue> {
    // The exponent is short: a table would cost more than it saves.
    y.raised(Exponent::new_vartime(e), &sliding_window::ENTRY, Some(1))
}

// One factor: its part of the private operation, and its step of the recombination.

type Secret = Zeroizing<Vec<Word>>;

pub(super) struct Factor {
    modulus: Modulus,
    /// `d - 1`.
    exponent: Secret,
    /// The product of the factors before this one, and its inverse modulo this one.
    before: Secret,
    inverse: Residue,
}

impl Factor {
    /// The factor after the factors `before`, with its private exponent.
    pub(super) fn new(
        before: &[OddModulus],
        factor: &OddModulus,
        exponent: &[Word],
    ) -> Result<Self> {
        let modulus: &Modulus = factor;
        if exponent.is_empty() {
            return Err(Error::Length { what: "a private exponent", expected: 1, got: 0 });
        }
        let mut exponent = padded(exponent, modulus.as_words().len());
        if !less_than(&exponent, &padded(modulus.as_words(), exponent.len())).to_bool_vartime() {
            return Err(Error::NotReduced { operand: "the private exponent" });
        }
        // A prime less 1 is even.
        if exponent[0] & 1 == 0 {
            return Err(Error::Parameter { expected: "a private exponent: an odd number" });
        }
        exponent[0] -= 1;
        let before = product_of_some(before);
        let inverse = inverse_of(modulus, &before)?;
        Ok(Self { modulus: modulus.clone(), exponent, before, inverse })
    }

    /// The private exponent less 1, as long as the factor.
    fn exponent(&self) -> Exponent<'_> {
        Exponent::with_len(&self.exponent, self.modulus.bits())
    }

    /// Garner's step: from `y` modulo the factors before this one and `power` modulo this one, the
    /// number below their product that is congruent to both.
    pub(super) fn combine(&self, y: &[Word], power: &Residue) -> Result<Secret> {
        let kernel = self.modulus.modmul().kernel();
        let difference = power.sub(&reduced(&self.modulus, y)?)?;
        let digit = Zeroizing::new(difference.mul(&self.inverse)?.to_words());
        let mut sum = product_of(kernel, &self.before, &digit);
        let _ = kernel.add_assign(&mut sum, y);
        Ok(sum)
    }
}

/// `z^(d-1)` modulo each of these factors, which have one length. The number of steps depends only
/// on it.
fn powers_of(factors: &[Factor], pair: Option<&Pair>, z: &[Word]) -> Result<Vec<Residue>> {
    let exponents: Vec<_> = factors.iter().map(Factor::exponent).collect();
    if let (Some(pair), [p, q], &[d, e]) = (pair, factors, &exponents[..]) {
        let [a, b] = [p, q].map(|factor| factor.modulus.reduce(z).map(Zeroizing::new));
        let powers = pair.powers([&a?, &b?], [d, e]);
        return [p, q].iter().zip(&powers).map(|(f, power)| f.modulus.residue(power)).collect();
    }
    let bases = factors.iter().map(|factor| reduced(&factor.modulus, z));
    Ok(Residue::raised_in_turns(&bases.collect::<Result<Vec<_>>>()?, &exponents))
}

/// `1/e mod p - 1` for the prime `p`.
pub(super) fn private_exponent(prime: &OddModulus, e: &[Word]) -> Result<Secret> {
    let mut group = Zeroizing::new(prime.as_words().to_vec());
    group[0] &= !1;
    let kernel = Some(prime.modmul().kernel().name());
    let group = Modulus::new(&group, &Options { kernel, ..Options::default() })?;
    Ok(Zeroizing::new(inverse_of(&group, e)?.to_words()))
}

/// `a mod M` for an `a` of any length.
pub(crate) fn reduced(modulus: &Modulus, a: &[Word]) -> Result<Residue> {
    modulus.residue(&Zeroizing::new(modulus.reduce(a)?))
}

/// `1/a mod M` for an `a` of any length; whether it exists is public.
pub(crate) fn inverse_of(modulus: &Modulus, a: &[Word]) -> Result<Residue> {
    let a = Zeroizing::new(modulus.reduce(a)?);
    let mut scratch = Zeroizing::new(vec![0; invert_scratch(a.len())]);
    let mut inverse = Zeroizing::new(vec![0; a.len()]);
    if !invert(&mut inverse, &a, modulus.as_words(), &mut scratch).to_bool_vartime() {
        return Err(Error::NotInvertible);
    }
    modulus.residue(&inverse)
}

/// `a` with at least `words` words.
fn padded(a: &[Word], words: usize) -> Secret {
    let mut longer = Zeroizing::new(vec![0; words.max(a.len())]);
    longer[..a.len()].copy_from_slice(a);
    longer
}
