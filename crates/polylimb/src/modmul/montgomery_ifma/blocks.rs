//! The multiplication of residues of three to five vectors, one vector of the quotient at a time.
//!
//! **Source.** `[Montgomery1985]` with multiples of `M` that are -1 modulo a power of the radix, as
//! in `powm/batch/montgomery.rs`. **Idea.** With `κ = -1/M mod B^8` and `B = 2^52`,
//! `κ M = B^8 H - 1`: the eight digits of a finished vector *are* the quotient, and adding their
//! multiple of `κ M` means dropping them and adding `H` times them above. Only the last vector,
//! where the result would grow, takes `M` itself and a product with `κ`. The factors of the
//! quotients are constant, so memory holds them shifted to all eight places of a vector, and
//! nothing is moved. `R = B^(8 N)`: the result begins at a vector. What the carries do not wait for
//! fills their time: the multiple of the quotient before, and, for the last two carries, the upper
//! half of `a b`. The compiler must not move it ([`Vector::in_order`]): it would load ahead and
//! copy to the stack. **Cost.** 326, 526 and 774 multiply-adds for a square
//! of `N` = 3, 4, 5 vectors, 388, 640 and 956 for a product; one carry at a time. **Bounds.**
//! `R > 8M`, residues lie below `4M`: `(16 M² + 2 R M) / R < 4M`.

use super::super::montgomery_form::negated_inverse;
use super::fours;
use crate::limb::radix52::{
    above_diagonal, digits_from_words, double_and_add_diagonal, for_each_place, normalise_short,
};
use crate::limb::simd::{DIGIT_BITS, LANES, Row, Vector, align_stack};
use crate::limb::{Kernel, WORD_BITS, Word};
use alloc::vec;
use alloc::vec::Vec;
use core::hint::black_box;
use zeroize::Zeroizing;

/// Vectors of a residue modulo a number of this length: the fewest with `8M < R`. `None` where
/// other forms serve.
pub(super) fn vectors(bits: usize) -> Option<usize> {
    let vectors = (bits + 3).div_ceil(DIGIT_BITS * LANES);
    (*fours::BITS.end() < bits && vectors <= MOST_VECTORS).then_some(vectors)
}

/// More do not leave all sums in registers.
pub(super) const MOST_VECTORS: usize = 5;

/// `H`, `M` and the low vector of `κ`, each moved up by 0 to 7 places.
pub(super) fn constants(kernel: Kernel, modulus: &[Word], vectors: usize) -> Zeroizing<Vec<Row>> {
    let [h, m, kappa] = factors(kernel, modulus, LANES, LANES * vectors);
    let mut rows = Zeroizing::new(Vec::with_capacity(LANES * (2 * vectors + 3)));
    rows.extend(moved(&h, vectors + 1));
    rows.extend(moved(&m, vectors + 1));
    rows.extend(moved(&kappa, 1));
    rows
}

/// `H = (κ M + 1) / B^block` and `M` in `digits` digits, and `κ = -1/M mod B^block`.
pub(super) fn factors(
    kernel: Kernel,
    modulus: &[Word],
    block: usize,
    digits: usize,
) -> [Zeroizing<Vec<u64>>; 3] {
    let bits = DIGIT_BITS * block;
    let mut kappa = negated_inverse(kernel, modulus, bits.div_ceil(WORD_BITS));
    if let Some(top) = kappa.last_mut() {
        *top &= Word::MAX >> (WORD_BITS * bits.div_ceil(WORD_BITS) - bits);
    }
    let words = kappa.len() + modulus.len();
    let mut multiple = Zeroizing::new(vec![0; words]);
    let mut scratch = Zeroizing::new(vec![0; kernel.mul_scratch(kappa.len(), modulus.len())]);
    kernel.mul(&mut multiple, &kappa, modulus, &mut scratch);
    // No carry out: κ M < B^block M.
    let _ = kernel.add_assign(&mut multiple, &[1]);
    let numbers: [(&[Word], usize); 3] =
        [(&multiple, block + digits), (modulus, digits), (&kappa, block)];
    let mut factors = numbers.map(|(words, digits)| {
        let mut number = Zeroizing::new(vec![0; digits]);
        digits_from_words(&mut number, words);
        number
    });
    // Below are zeros.
    factors[0].drain(..block);
    factors
}

