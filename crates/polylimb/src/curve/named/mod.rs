//! Curves by name, and curves by their domain parameters: `y² = x³ + a x + b` over the integers
//! modulo a prime, or `y² + x y = x³ + a x² + b` over `F_2^m`.
//!
//! [`Parameters`] are numbers; a coordinate system and a modular multiplication make a group of
//! them.

/// A table of curves: name, other names, cofactor, then the numbers of [`NamedCurve`].
macro_rules! curves {
    ($($name:literal [$($alias:literal),*] h $h:literal
        p $p:literal a $a:literal b $b:literal gx $gx:literal gy $gy:literal n $n:literal)+) => {
        &[$(NamedCurve {
            name: $name,
            aliases: &[$($alias),*],
            p: $p,
            a: $a,
            b: $b,
            gx: $gx,
            gy: $gy,
            n: $n,
            h: $h,
        }),+]
    };
}

mod binary_curves;
mod prime_curves;
mod validation;

use super::Coefficient;
use crate::error::{Error, Result};
use crate::limb::{Kernel, Natural, WORD_BITS, Word};
use alloc::vec::Vec;
use binary_curves::BINARY_CURVES;
use prime_curves::PRIME_CURVES;

/// A curve with a name; numbers in hexadecimal.
#[derive(Debug, Clone, Copy)]
pub struct NamedCurve {
    /// The name in the standard that introduced it.
    pub name: &'static str,
    /// The other names.
    pub aliases: &'static [&'static str],
    /// The prime; on a curve of [`NamedCurve::BINARY`] the field's polynomial, the coefficient of
    /// x^i in bit i.
    pub p: &'static str,
    /// The coefficient of x; of x² on a binary curve.
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

impl NamedCurve {
    /// Whether it is a curve over `F_2^m`.
    #[must_use]
    pub fn is_binary(&self) -> bool {
        BINARY_CURVES.iter().any(|c| c.name == self.name)
    }

    /// The curves over prime fields.
    pub const PRIME: &'static [Self] = PRIME_CURVES;
    /// The curves over binary fields.
    pub const BINARY: &'static [Self] = BINARY_CURVES;

    /// Every curve with a name.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        PRIME_CURVES.iter().chain(BINARY_CURVES)
    }

    /// The curve of that name or alias; upper and lower case are equal.
    ///
    /// # Errors
    /// [`Error::UnknownName`].
    pub fn find(name: &str) -> Result<&'static Self> {
        let is = |other: &&str| other.eq_ignore_ascii_case(name);
        Self::all()
            .find(|c| is(&c.name) || c.aliases.iter().any(is))
            .ok_or(Error::UnknownName { kind: "curve" })
    }
}

/// The parameters of a curve, public numbers. `p`, `a`, `b`, `gx` and `gy` have as many words as
/// `p` needs.
///
/// ```
/// use polylimb::authors::curve::Parameters;
/// let p256 = Parameters::named("P-256")?;
/// assert_eq!((p256.bits(), p256.cofactor()), (256, &[1][..]));
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameters {
    binary: bool,
    p: Vec<Word>,
    a: Vec<Word>,
    b: Vec<Word>,
    generator: [Vec<Word>; 2],
    n: Vec<Word>,
    h: Vec<Word>,
}

impl Parameters {
    /// The parameters of a named curve; names and aliases such as `P-256`, `secp256r1`,
    /// `prime256v1`, where upper and lower case are equal.
    ///
    /// # Errors
    /// [`Error::UnknownName`].
    pub fn named(name: &str) -> Result<Self> {
        let c = NamedCurve::find(name)?;
        let numbers = [c.p, c.a, c.b, c.gx, c.gy, c.n, c.h].map(Natural::parse);
        Self::unchecked(c.is_binary(), numbers)
    }

    /// Parameters from `p`, `a`, `b`, the generator's coordinates, its order and the cofactor.
    /// Everything is checked: `p` and `n` prime, `4a³ + 27b² ≠ 0`, the generator on the curve and
    /// of order `n`, `n > 4 √p`, and `h n` within Hasse's interval. Points are not counted.
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
        let numbers = [p, a, b, g[0], g[1], n, h].map(|n| Ok(n.clone()));
        let parameters = Self::unchecked(false, numbers)?;
        parameters.check()?;
        Ok(parameters)
    }

    /// Parameters of a curve over `F_2^m` from its polynomial, with the coefficient of x^i in bit
    /// i, then as for [`Parameters::new`]. Everything is checked: the polynomial irreducible, of
    /// odd degree and with few terms, `b ≠ 0`, and generator, order and cofactor as there.
    ///
    /// # Errors
    /// [`Error::Curve`], which says what is wrong; [`Error::TooLarge`] above degree 571.
    pub fn new_binary(
        polynomial: &Natural,
        a: &Natural,
        b: &Natural,
        g: [&Natural; 2],
        n: &Natural,
        h: &Natural,
    ) -> Result<Self> {
        let numbers = [polynomial, a, b, g[0], g[1], n, h].map(|n| Ok(n.clone()));
        let parameters = Self::unchecked(true, numbers)?;
        parameters.check_binary()?;
        Ok(parameters)
    }

    fn unchecked(binary: bool, numbers: [Result<Natural>; 7]) -> Result<Self> {
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
        Ok(Self { binary, a, b, generator, n: own(n)?, h: own(h)?, p })
    }

    /// The prime; of a binary curve the field's polynomial.
    #[must_use]
    pub fn prime(&self) -> &[Word] {
        &self.p
    }

    /// The length of the prime in bits, or the field's degree: bits of a coordinate.
    #[must_use]
    pub fn bits(&self) -> usize {
        crate::limb::bit_length_vartime(&self.p) - usize::from(self.binary)
    }

    /// Whether it is a curve over `F_2^m`.
    #[must_use]
    pub const fn is_binary(&self) -> bool {
        self.binary
    }

    /// Whether it is a Koblitz curve over `F_2^m`: `b = 1`, `a` 0 or 1.
    #[must_use]
    pub fn is_koblitz(&self) -> bool {
        let is_one = |v: &[Word]| v[0] == 1 && v[1..].iter().all(|&w| w == 0);
        self.binary && is_one(&self.b) && self.shape() != Coefficient::Any
    }

    /// The exponents of a binary field's polynomial below its degree, the largest first; empty for
    /// a prime field.
    #[must_use]
    pub fn lower_exponents(&self) -> Vec<usize> {
        let bits = if self.binary { self.bits() } else { 0 };
        let bit = |i: &usize| (self.p[i / WORD_BITS] >> (i % WORD_BITS)) & 1 == 1;
        (0..bits).rev().filter(bit).collect()
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

    /// The shape of `a` that formulas may assume.
    #[must_use]
    pub fn shape(&self) -> Coefficient {
        if self.binary && self.a[0] == 1 && self.a[1..].iter().all(|&w| w == 0) {
            return Coefficient::One;
        }
        let mut three = self.a.clone();
        let carry = Kernel::PORTABLE.add_assign(&mut three, &[3]);
        if self.a.iter().all(|&w| w == 0) {
            Coefficient::Zero
        } else if !self.binary && carry == 0 && three == self.p {
            Coefficient::MinusThree
        } else {
            Coefficient::Any
        }
    }
}
