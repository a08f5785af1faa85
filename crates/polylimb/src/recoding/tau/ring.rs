//! The ring `Z[τ]` of one Koblitz curve, and scalars reduced in it.
//!
//! **Source.** `[Solinas1997]`, `[Solinas2000]` (partial reduction). **Idea.** `k` minus `δ` times
//! the element nearest to `k/δ` has about half the bits. The quotient's coordinates `k s_i / n`
//! come from a product with a constant instead of a division, and each is rounded separately: the
//! norm of the rest is then at most the norm of `δ`; with the nearest element it would be 4/7 of
//! it. The constants have one word more than the order, so that any scalar with the order's words
//! is taken as it is; a longer scalar is reduced modulo the order first. **Cost.** Two products of
//! a scalar with a constant, four low products of half that length; nothing is allocated.
//! **Constant time.**

use crate::error::{Error, Result};
use crate::limb::{Bits, Kernel, Mask, WORD_BITS, Word, bit_length_vartime};
use crate::recoding::reduced::{copy_bits, reduced};
use crate::recoding::tau::Representatives;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::{Zeroize, Zeroizing};

/// Maximum number of words of an order.
const MOST_ORDER_WORDS: usize = MOST_DEGREE / WORD_BITS + 1;
/// Maximum number of words of a constant of the partial reduction: half of the order's words, one
/// more word, and rounding.
const MOST_RECIPROCAL_WORDS: usize = MOST_WORDS + 3;

/// `|s| 2^shift / n` and the sign of `s`.
#[derive(Clone, Debug)]
struct Reciprocal {
    size: Vec<Word>,
    negative: bool,
}

/// The ring of one curve: its degree, `μ`, `δ`, and the constants of the reduction. All public.
#[derive(Clone, Debug)]
pub struct Koblitz {
    m: usize,
    mu_is_minus: bool,
    order: Vec<Word>,
    delta: [Vec<Word>; 2],
    reciprocals: [Reciprocal; 2],
    /// The product with a reciprocal is shifted by this number of words.
    shift: usize,
}

fn negate(a: &mut [Word]) {
    let mut carry = 1;
    for a in a {
        let (minus, over) = (!*a).overflowing_add(carry);
        (*a, carry) = (minus, Word::from(over));
    }
}

fn is_negative(a: &[Word]) -> bool {
    a.last().is_some_and(|top| top >> (WORD_BITS - 1) == 1)
}

/// `a b` modulo a power of the word's range.
fn product(a: &[Word], b: &[Word]) -> Vec<Word> {
    let mut r = vec![0; a.len()];
    Kernel::PORTABLE.schoolbook_low(&mut r, a, b);
    r
}

fn add(r: &mut [Word], a: &[Word]) {
    let _ = Kernel::PORTABLE.add_assign(r, a);
}

fn sub(r: &mut [Word], a: &[Word]) {
    let _ = Kernel::PORTABLE.sub_assign(r, a);
}

impl Koblitz {
    /// The ring of the curve over `F_2^m` with `a` of 0 or 1, whose subgroup of prime order has
    /// `order` points.
    ///
    /// # Errors
    /// [`Error::Curve`] if `order` is not the norm of `δ`; [`Error::TooLarge`] above a degree of
    /// 571.
    pub fn new(m: usize, a_is_one: bool, order: &[Word]) -> Result<Self> {
        if m > MOST_DEGREE {
            let what = "the degree of a Koblitz curve's field";
            return Err(Error::TooLarge { what, max_bits: MOST_DEGREE });
        }
        let order = order[..bit_length_vartime(order).div_ceil(WORD_BITS)].to_vec();
        let mu_is_minus = !a_is_one;
        let words = (m / 2 + SPARE_BITS) / WORD_BITS + 1;
        // The sum of τ^i, i < m; τ (a + b τ) = -2 b + (a + μ b) τ.
        let (mut power, mut delta) =
            ([vec![0; words], vec![0; words]], [vec![0; words], vec![0; words]]);
        power[0][0] = 1;
        for _ in 0..m {
            for (d, p) in delta.iter_mut().zip(&power) {
                add(d, p);
            }
            let [a, b] = &mut power;
            let old = b.clone();
            if mu_is_minus {
                negate(b);
            }
            add(b, a);
            a.fill(0);
            sub(a, &old);
            sub(a, &old);
        }
        // |s| for s0 = d0 + μ d1 and s1 = -d1: the coordinates of the conjugate of δ.
        let shift = order.len() + 1;
        let mut conjugate = [delta[0].clone(), delta[1].clone()];
        negate(&mut conjugate[1]);
        let (first, second) = conjugate.split_at_mut(1);
        let part = if mu_is_minus { &second[0] } else { &delta[1] };
        add(&mut first[0], part);
        let reciprocals = conjugate.map(|mut s| {
            let negative = is_negative(&s);
            if negative {
                negate(&mut s);
            }
            let mut dividend = vec![0; shift];
            dividend.extend_from_slice(&s);
            let (mut size, mut rest) = (vec![0; dividend.len()], vec![0; order.len()]);
            let mut scratch = vec![0; Kernel::divide_scratch(dividend.len(), order.len())];
            let kernel = Kernel::PORTABLE;
            kernel.divide_vartime(&mut size, &mut rest, &dividend, &order, &mut scratch);
            size.truncate(bit_length_vartime(&size).div_ceil(WORD_BITS).max(1));
            Reciprocal { size, negative }
        });
        let ring = Self { m, mu_is_minus, order, delta, reciprocals, shift };
        if ring.norm_of_delta() == ring.order {
            Ok(ring)
        } else {
            Err(Error::Curve { wrong: "the order is not that of a Koblitz curve's main subgroup" })
        }
    }