/// The `digits` moved up by 0, 1, … 7 places, in `vectors` vectors each.
fn moved(digits: &[u64], vectors: usize) -> impl Iterator<Item = Row> {
    (0..LANES * vectors).map(move |i| {
        let (place, vector) = (i / vectors, i % vectors);
        Row(core::array::from_fn(|lane| {
            let digit = (LANES * vector + lane).checked_sub(place);
            digit.and_then(|d| digits.get(d)).copied().unwrap_or(0)
        }))
    })
}

/// Sums of low and high halves by vectors of columns. High halves count for the next column.
struct Sums<V, const W: usize> {
    low: [V; W],
    high: [V; W],
}

impl<V: Vector, const W: usize> Sums<V, W> {
    #[inline(always)]
    fn add(&mut self, k: usize, a: V, b: V) {
        self.low[k] = self.low[k].madd_low(a, b);
        self.high[k] = self.high[k].madd_high(a, b);
    }

    /// Adds vectors `from` to `to - 1` of `a b`; only the products of different digits, each once,
    /// if `SQUARE`.
    #[inline(always)]
    fn add_product<const N: usize, const SQUARE: bool>(
        &mut self,
        a: &[u64],
        b: &[V; N],
        [from, to]: [usize; 2],
    ) {
        let a = &a[..LANES * N];
        macro_rules! step {
            ($s:literal) => {
                for u in 0..N + usize::from($s > 0) {
                    let above = if u < N { b[u] } else { V::zero() };
                    let moved = above.move_up::<$s>(if u > 0 { b[u - 1] } else { V::zero() });
                    for g in 0..N {
                        let others = if SQUARE {
                            above_diagonal(moved, u, LANES * g + $s)
                        } else {
                            Some(moved)
                        };
                        if let (true, Some(others)) = ((from..to).contains(&(g + u)), others) {
                            self.add(g + u, V::splat(a[LANES * g + $s]), others);
                        }
                    }
                }
                self.in_order(from, to);
            };
        }
        for_each_place!(step);
    }

    /// The compiler computes these vectors before what follows.
    #[inline(always)]
    fn in_order(&mut self, from: usize, to: usize) {
        for k in from..to {
            let (mut low, mut high) = (self.low[k], self.high[k]);
            V::in_order(&mut low, &mut high);
            (self.low[k], self.high[k]) = (low, high);
        }
    }

    /// Doubles vector `k` of a sum of products of different digits and adds the squares.
    #[inline(always)]
    fn finish_square(&mut self, a: &[u64], k: usize) {
        (self.low[k], self.high[k]) = double_and_add_diagonal(self.low[k], self.high[k], a, k);
    }

    /// Adds vectors `from` to `to - 1` of `a b` or `a²`, to sums that are 0 for `a²`.
    #[inline(always)]
    fn add_vectors<const N: usize, const SQUARE: bool>(
        &mut self,
        a: &[u64],
        b: &[V; N],
        [from, to]: [usize; 2],
    ) {
        self.add_product::<N, SQUARE>(a, b, [from, to]);
        for k in from..to {
            if SQUARE {
                self.finish_square(a, k);
            }
        }
    }

    /// Adds, from vector `k + 1`, the eight digits of `q` times a number, given in all places.
    #[inline(always)]
    fn add_multiple<const N: usize>(&mut self, k: usize, q: &[u64; LANES], moved: &[Row]) {
        let moved = &moved[..LANES * (N + 1)];
        macro_rules! step {
            ($s:literal) => {
                for u in 1..N + usize::from($s > 0) {
                    self.add(k + u, V::splat(q[$s]), V::load(&moved[(N + 1) * $s + u].0));
                }
                self.in_order(k + 1, k + N + usize::from($s > 0));
            };
        }
        for_each_place!(step);
    }
}

