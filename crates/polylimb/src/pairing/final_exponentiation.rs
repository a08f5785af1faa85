//! The final exponentiation: `f^((p¹² - 1)/r)`.
//!
//! `(p¹² - 1)/r = (p⁶ - 1)(p² + 1) · (p⁴ - p² + 1)/r`. The easy part, an inversion and Frobenius
//! maps, takes `f` into the cyclotomic subgroup, where inverses are conjugates and squares are
//! cheap; the hard part is a few powers by `u` ([`bn`], [`bls12`]). Powers for public exponents
//! with few ones: `[Aranha2011]`; with many: `[Solinas2000]`.

use super::{Family, PairingCurve, Value};
use crate::field::Field;
use crate::field::extension::{Compressed, Quadratic};
use crate::limb::{Bits, WORD_BITS, Word};
use crate::recoding::{digits_needed, width_naf_vartime};

/// Compressed squares and one inversion pay for exponents with up to this many ones; windows for
/// those with more.
pub(super) const MOST_ONES: usize = 8;

/// The elements `a` of `F_p¹²` with `a^(p⁴ - p² + 1) = 1`.
pub trait Cyclotomic {
    /// An element.
    type El: Copy;

    /// The curve's family.
    fn family(&self) -> Family;

    /// The curve's parameter: `|u|`, and whether it is negative.
    fn u(&self) -> (u64, bool);

    /// `a b`.
    fn mul(&self, a: &Self::El, b: &Self::El) -> Self::El;

    /// `a²`.
    fn sqr(&self, a: &Self::El) -> Self::El;

    /// `1 / a`.
    fn conjugate(&self, a: &Self::El) -> Self::El;

    /// `a^(p^n)` for `n` from 1 to 3.
    fn frobenius(&self, a: &Self::El, n: usize) -> Self::El;

    /// `m^exponent`, the exponent public and not 0.
    fn power(&self, m: &Self::El, exponent: u64) -> Self::El;

    /// `m^u`.
    fn power_u(&self, m: &Self::El) -> Self::El {
        let (u, negative) = self.u();
        let power = self.power(m, u);
        if negative { self.conjugate(&power) } else { power }
    }

    /// As [`Cyclotomic::power`], by the exponent's non-adjacent form: an inverse is a conjugate.
    /// With many ones it has width 4, and `m³`, `m⁵`, `m⁷` are computed before.
    fn power_signed(&self, m: &Self::El, exponent: u64) -> Self::El {
        let (mut odd, mut w) = ([*m; 4], 2);
        if exponent.count_ones() as usize > MOST_ONES {
            let square = self.sqr(m);
            for i in 1..4 {
                odd[i] = self.mul(&odd[i - 1], &square);
            }
            w = 4;
        }
        let mut words = [0; 64 / WORD_BITS];
        for (i, word) in words.iter_mut().enumerate() {
            *word = (exponent >> (i * WORD_BITS)) as Word;
        }
        let mut digits = [0; digits_needed(64)];
        let used = width_naf_vartime(&mut digits, Bits::with_len(&words, 64), w);
        let power = |digit: i8| odd[usize::from(digit.unsigned_abs() / 2)];
        let mut r = power(digits[used - 1]);
        for digit in digits[..used - 1].iter().rev() {
            r = self.sqr(&r);
            match digit.signum() {
                0 => {}
                1 => r = self.mul(&r, &power(*digit)),
                _ => r = self.mul(&r, &self.conjugate(&power(*digit))),
            }
        }
        r
    }
}

/// `m^((p⁴ - p² + 1)/r)` for `m` in the cyclotomic subgroup.
pub(super) fn hard_part<G: Cyclotomic>(g: &G, m: &G::El) -> G::El {
    match g.family() {
        Family::Bn => bn::scott(g, m),
        Family::Bls12 => bls12::exact(g, m),
    }
}

/// A fixed power of [`hard_part`] that is cheaper, with an exponent prime to `r`.
pub(super) fn hard_part_to_a_power<G: Cyclotomic>(g: &G, m: &G::El) -> G::El {
    match g.family() {
        Family::Bn => bn::fuentes(g, m),
        Family::Bls12 => bls12::cubed(g, m),
    }
}

