//! Square roots modulo primes, in constant time for every prime (`[Tonelli1891]`, `[Shanks1973]`;
//! the form without branches is from `[RFC9380]`, appendix I.4).
//!
//! **Idea.** `p - 1 = 2^s q`, `q` odd. From `z = a^((q-1)/2)` come the candidate `r = a z` and
//! `t = r z = a^q`, whose order divides `2^s`. While `t` is not 1, `r` is multiplied by a root of
//! unity `c` of suitable order and `t` by `c²`. For `p = 3 mod 4` this loop is empty, for
//! `p = 5 mod 8` it is one selection. **Cost.** About `log p` squarings and `log p / 6 + 16`
//! products, and `s²/2` squarings; twice as much where `c` is not known.

use super::Field;
use crate::limb::{WORD_BITS, Word, bit_length_vartime};

/// A field that takes square roots.
pub trait SquareRoot: Field {
    /// A root of `a` and true, or false if `a` has no root: then the element is a root of `-a` in
    /// prime fields where -1 is not a square, and otherwise meaningless. Which of the two roots is
    /// returned is not specified. Constant time.
    fn sqrt(&self, a: &Self::El) -> (Self::El, Self::Mask);

    /// A root of `a / b` for `b` not 0, otherwise as [`SquareRoot::sqrt`]. Some fields need no
    /// inversion.
    fn sqrt_ratio(&self, a: &Self::El, b: &Self::El) -> (Self::El, Self::Mask) {
        self.sqrt(&self.mul(a, &self.inv0(b)))
    }

    /// As [`SquareRoot::sqrt`], and the inverse of that element, 0 for 0. Some fields need no
    /// inversion.
    fn sqrt_and_inverse(&self, a: &Self::El) -> ([Self::El; 2], Self::Mask) {
        let (r, exists) = self.sqrt(a);
        ([r, self.inv0(&r)], exists)
    }

    /// A root of `1 / a` and true, or a root of `z / a` and false, for a `z` that is not a square;
    /// 0 for 0. `root` is [`SquareRoot::root_for`] of it. Constant time.
    fn inverse_sqrt_either(
        &self,
        a: &Self::El,
        z: &Self::El,
        _root: &Self::El,
    ) -> (Self::El, Self::Mask) {
        let (([_, r], exists), ([_, other], _)) =
            (self.sqrt_and_inverse(a), self.sqrt_and_inverse(&self.mul(z, a)));
        (self.select(exists, &r, &self.mul(z, &other)), exists)
    }

    /// What makes [`SquareRoot::inverse_sqrt_either`] for `z` cost no more than
    /// [`SquareRoot::sqrt`], in fields that have such an element.
    fn root_for(&self, z: &Self::El) -> Self::El {
        *z
    }
}

/// Number of odd powers in the table of [`power_vartime`].
const ODD_POWERS: usize = 16;
const WINDOW_BITS: usize = 5;

/// `a^exponent`, by sliding windows from left to right (`[Thurber1973]`). The exponent is public,
/// `a` is not: constant time in `a`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn power_vartime<F: Field>(f: &F, a: &F::El, exponent: &[Word]) -> F::El {
    power_from(f, f.one(), a, exponent)
}

/// [`power_vartime`], from `r = 1`. Not inlined: over lanes the constant has to be made in the
/// caller's root, but products and squares are roots of their own.
fn power_from<F: Field>(f: &F, mut r: F::El, a: &F::El, exponent: &[Word]) -> F::El {
    let square = f.sqr(a);
    let mut odd = [*a; ODD_POWERS];
    for i in 1..ODD_POWERS {
        odd[i] = f.mul(&odd[i - 1], &square);
    }
    let bit = |i: usize| (exponent[i / WORD_BITS] >> (i % WORD_BITS)) as usize & 1;
    let mut left = bit_length_vartime(exponent);
    let mut squares = 0;
    while left > 0 {
        if bit(left - 1) == 0 {
            squares += 1;
            left -= 1;
            continue;
        }
        // The window ends in a one.
        let mut end = left.saturating_sub(WINDOW_BITS);
        while bit(end) == 0 {
            end += 1;
        }
        let window = (end..left).rev().fold(0, |w, i| w << 1 | bit(i));
        r = f.sqr_times(&r, squares + left - end);
        f.mul_assign(&mut r, &odd[window / 2]);
        (left, squares) = (end, 0);
    }
    f.sqr_times(&r, squares)
}

