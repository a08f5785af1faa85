//! A curve with a pairing: its tower, its twist, its parameter.

use super::Pair;
use crate::error::Result;
use crate::field::Encoding;
use crate::field::extension::{Fp12, Frobenius, Quadratic};
use crate::field::prime::fixed::{from_hex, words_for};
use crate::limb::{WORD_BYTES, Word};

/// Bits of the largest prime.
const MOST_BITS: usize = 384;

/// The family that a curve's polynomials belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Barreto, Naehrig 2005: `p = 36u⁴ + 36u³ + 24u² + 6u + 1`.
    Bn,
    /// `[Barreto2002]`, embedding degree 12: `p = (u - 1)²(u⁴ - u² + 1)/3 + u`.
    Bls12,
}

/// How points of the twist become points over `F_p¹²`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Twist {
    /// `y² = x³ + b/ξ`; a point `(x, y)` stands for `(x w², y w³)`.
    D,
    /// `y² = x³ + b ξ`; a point `(x, y)` stands for `(x / w², y / w³)`.
    M,
}

/// A curve `y² = x³ + b` over `F_p` with a twist over the field `Q` of `p²` elements.
pub struct PairingCurve<Q: Quadratic> {
    pub(super) tower: Fp12<Q>,
    pub(super) frobenius: Frobenius<Q::El>,
    pub(super) family: Family,
    pub(super) twist: Twist,
    /// `|u|`.
    pub(super) u: u64,
    pub(super) u_is_negative: bool,
    /// The coefficient `b` of the twist.
    pub(super) twist_b: Q::El,
    /// Whether the Miller loop follows the non-adjacent form of its length, not its bits.
    pub(super) signed_loop: bool,
    /// The generators' coordinates in hexadecimal: `x`, `y` on the curve; `x₀`, `x₁`, `y₀`, `y₁` on
    /// the twist.
    generators: [&'static str; 6],
}

impl<Q: Quadratic> PairingCurve<Q> {
    /// The curve `y² = x³ + b` of this family and parameter over `q`; `sixth` is `(p - 1)/6`.
    pub(super) fn new(
        q: Q,
        sixth: &[Word],
        (family, twist): (Family, Twist),
        b: u32,
        (u, u_is_negative): (u64, bool),
        signed_loop: bool,
        generators: [&'static str; 6],
    ) -> Self {
        let b = q.small(b);
        let twist_b = match twist {
            Twist::D => q.mul(&b, &q.inv0(&q.mul_xi(&q.one()))),
            Twist::M => q.mul_xi(&b),
        };
        let frobenius = Frobenius::new(&q, sixth);
        let tower = Fp12::new(q);
        Self { tower, frobenius, family, twist, u, u_is_negative, twist_b, signed_loop, generators }
    }

    /// The field of the pairing's values.
    pub const fn tower(&self) -> &Fp12<Q> {
        &self.tower
    }

    /// The constants of the Frobenius map.
    pub const fn frobenius(&self) -> &Frobenius<Q::El> {
        &self.frobenius
    }

    /// The coefficient `b` of the twist `y² = x³ + b`.
    pub const fn twist_coefficient(&self) -> &Q::El {
        &self.twist_b
    }

    /// The number of steps of the Miller loop: `|6u + 2|` or `|u|`.
    pub(super) const fn loop_length(&self) -> u128 {
        match (self.family, self.u_is_negative) {
            (Family::Bn, false) => 6 * self.u as u128 + 2,
            (Family::Bn, true) => 6 * self.u as u128 - 2,
            (Family::Bls12, _) => self.u as u128,
        }
    }

    /// The Frobenius map of the curve over `F_p¹²`, `n` times, as a map of the twist.
    pub(super) fn twist_frobenius(&self, [x, y]: &[Q::El; 2], n: usize) -> [Q::El; 2] {
        let q = self.tower.fp2();
        let (cx, cy) = (*self.frobenius.constant(n, 2), *self.frobenius.constant(n, 3));
        // A twist of type M divides by powers of w where one of type D multiplies.
        let (cx, cy) = match self.twist {
            Twist::D => (cx, cy),
            Twist::M => (q.inv0(&cx), q.inv0(&cy)),
        };
        let power = |a: &Q::El| if n % 2 == 1 { q.conjugate(a) } else { *a };
        [q.mul_constant(&cx, &power(x)), q.mul_constant(&cy, &power(y))]
    }
}

impl<Q: Quadratic> PairingCurve<Q>
where
    Q::Base: Encoding,
{
    /// The generators of both groups.
    ///
    /// # Errors
    /// None for the fields that the curve is meant for; for another,
    /// [`Error::NotReduced`](crate::Error::NotReduced).
    pub fn generators(&self) -> Result<Pair<Q>> {
        let f = self.tower.fp2().base();
        let number = |i: usize| -> Result<_> {
            let words: [Word; words_for(MOST_BITS)] = from_hex(self.generators[i]);
            let mut bytes = [0; MOST_BITS / 8];
            let used = bytes.len().min(f.encoded_bytes());
            for (i, byte) in bytes.iter_mut().enumerate() {
                *byte = (words[i / WORD_BYTES] >> (8 * (i % WORD_BYTES))) as u8;
            }
            f.decode(&bytes[..used])
        };
        let two = |i| Ok(self.tower.fp2().element([number(i)?, number(i + 1)?]));
        Ok(Pair { p: [number(0)?, number(1)?], q: [two(2)?, two(4)?] })
    }
}