    /// `d0² + μ d0 d1 + 2 d1²`.
    fn norm_of_delta(&self) -> Vec<Word> {
        let words = 2 * self.delta[0].len();
        let extended = self.delta.each_ref().map(|d| {
            let fill = if is_negative(d) { Word::MAX } else { 0 };
            let mut d = d.clone();
            d.resize(words, fill);
            d
        });
        let [d0, d1] = &extended;
        let mut norm = product(d0, d0);
        let mixed = product(d0, d1);
        if self.mu_is_minus {
            sub(&mut norm, &mixed);
        } else {
            add(&mut norm, &mixed);
        }
        let square = product(d1, d1);
        add(&mut norm, &square);
        add(&mut norm, &square);
        norm[..bit_length_vartime(&norm).div_ceil(WORD_BITS)].to_vec()
    }

    /// The field's degree.
    #[must_use]
    pub const fn degree(&self) -> usize {
        self.m
    }

    /// The order of the points that scalars multiply.
    #[must_use]
    pub fn order(&self) -> &[Word] {
        &self.order
    }

    /// Whether `μ` is -1; it is where the curve's `a` is 0.
    #[must_use]
    pub const fn mu_is_minus(&self) -> bool {
        self.mu_is_minus
    }

    /// Maximum of [`Koblitz::digits_needed`] over all rings.
    pub const MOST_DIGITS: usize = MOST_DEGREE + 2 * SPARE_BITS;

    /// Room for the digits of any form in this folder.
    #[must_use]
    pub const fn digits_needed(&self) -> usize {
        self.m + 2 * SPARE_BITS
    }

    /// How many digits `regular-tau` has for every scalar.
    pub(crate) const fn regular_digits(&self, representatives: &Representatives) -> usize {
        (self.m + 2).div_ceil(representatives.width() - 1) + 1
    }

    /// `δ`.
    #[must_use]
    pub fn delta(&self) -> [&[Word]; 2] {
        [&self.delta[0], &self.delta[1]]
    }

    /// An element of norm at most `n` that acts on points of order `n` as `k` does.
    #[must_use]
    pub fn reduce(&self, k: Bits<'_>) -> TauElement {
        let (n, words) = (self.order.len(), self.delta[0].len());
        let mut scratch =
            Zeroizing::new([0; 2 * MOST_ORDER_WORDS + MOST_RECIPROCAL_WORDS + 3 * MOST_WORDS]);
        let (scalar, wide) = scratch.split_at_mut(n);
        let (q, wide) = wide.split_at_mut(2 * words);
        let (part, wide) = wide.split_at_mut(words);
        if k.len() <= n * WORD_BITS {
            copy_bits(scalar, k, 0);
        } else {
            scalar.copy_from_slice(&Zeroizing::new(reduced(k, &self.order)));
        }
        for (q, s) in q.chunks_exact_mut(words).zip(&self.reciprocals) {
            let wide = &mut wide[..n + s.size.len()];
            Kernel::PORTABLE.schoolbook(wide, scalar, &s.size);
            for (q, &p) in q.iter_mut().zip(&wide[self.shift.min(wide.len())..]) {
                *q = p;
            }
            let round = wide.get(self.shift - 1).map_or(0, |below| below >> (WORD_BITS - 1));
            add(q, &[round]);
            if s.negative {
                negate(q);
            }
        }
        let (q0, q1) = q.split_at(words);
        let [d0, d1] = &self.delta;
        let mut rest = TauElement::zero(words);
        let [r0, r1] = rest.coordinates_mut();
        for (r, &k) in r0.iter_mut().zip(&*scalar) {
            *r = k;
        }
        Kernel::PORTABLE.schoolbook_low(part, q1, d1);
        add(r0, part);
        add(r0, part);
        if self.mu_is_minus {
            add(r1, part);
        } else {
            sub(r1, part);
        }
        Kernel::PORTABLE.schoolbook_low(part, q0, d0);
        sub(r0, part);
        Kernel::PORTABLE.schoolbook_low(part, q0, d1);
        sub(r1, part);
        Kernel::PORTABLE.schoolbook_low(part, q1, d0);
        sub(r1, part);
        rest
    }