/// The root of `a` and whether it exists, for `p - 1 = 2^s q`. `exponent` is `(q - 1) / 2`;
/// `root_of_unity` returns a non-square to the power of `q` and is not called if `s` is 1.
pub(super) fn tonelli_shanks<F: Field>(
    f: &F,
    a: &F::El,
    exponent: &[Word],
    s: usize,
    root_of_unity: impl FnOnce() -> F::El,
) -> (F::El, F::Mask) {
    let power = power_vartime(f, a, exponent);
    let mut r = f.mul(a, &power);
    if s > 1 {
        let mut t = f.mul(&r, &power);
        let mut c = root_of_unity();
        for i in (2..=s).rev() {
            let mut b = t;
            for _ in 2..i {
                f.sqr_assign(&mut b);
            }
            // t^(2^(i-2)) is 1 or -1.
            let is_one = f.equal(&b, &f.one());
            r = f.select(is_one, &r, &f.mul(&r, &c));
            f.sqr_assign(&mut c);
            t = f.select(is_one, &t, &f.mul(&t, &c));
        }
    }
    (r, f.equal(&f.sqr(&r), a))
}

/// The root of `a` or of `-a`, its inverse, and whether the first exists, for `p = 3 mod 4`;
/// `exponent` is `(p - 3) / 4`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn root_3_mod_4<F: Field>(f: &F, a: &F::El, exponent: &[Word]) -> ([F::El; 2], F::Mask) {
    let power = power_vartime(f, a, exponent);
    let r = f.mul(a, &power);
    let exists = f.equal(&f.sqr(&r), a);
    // The product of both is a^((p-1)/2).
    ([r, f.select(exists, &power, &f.neg(&power))], exists)
}

/// [`SquareRoot::inverse_sqrt_either`] for `p = 3 mod 4` and a `root` of `-z`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn either_3_mod_4<F: SquareRoot>(f: &F, a: &F::El, root: &F::El) -> (F::El, F::Mask) {
    let ([_, r], exists) = f.sqrt_and_inverse(a);
    // r² is -1/a if a is not a square.
    (f.select(exists, &r, &f.mul(&r, root)), exists)
}

/// The root of `a / b` and whether it exists, for `p = 5 mod 8` (`[RFC8032]`, section 5.1.3):
/// `exponent` is `(p - 5) / 8`, `root_of_minus_one` is either square root of -1.
pub(super) fn ratio_5_mod_8<F: Field>(
    f: &F,
    a: &F::El,
    b: &F::El,
    exponent: &[Word],
    root_of_minus_one: &F::El,
) -> (F::El, F::Mask) {
    // (a/b)^((p+3)/8) = a b³ (a b⁷)^((p-5)/8).
    let cube = f.mul(&f.sqr(b), b);
    let power = power_vartime(f, &f.mul(a, &f.mul(&f.sqr(&cube), b)), exponent);
    let r = f.mul(&f.mul(a, &cube), &power);
    let square = f.mul(b, &f.sqr(&r));
    let (is_root, is_other) = (f.equal(&square, a), f.equal(&square, &f.neg(a)));
    (f.select(is_root, &r, &f.mul(&r, root_of_minus_one)), is_root | is_other)
}

/// The exponent of 2 in `p - 1`, for an odd `p`.
pub(super) const fn two_adicity(p: &[Word]) -> usize {
    let mut s = 1;
    while (p[s / WORD_BITS] >> (s % WORD_BITS)) & 1 == 0 {
        s += 1;
    }
    s
}

/// The least non-square modulo a prime `p = 1 mod 4`, by quadratic reciprocity: the symbol of an
/// odd prime `z` modulo `p` equals the symbol of `p mod z` modulo `z`; the symbol of 2 follows from
/// `p mod 8`.
pub(super) const fn non_square(p: &[Word]) -> u32 {
    if p[0] & 7 == 5 {
        return 2;
    }
    let mut z = 3;
    while !is_prime(z) || is_square(remainder(p, z), z) {
        z += 2;
    }
    z
}

const fn is_prime(z: u32) -> bool {
    let mut d = 3;
    while d * d <= z {
        if z.is_multiple_of(d) {
            return false;
        }
        d += 2;
    }
    true
}

const fn is_square(a: u32, z: u32) -> bool {
    let mut root = 0;
    while root < z {
        if root * root % z == a {
            return true;
        }
        root += 1;
    }
    false
}

const fn remainder(p: &[Word], z: u32) -> u32 {
    let (mut r, mut i) = (0, p.len() * WORD_BITS);
    while i > 0 {
        i -= 1;
        r = (2 * r + (p[i / WORD_BITS] >> (i % WORD_BITS)) as u32 % 2) % z;
    }
    r
}