/// Adds the lowest vector of the columns of `q` times a number, given in all places, to existing
/// sums, in two chains each because the next carry waits for it.
#[inline(always)]
fn low_vector<V: Vector>(
    low: V,
    high: V,
    q: &[u64; LANES],
    moved: &[Row],
    vectors: usize,
) -> (V, V) {
    let moved = &moved[..LANES * vectors];
    let (mut low, mut high) = ([low, V::zero()], [high, V::zero()]);
    macro_rules! step {
        ($s:literal) => {
            let (digit, other) = (V::splat(q[$s]), V::load(&moved[vectors * $s].0));
            low[$s % 2] = low[$s % 2].madd_low(digit, other);
            high[$s % 2] = high[$s % 2].madd_high(digit, other);
        };
    }
    for_each_place!(step);
    (low[0].add(low[1]), high[0].add(high[1]))
}

/// The carry from a vector into the next: the high sums and the carries of its last lane, and one
/// more or not.
#[derive(Clone, Copy)]
struct Carry<V> {
    high: V,
    carries: V,
    one: u64,
}

impl<V: Vector> Carry<V> {
    #[inline(always)]
    fn none() -> Self {
        Self { high: V::zero(), carries: V::zero(), one: 0 }
    }

    /// The digits of the vector with these sums; `self` becomes its carry. As in `normalise`.
    #[inline(always)]
    fn digits(&mut self, low: V, high: V) -> V {
        let column = low.add(high.shift_up(self.high));
        let digits = column.digits().add(column.carries().shift_up(self.carries));
        let passes = u64::from(digits.equals_mask());
        let sum = passes + 2 * u64::from(digits.above_digit()) + self.one;
        *self = Self { high, carries: column.carries(), one: sum >> LANES };
        digits.increment((sum ^ passes) as u8).digits()
    }
}

/// `r = a b / R mod M` below `4M`, in `N` vectors; `W = 2 N`. `a` is `b` if `SQUARE`.
#[inline(always)]
pub(super) fn blocks<V: Vector, const N: usize, const W: usize, const SQUARE: bool>(
    constants: &[Row],
    r: &mut [Word],
    a: &[Word],
    b: &[Word],
    scratch: &mut [Word],
) {
    align_stack();
    let moved = LANES * (N + 1);
    let (h, rest) = constants.split_at(moved);
    let (m, kappa) = rest.split_at(moved);
    let (vectors, _) = b.as_chunks::<LANES>();
    let b: [V; N] = core::array::from_fn(|t| V::load(&vectors[t]));
    let (q, _) = scratch.split_first_chunk_mut::<LANES>().expect("scratch");
    let mut sums = Sums::<V, W> { low: [V::zero(); W], high: [V::zero(); W] };
    let mut carry = Carry::none();
    sums.add_vectors::<N, SQUARE>(a, &b, [0, 1]);
    let mut digits = carry.digits(sums.low[0], sums.high[0]);
    sums.add_vectors::<N, SQUARE>(a, &b, [1, N]);
    macro_rules! vector {
        ($k:literal) => {
            if $k < N {
                // Read again each time: kept, they would be copied to the stack.
                let (q, h) = (through_memory(q, digits), black_box(h));
                let (low, high) = low_vector(sums.low[$k], sums.high[$k], q, h, N + 1);
                digits = carry.digits(low, high);
                sums.add_multiple::<N>($k, q, h);
            }
        };
    }
    vector!(1);
    vector!(2);
    vector!(3);
    vector!(4);
    let mut upper = Sums::<V, W> { low: [V::zero(); W], high: [V::zero(); W] };
    upper.add_vectors::<N, SQUARE>(a, &b, [N, W]);
    // The last vector, whose digits and the low ones of `q M` add up to a multiple of `B^8`.
    let (low, high) = low_vector(V::zero(), V::zero(), through_memory(q, digits), kappa, 1);
    let q = through_memory(q, Carry::none().digits(low, high));
    let (low, high) = low_vector(digits, V::zero(), q, m, N + 1);
    sums.add_multiple::<N>(N - 1, q, m);
    // The multiple is its top column and the carry of the lower ones, a few units, rounded.
    let last = low.add(high.shift_up(V::zero())).add(V::splat(1 << (DIGIT_BITS - 1)));
    let mut below = carry.high.add(high);
    let mut columns = [V::zero(); N];
    for t in N..W {
        let high = sums.high[t].add(upper.high[t]);
        columns[t - N] = sums.low[t].add(upper.low[t]).add(high.shift_up(below));
        below = high;
    }
    columns[0] = columns[0].add(V::zero().shift_up(last.carries().add(carry.carries)));
    let (r, _) = r.as_chunks_mut::<LANES>();
    for (r, digits) in r.iter_mut().zip(normalise_short(columns, carry.one)) {
        digits.store(r);
    }
}