    /// As [`Koblitz::reduce`], but not divisible by `τ` and of norm at most `4 n`: `δ` is added
    /// where needed.
    #[must_use]
    pub fn reduce_to_odd(&self, k: Bits<'_>) -> TauElement {
        let mut r = self.reduce(k);
        let even = !r.is_odd();
        for (r, d) in r.coordinates_mut().into_iter().zip(&self.delta) {
            let _ = Kernel::PORTABLE.add_assign_if(r, d, even);
        }
        r
    }
}

// Elements of `Z[τ]`, in two's complement of words on the stack.

/// Bits of a coordinate beyond half the field's degree: for a sign, and for the growth of sums.
pub(super) const SPARE_BITS: usize = 8;

/// The highest degree of a ring.
pub(super) const MOST_DEGREE: usize = 571;
/// Words of a coordinate, at most.
pub(super) const MOST_WORDS: usize = (MOST_DEGREE / 2 + SPARE_BITS) / WORD_BITS + 1;
/// An element `r0 + r1 τ`, each coordinate in two's complement. Wiped when dropped.
#[derive(Clone)]
pub struct TauElement {
    r: [[Word; MOST_WORDS]; 2],
    words: usize,
}

impl Drop for TauElement {
    fn drop(&mut self) {
        self.r.zeroize();
    }
}

impl TauElement {
    /// 0, in `words` words.
    pub(super) const fn zero(words: usize) -> Self {
        Self { r: [[0; MOST_WORDS]; 2], words }
    }

    /// `r0` and `r1` in two's complement.
    #[must_use]
    pub fn coordinates(&self) -> [&[Word]; 2] {
        self.r.each_ref().map(|r| &r[..self.words])
    }

    /// `r0` and `r1`, mutable.
    pub(super) fn coordinates_mut(&mut self) -> [&mut [Word]; 2] {
        let words = self.words;
        self.r.each_mut().map(|r| &mut r[..words])
    }

    /// The lowest word of each coordinate.
    pub(super) const fn lowest(&self) -> [Word; 2] {
        [self.r[0][0], self.r[1][0]]
    }

    /// Whether `τ` does not divide the element.
    pub(super) fn is_odd(&self) -> Mask {
        Mask::from_bit(self.r[0][0] & 1)
    }

    pub(super) fn is_zero_vartime(&self) -> bool {
        self.r.iter().flatten().all(|&w| w == 0)
    }

    /// The residue modulo `τ^w`, as a number modulo `2^w`; `root` is the image of `τ`.
    pub(super) const fn residue(&self, root: Word, w: usize) -> Word {
        let [r0, r1] = self.lowest();
        r0.wrapping_add(r1.wrapping_mul(root)) & ((1 << w) - 1)
    }

    /// Subtracts the small element `a + b τ`, in two's complement of a word.
    pub(super) fn subtract_small(&mut self, small: [Word; 2]) {
        for (r, a) in self.coordinates_mut().into_iter().zip(small) {
            let sign = (a.cast_signed() >> (WORD_BITS - 1)).cast_unsigned();
            let (mut addend, mut borrow) = (a, 0);
            for r in r {
                let (less, under) = r.overflowing_sub(addend);
                let (less, further) = less.overflowing_sub(borrow);
                (*r, borrow) = (less, Word::from(under | further));
                addend = sign;
            }
        }
    }

    /// Divides by `τ`, which must divide the element: `(r1 + μ r0/2) - (r0/2) τ`.
    pub(super) fn divide_by_tau(&mut self, mu_is_minus: bool) {
        let words = self.words;
        let [r0, r1] = self.coordinates_mut();
        let sign = (r0[words - 1].cast_signed() >> (WORD_BITS - 1)).cast_unsigned();
        let flip = if mu_is_minus { Word::MAX } else { 0 };
        // Both are sums with the complement of the half where it is negative, and a carry of 1.
        let (mut carry0, mut carry1) = (Word::from(mu_is_minus), 1);
        for i in 0..words {
            let above = if i + 1 < words { r0[i + 1] } else { sign };
            let half = (r0[i] >> 1) | (above << (WORD_BITS - 1));
            let (sum, over) = r1[i].overflowing_add(half ^ flip);
            let (sum, further) = sum.overflowing_add(carry0);
            (r0[i], carry0) = (sum, Word::from(over | further));
            let (minus, over) = (!half).overflowing_add(carry1);
            (r1[i], carry1) = (minus, Word::from(over));
        }
    }
}