impl<Q: Quadratic> PairingCurve<Q> {
    /// `f^((p⁶ - 1)(p² + 1))`, an element of the cyclotomic subgroup, for an `f` that is not 0.
    pub fn easy_part(&self, f: &Value<Q>) -> Value<Q> {
        let tower = &self.tower;
        let m = tower.mul(&tower.conjugate(f), &tower.inv0(f));
        tower.mul(&tower.frobenius(&self.frobenius, &m, 2), &m)
    }

    /// `f^((p¹² - 1)/r)` exactly, for an `f` that is not 0.
    pub fn final_exponentiation(&self, f: &Value<Q>) -> Value<Q> {
        hard_part(self, &self.easy_part(f))
    }

    /// A fixed power of [`PairingCurve::final_exponentiation`] that is cheaper. Its exponent is
    /// prime to `r`, so it is 1 for the same `f`. For comparisons with 1, as in verification of
    /// signatures.
    pub fn final_exponentiation_to_a_power(&self, f: &Value<Q>) -> Value<Q> {
        hard_part_to_a_power(self, &self.easy_part(f))
    }

    /// `m^u` for `m` in the cyclotomic subgroup.
    pub fn power_u(&self, m: &Value<Q>) -> Value<Q> {
        Cyclotomic::power_u(self, m)
    }

    /// The squares are compressed. Those for ones of the exponent are decompressed together.
    fn power_compressed(&self, m: &Value<Q>, exponent: u64) -> Value<Q> {
        let tower = &self.tower;
        let mut square = tower.compress(m);
        let mut kept: [Compressed<Q::El>; MOST_ONES] = [square; MOST_ONES];
        let mut count = 0;
        let mut last = 0;
        for i in 1..u64::BITS as usize {
            if exponent >> i & 1 == 0 {
                continue;
            }
            for _ in last..i {
                square = tower.compressed_sqr(&square);
            }
            last = i;
            kept[count] = square;
            count += 1;
        }
        let mut powers = [tower.one(); MOST_ONES];
        tower.decompress(&kept[..count], &mut powers[..count]);
        let (mut r, rest) =
            if exponent & 1 == 1 { (*m, &powers[..count]) } else { (powers[0], &powers[1..count]) };
        for power in rest {
            tower.mul_assign(&mut r, power);
        }
        r
    }
}

impl<Q: Quadratic> Cyclotomic for PairingCurve<Q> {
    type El = Value<Q>;

    fn family(&self) -> Family {
        self.family
    }

    fn u(&self) -> (u64, bool) {
        (self.u, self.u_is_negative)
    }

    fn mul(&self, a: &Value<Q>, b: &Value<Q>) -> Value<Q> {
        self.tower.mul(a, b)
    }

    fn sqr(&self, a: &Value<Q>) -> Value<Q> {
        self.tower.cyclotomic_sqr(a)
    }

    fn conjugate(&self, a: &Value<Q>) -> Value<Q> {
        self.tower.conjugate(a)
    }

    fn frobenius(&self, a: &Value<Q>, n: usize) -> Value<Q> {
        self.tower.frobenius(&self.frobenius, a, n)
    }

    /// Compressed squares if the exponent has few ones; otherwise the non-adjacent form and the
    /// squares of `[Granger2010]`.
    fn power(&self, m: &Value<Q>, exponent: u64) -> Value<Q> {
        if exponent.count_ones() as usize <= MOST_ONES {
            self.power_compressed(m, exponent)
        } else {
            self.power_signed(m, exponent)
        }
    }
}

/// The hard part on curves of the family BN.
pub(crate) mod bn {
    use super::Cyclotomic;

