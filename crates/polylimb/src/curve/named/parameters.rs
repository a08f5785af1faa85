//! The domain parameters of a curve `y² = x³ + a x + b` over the integers modulo a prime.

use super::PRIME_CURVES;
use crate::curve::weierstrass::Coefficient;
use crate::error::{Error, Result};
use crate::limb::{Kernel, Natural, WORD_BITS, Word};
use alloc::vec::Vec;

/// A curve with a name; numbers in hexadecimal.
#[derive(Debug, Clone, Copy)]
pub struct NamedCurve {
    /// The name in the standard that introduced it.
    pub name: &'static str,
    /// Its other names.
    pub aliases: &'static [&'static str],
    /// The prime.
    pub p: &'static str,
    /// The coefficient of x.
    pub a: &'static str,
    /// The constant.
    pub b: &'static str,
    /// The generator's abscissa.
    pub gx: &'static str,
    /// The generator's ordinate.
    pub gy: &'static str,
    /// The generator's order, a prime.
    pub n: &'static str,
    /// The curve's order divided by n.
    pub h: &'static str,
}

/// The curve of that name or alias, in any case.
///
/// # Errors
/// [`Error::UnknownName`].
fn find(name: &str) -> Result<&'static NamedCurve> {
    let is = |other: &&str| other.eq_ignore_ascii_case(name);
    PRIME_CURVES
        .iter()
        .find(|c| is(&c.name) || c.aliases.iter().any(is))
        .ok_or(Error::UnknownName { kind: "curve" })
}

/// The parameters of a curve, public numbers. `p`, `a`, `b`, `gx` and `gy` have as many words as `p` needs.
///
/// ```
/// use polylimb::curve::named::Parameters;
/// let p256 = Parameters::named("P-256")?;
/// assert_eq!((p256.bits(), p256.cofactor()), (256, &[1][..]));
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameters {
    pub(super) p: Vec<Word>,
    pub(super) a: Vec<Word>,
    pub(super) b: Vec<Word>,
    pub(super) generator: [Vec<Word>; 2],
    pub(super) n: Vec<Word>,
    pub(super) h: Vec<Word>,
}

impl Parameters {
    /// Those of a named curve; names and aliases in any case, such as `P-256`, `secp256r1`, `prime256v1`.
    ///
    /// # Errors
    /// [`Error::UnknownName`].
    pub fn named(name: &str) -> Result<Self> {
        let c = find(name)?;
        Self::unchecked([c.p, c.a, c.b, c.gx, c.gy, c.n, c.h].map(Natural::parse))
    }

    /// Those given: `p`, `a`, `b`, the generator's coordinates, its order and the cofactor. Everything is checked: `p` and
    /// `n` prime, `4a³ + 27b² ≠ 0`, the generator on the curve and of order `n`, `n > 4 √p`, and `h n` within Hasse's
    /// interval. Points are not counted.
    ///
    /// # Errors
    /// [`Error::Curve`], which says what is wrong; [`Error::TooLarge`] above 6144 bits.
    pub fn new(
        p: &Natural,
        a: &Natural,
        b: &Natural,
        g: [&Natural; 2],
        n: &Natural,
        h: &Natural,
    ) -> Result<Self> {
        let parameters = Self::unchecked([p, a, b, g[0], g[1], n, h].map(|n| Ok(n.clone())))?;
        parameters.check()?;
        Ok(parameters)
    }

    fn unchecked(numbers: [Result<Natural>; 7]) -> Result<Self> {
        let [p, a, b, gx, gy, n, h] = numbers;
        let own = |number: Result<Natural>| {
            let number = number?;
            number.to_words(number.bits_vartime().div_ceil(WORD_BITS).max(1))
        };
        let p = own(p)?;
        let element = |number: Result<Natural>| {
            number?
                .to_words(p.len())
                .map_err(|_| Error::Curve { wrong: "a coefficient or coordinate is not below p" })
        };
        let (a, b, generator) = (element(a)?, element(b)?, [element(gx)?, element(gy)?]);
        Ok(Self { a, b, generator, n: own(n)?, h: own(h)?, p })
    }

    /// The prime.
    #[must_use]
    pub fn prime(&self) -> &[Word] {
        &self.p
    }

    /// The length of the prime in bits.
    #[must_use]
    pub fn bits(&self) -> usize {
        crate::limb::bit_length_vartime(&self.p)
    }

    /// The coefficients `a` and `b`.
    #[must_use]
    pub fn coefficients(&self) -> [&[Word]; 2] {
        [&self.a, &self.b]
    }

    /// The generator's coordinates.
    #[must_use]
    pub fn generator(&self) -> [&[Word]; 2] {
        [&self.generator[0], &self.generator[1]]
    }

    /// The generator's order.
    #[must_use]
    pub fn order(&self) -> &[Word] {
        &self.n
    }

    /// The number of points divided by the order.
    #[must_use]
    pub fn cofactor(&self) -> &[Word] {
        &self.h
    }

    /// What formulas may assume of `a`.
    #[must_use]
    pub fn shape(&self) -> Coefficient {
        let mut three = self.a.clone();
        let carry = Kernel::PORTABLE.add_assign(&mut three, &[3]);
        if self.a.iter().all(|&w| w == 0) {
            Coefficient::Zero
        } else if carry == 0 && three == self.p {
            Coefficient::MinusThree
        } else {
            Coefficient::Any
        }
    }
}