/// Stores digits in memory, to be read one by one. The compiler would otherwise move each within
/// registers, on the execution unit that multiplies; loads run on another unit.
#[inline(always)]
fn through_memory<V: Vector>(room: &mut [u64; LANES], digits: V) -> &[u64; LANES] {
    digits.store(room);
    black_box(room)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Features;
    use crate::modmul::ModMul;
    use crate::modmul::long_division::Divisor;
    use crate::modmul::registry::{Entry, Request};

    /// Results of a chain of products and squares of extreme numbers, left as plain numbers.
    fn chain(modmul: &dyn ModMul, modulus: &[Word]) -> Vec<Vec<Word>> {
        let mut scratch = vec![0; modmul.scratch_words()];
        let residue = || vec![0; modmul.residue_words()];
        let (mut x, mut y, mut next) = (residue(), residue(), residue());
        let (mut least, mut most) = (vec![0; modulus.len()], modulus.to_vec());
        least[0] = 3;
        most[0] -= 1;
        modmul.enter(&mut x, &least, &mut scratch);
        modmul.enter(&mut y, &most, &mut scratch);
        (0..60)
            .map(|i| {
                if i % 3 == 0 {
                    modmul.mul(&mut next, &x, &y, &mut scratch);
                } else {
                    modmul.sqr(&mut next, &x, &mut scratch);
                }
                core::mem::swap(&mut x, &mut next);
                modmul.leave(&mut least, &x, &mut scratch);
                least.clone()
            })
            .collect()
    }

    /// The same chain by long division.
    fn by_division(modulus: &[Word]) -> Vec<Vec<Word>> {
        let (kernel, n) = (Kernel::PORTABLE, modulus.len());
        let divisor = Divisor::new(kernel, modulus);
        let (mut x, mut most) = (vec![0; n], modulus.to_vec());
        x[0] = 3;
        most[0] -= 1;
        let mut product = vec![0; 2 * n];
        (0..60)
            .map(|i| {
                kernel.schoolbook(&mut product, &x, if i % 3 == 0 { &most } else { &x });
                x = divisor.divide(&product).1.to_vec();
                x.clone()
            })
            .collect()
    }

    #[test]
    fn at_the_ends_of_its_range_as_long_division() {
        let mut compared = 0;
        for bits in [
            830_usize, 831, 832, 896, 1023, 1024, 1037, 1038, 1040, 1244, 1245, 1246, 1661, 1662,
            2076, 2077, 2078,
        ] {
            let words = bits.div_ceil(WORD_BITS);
            let top: Word = 1 << ((bits - 1) % WORD_BITS);
            let mut ones: Vec<Word> = vec![Word::MAX; words];
            ones[words - 1] = top | (top - 1);
            let mut two: Vec<Word> = vec![0; words];
            two[0] = 1;
            two[words - 1] = top;
            let mixed: Vec<Word> = (1..=words as Word)
                .map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
                .enumerate()
                .map(|(i, w)| if i + 1 == words { (w & (top - 1)) | top } else { w })
                .collect();
            for modulus in [ones, two, mixed] {
                let expected = by_division(&modulus);
                let entry = Entry::find("montgomery-ifma").expect("registered");
                let request = |kernel| Request { kernel, ..Request::new(&modulus) };
                let mut all = vec![super::super::twin(&request(Kernel::PORTABLE))];
                for kernel in Kernel::available(Features::detect()) {
                    all.push(entry.build(&request(kernel)).expect("in the domain"));
                }
                for modmul in all {
                    assert_eq!(chain(&*modmul, &modulus), expected, "{bits} bits");
                    compared += expected.len();
                }
            }
        }
        assert!(compared >= 2000, "only {compared} results were compared");
    }
}

#[cfg(test)]
#[path = "../../../tests/proofs/montgomery_blocks.rs"]
mod theorems;