    /// `m^((p⁴ - p² + 1)/r)` for `m` in the cyclotomic subgroup.
    ///
    /// **Source.** `[Scott2009]`; the chain of 7 powers: `[Olivos1981]`, as in `[Cuiman2019]`,
    /// section II. **Cost.** 3 powers by `u`, 13 products, 4 squares, 6 Frobenius maps.
    pub(crate) fn scott<G: Cyclotomic>(g: &G, m: &G::El) -> G::El {
        let u1 = g.power_u(m);
        let u2 = g.power_u(&u1);
        let u3 = g.power_u(&u2);
        let y0 = g.mul(&g.mul(&g.frobenius(m, 1), &g.frobenius(m, 2)), &g.frobenius(m, 3));
        let y1 = g.conjugate(m);
        let y2 = g.frobenius(&u2, 2);
        let y3 = g.conjugate(&g.frobenius(&u1, 1));
        let y4 = g.conjugate(&g.mul(&u1, &g.frobenius(&u2, 1)));
        let y5 = g.conjugate(&u2);
        let y6 = g.conjugate(&g.mul(&u3, &g.frobenius(&u3, 1)));
        // y0 y1² y2⁶ y3¹² y4¹⁸ y5³⁰ y6³⁶.
        let mut a = g.mul(&g.mul(&g.sqr(&y6), &y4), &y5);
        let mut b = g.mul(&g.mul(&y3, &y5), &a);
        a = g.mul(&a, &y2);
        b = g.mul(&g.sqr(&b), &a);
        b = g.sqr(&b);
        a = g.mul(&b, &y1);
        b = g.mul(&b, &y0);
        g.mul(&g.sqr(&a), &b)
    }

    /// `m^(2u(6u² + 3u + 1) (p⁴ - p² + 1)/r)` for `m` in the cyclotomic subgroup.
    ///
    /// **Source.** `[Fuentes2011]`. **Cost.** 3 powers by `u`, 10 products, 3 squares, 3 Frobenius
    /// maps.
    pub(crate) fn fuentes<G: Cyclotomic>(g: &G, m: &G::El) -> G::El {
        let u2 = g.sqr(&g.power_u(m));
        let u6 = g.mul(&g.sqr(&u2), &u2);
        let u6_2 = g.power_u(&u6);
        let u12_3 = g.power_u(&g.sqr(&u6_2));
        let a = g.mul(&g.mul(&u12_3, &u6_2), &u6);
        let b = g.mul(&a, &g.conjugate(&u2));
        let c = g.mul(&g.mul(&a, &u6_2), m);
        let d = g.mul(&b, &g.conjugate(m));
        g.mul(&g.mul(&c, &g.frobenius(&b, 1)), &g.mul(&g.frobenius(&a, 2), &g.frobenius(&d, 3)))
    }
}

/// The hard part on curves of the family BLS12:
/// `(p⁴ - p² + 1)/r = (u - 1)²/3 (u + p)(u² + p² - 1) + 1` `[Hayashida2020]`.
pub(crate) mod bls12 {
    use super::Cyclotomic;

    /// `m^((p⁴ - p² + 1)/r)` for `m` in the cyclotomic subgroup. **Cost.** A power by `(u - 1)/3`,
    /// 4 powers by `u`, 6 products.
    pub(crate) fn exact<G: Cyclotomic>(g: &G, m: &G::El) -> G::El {
        // u = 1 mod 3.
        let root = match g.u() {
            (u, true) => g.conjugate(&g.power(m, u.div_ceil(3))),
            (u, false) => g.power(m, u / 3),
        };
        g.mul(&rest(g, &root), m)
    }

    /// `m^(3 (p⁴ - p² + 1)/r)` for `m` in the cyclotomic subgroup. **Cost.** 5 powers by `u`, 8
    /// products, a square.
    pub(crate) fn cubed<G: Cyclotomic>(g: &G, m: &G::El) -> G::El {
        let root = less_one(g, m);
        g.mul(&rest(g, &root), &g.mul(&g.sqr(m), m))
    }

    /// `a^(u - 1)`.
    fn less_one<G: Cyclotomic>(g: &G, a: &G::El) -> G::El {
        g.mul(&g.power_u(a), &g.conjugate(a))
    }

    /// `a^((u - 1)(u + p)(u² + p² - 1))`.
    fn rest<G: Cyclotomic>(g: &G, a: &G::El) -> G::El {
        let b = less_one(g, a);
        let c = g.mul(&g.power_u(&b), &g.frobenius(&b, 1));
        let d = g.mul(&g.power_u(&g.power_u(&c)), &g.frobenius(&c, 2));
        g.mul(&d, &g.conjugate(&c))
    }
}
