//! The multiplication of residues of vectors of four digits, of one number or of two side by side.
//!
//! **Source.** The blocks of `blocks.rs`, with four digits in place of eight; two powers of an RSA
//! key in one stream of instructions, vectors of 256 bits for one, as OpenSSL does. **Idea.** `R =
//! B^20`: five vectors of four digits waste nothing at 1024 bits. Nothing is moved to its column
//! before it is multiplied: products of digits at place `p` have sums of their own, and a finished
//! vector moves the four sums into place. High halves count for the place above. So a digit times a
//! number is five vectors, not six. A vector of the quotient waits for the carries of the one
//! before, about 35 cycles. Its digits become known one after another, and each is used at once:
//! the carries run in four passes, without a look at all lanes. Between these steps stand products
//! that nothing waits for. The compiler must not move them ([`Fours::in_order`]): it sorts products
//! by their sums, where each waits for the one before. **Squares.** With `A_g` the vectors of `a`,
//! `a²` is the sum of `A_g (A_g + 2 A_{g+1} B^4 + …) B^8g`: half of the products, and the factor 2
//! is taken once, as digits. **Cost.** 328 multiply-adds for a square, 408 for a product.
//! **Bounds.** As in `blocks.rs`: `R > 8M`, residues lie below `4M`.

use crate::limb::Word;
use crate::limb::simd::fours::{Fours, PLACES, Two};
use crate::limb::simd::{DIGIT_BITS, LANES, Lanewise, Portable, Row, Vector, align_stack};
use alloc::vec::Vec;
use core::array;
use core::ops::RangeInclusive;
use zeroize::Zeroizing;

/// Vectors of a residue: `R = B^20`, for moduli of 1024 bits.
pub(super) const VECTORS: usize = 5;

/// Digits of a residue.
pub(super) const DIGITS: usize = PLACES * VECTORS;

/// The moduli that it serves: too long for two vectors of eight digits, and `8M < R`.
pub(super) const BITS: RangeInclusive<usize> = 831..=DIGIT_BITS * DIGITS - 3;

/// `H`, `M` and the low vector of `κ` of one or two moduli.
pub(super) fn constants(factors: &[[Zeroizing<Vec<u64>>; 3]]) -> Zeroizing<Vec<Row>> {
    // One that grew would leave copies.
    let mut rows = Zeroizing::new(Vec::with_capacity((2 * VECTORS + 1) * factors.len()));
    for (i, vectors) in [VECTORS, VECTORS, 1].into_iter().enumerate() {
        let numbers: Vec<&[u64]> = factors.iter().map(|of| &of[i][..]).collect();
        rows.extend(by_turns(&numbers, vectors));
    }
    rows
}

/// The digits of numbers by turns, in as many rows as these vectors begin.
pub(super) fn by_turns(numbers: &[&[u64]], vectors: usize) -> impl Iterator<Item = Row> {
    let count = numbers.len();
    let word = move |i: usize| numbers[i % count].get(i / count).copied().unwrap_or(0);
    let rows = (PLACES * vectors * count).div_ceil(LANES);
    (0..rows).map(move |row| Row(array::from_fn(|lane| word(LANES * row + lane))))
}

/// Vector `i` of these rows.
#[inline(always)]
fn vector<F: Fours>(rows: &[Row], i: usize) -> F {
    let word = F::WORDS * i;
    F::load(&rows[word / LANES].0[word % LANES..])
}

/// Runs `$step!(p)`, or `$step!(k, p)`, for every place of a vector.
macro_rules! for_each_place {
    ($step:ident $($k:literal)?) => {
        $step!($($k,)? 0);
        $step!($($k,)? 1);
        $step!($($k,)? 2);
        $step!($($k,)? 3);
    };
}

/// The columns of a vector while carries run: after `P` passes digit `P` is right.
struct Passing<F> {
    columns: F,
    /// What goes into the next vector, in the first lanes.
    out: F,
}

impl<F: Fours> Passing<F> {
    #[inline(always)]
    fn new(columns: F) -> Self {
        Self { columns, out: F::zero() }
    }

    /// Digit `P` in all places, for a multiply-add, which reads its low bits; then pass `P`. After
    /// the last one the columns are digits.
    #[inline(always)]
    fn next<const P: usize>(&mut self) -> F {
        let digit = self.columns.spread::<P>();
        let carries = self.columns.carries().turned();
        self.out = self.out.add(carries);
        self.columns = self.columns.digits();
        if P + 1 < PLACES {
            self.columns = self.columns.add(carries.keep(F::OTHERS));
        }
        F::in_order(&mut self.columns, &mut self.out);
        digit
    }

    #[inline(always)]
    fn carry(&self) -> F {
        self.out.keep(F::FIRST)
    }
}

/// Vectors of a product.
const W: usize = 2 * VECTORS;

/// Sums of products of digits: lane `i` of set `p` of vector `k` is for column `4k + i + p`.
struct Sums<F>([[F; PLACES]; W]);

impl<F: Fours> Sums<F> {
    /// Adds a digit in place `P` times a vector, whose product begins in vector `k`.
    #[inline(always)]
    fn add<const P: usize>(&mut self, k: usize, digit: F, vector: F) {
        let Self(sets) = self;
        sets[k][P] = sets[k][P].madd_low(digit, vector);
        let high = if P + 1 < PLACES { &mut sets[k][P + 1] } else { &mut sets[k + 1][0] };
        *high = high.madd_high(digit, vector);
    }

    /// Adds a digit in place `P` times the vectors `from` to `to - 1` of a number, from `k` on.
    #[inline(always)]
    fn add_row<const P: usize>(
        &mut self,
        k: usize,
        digit: F,
        rows: &[Row],
        [from, to]: [usize; 2],
    ) {
        for u in from..to {
            self.add::<P>(k + u - from, digit, vector(rows, u));
        }
        self.in_order::<P>(k, to - from);
    }

    /// Adds digit `4g + P` of `a` times the vectors `from` to `to - 1` of the other factor; of the
    /// doubled one from `g` on, if `SQUARE`.
    #[inline(always)]
    fn add_block<const P: usize, const SQUARE: bool>(
        &mut self,
        a: &[F; VECTORS],
        factor: &[F; VECTORS],
        [g, from, to]: [usize; 3],
    ) {
        let digit = a[g].spread::<P>();
        for k in g + from..g + to {
            let u = k - g;
            let vector = if SQUARE && u == g {
                a[g]
            } else if SQUARE && u == g + 1 {
                // Not doubled below, so no bit came from there.
                factor[u].and(F::splat(!0).add(F::splat(u64::MAX).keep(F::FIRST)))
            } else {
                factor[u]
            };
            self.add::<P>(k, digit, vector);
        }
        self.in_order::<P>(g + from, to - from);
    }

    /// The compiler computes what place `P` changed in these vectors before what follows.
    #[inline(always)]
    fn in_order<const P: usize>(&mut self, k: usize, vectors: usize) {
        let Self(sets) = self;
        for k in k..k + vectors {
            let (mut low, mut high) = (sets[k][P], sets[k + (P + 1) / PLACES][(P + 1) % PLACES]);
            F::in_order(&mut low, &mut high);
            sets[k][P] = low;
            sets[k + (P + 1) / PLACES][(P + 1) % PLACES] = high;
        }
    }

    /// The columns of vector `k`.
    #[inline(always)]
    fn columns(&self, k: usize) -> F {
        let Self(sets) = self;
        let below = if k == 0 { [F::zero(); PLACES] } else { sets[k - 1] };
        aligned(sets[k], below)
    }
}

/// The columns of the sets of a vector, with the ends of the sets below.
#[inline(always)]
fn aligned<F: Fours>(sets: [F; PLACES], below: [F; PLACES]) -> F {
    let low = sets[0].add(sets[1].move_up::<1>(below[1]));
    low.add(sets[2].move_up::<2>(below[2])).add(sets[3].move_up::<3>(below[3]))
}

/// `a b / R` below `4M`, for numbers below `4M`. `b` is `a` if `SQUARE`.
#[inline(always)]
pub(super) fn multiply<F: Fours, const SQUARE: bool>(
    constants: &[Row],
    a: [F; VECTORS],
    b: [F; VECTORS],
) -> [F; VECTORS] {
    align_stack();
    let (h, rest) = constants.split_at(rows_of::<F>(VECTORS));
    let (m, kappa) = rest.split_at(rows_of::<F>(VECTORS));
    let mut factor = b;
    if SQUARE {
        let mut tops = F::zero();
        for t in 0..VECTORS {
            let here = a[t].shr(51);
            factor[t] = a[t].add(a[t]).digits().add(here.move_up::<1>(tops));
            tops = here;
        }
    }
    let mut sums = Sums([[F::zero(); PLACES]; W]);
    let mut last = Sums([[F::zero(); PLACES]; W]);
    let mut carry = F::zero();
    let mut passing: Passing<F>;
    let mut q = [carry; PLACES];
    macro_rules! block {
        ($p:literal: $g:expr, $from:expr, $to:expr) => {
            sums.add_block::<$p, SQUARE>(&a, &factor, [$g, $from, $to])
        };
    }
    macro_rules! first_vector {
        ($p:literal) => {
            block!($p: 0, 0, 1);
        };
    }
    for_each_place!(first_vector);
    // Vector k: its digits are the quotient's. Between them come what else the quotient before
    // adds, and products of `a b`, those for the next vector and others.
    macro_rules! place {
        ($k:literal, $p:literal) => {
            let before = q[$p];
            q[$p] = passing.next::<$p>();
            if $k > 0 {
                sums.add_row::<$p>($k + 1, before, h, [1, VECTORS]);
            }
            if $k == 0 {
                block!($p: 0, 1, VECTORS);
            }
            match ($k, SQUARE) {
                (1, true) => block!($p: 1, 1, 4),
                (2, true) => {
                    block!($p: 1, 4, 5);
                    block!($p: 2, 2, 3);
                }
                (3, true) => block!($p: 2, 3, 5),
                (4, true) => block!($p: 3, 3, 5),
                (0, false) => block!($p: 1, 0, 4),
                (1..4, false) => {
                    block!($p: $k, 4, 5);
                    block!($p: ($k + 1) % VECTORS, 0, 4);
                }
                _ => {}
            }
            if $k + 1 < VECTORS {
                sums.add_row::<$p>($k + 1, q[$p], h, [0, 1]);
            } else {
                last.add_row::<$p>(0, q[$p], kappa, [0, 1]);
            }
        };
    }
    macro_rules! vector {
        ($k:literal) => {
            passing = Passing::new(sums.columns($k).add(carry));
            for_each_place!(place $k);
            carry = passing.carry();
        };
    }
    vector!(0);
    vector!(1);
    vector!(2);
    vector!(3);
    vector!(4);
    // The last vector and the low ones of `q M` add up to a multiple of `B^4`.
    let columns = passing.columns;
    passing = Passing::new(last.columns(0));
    last = Sums([[F::zero(); PLACES]; W]);
    macro_rules! last_place {
        ($p:literal) => {
            let digit = passing.next::<$p>();
            last.add_row::<$p>(VECTORS - 1, digit, m, [0, 1]);
            block!($p: 4, 4, VECTORS);
            sums.add_row::<$p>(VECTORS, digit, m, [1, VECTORS]);
        };
    }
    for_each_place!(last_place);
    // The multiple is its top column and the carry of the lower ones, a few units, rounded.
    let [low, above] = [last.0[VECTORS - 1], last.0[VECTORS]];
    let top = columns.add(F::splat(1 << (DIGIT_BITS - 1))).add(aligned(low, [F::zero(); PLACES]));
    let multiple = top.carries().turned().keep(F::FIRST);
    for (set, low) in sums.0[VECTORS - 1].iter_mut().zip(low) {
        *set = set.add(low);
    }
    sums.0[VECTORS][0] = sums.0[VECTORS][0].add(above[0]).add(carry);
    let mut columns = [F::zero(); VECTORS];
    for (t, column) in columns.iter_mut().enumerate() {
        *column = sums.columns(VECTORS + t);
    }
    normalise(columns, multiple)
}

/// The digits of columns, with a carry of a few units into the first, as `normalise` of `radix52`.
#[inline(always)]
fn normalise<F: Fours>(columns: [F; VECTORS], carry: F) -> [F; VECTORS] {
    const EVEN: u64 = 0x5555_5555_5555_5555;
    let (mut digits, lanes) = (columns, F::FIRST | F::OTHERS);
    let (mut creates, mut passes, mut below) = (0_u64, 0_u64, F::zero());
    for (t, digit) in digits.iter_mut().enumerate() {
        let carries = digit.carries();
        *digit = digit.digits().add(carries.move_up::<1>(below));
        if t == 0 {
            *digit = digit.add(carry);
        }
        below = carries;
        creates |= u64::from(digit.above_digit() & lanes) << (F::WORDS * t);
        passes |= u64::from(digit.equals_mask() & lanes) << (F::WORDS * t);
    }
    let received = if F::NUMBERS == 1 {
        receives(creates, passes, u64::MAX)
    } else {
        receives(creates, passes, EVEN) | receives(creates, passes, !EVEN)
    };
    for (t, digit) in digits.iter_mut().enumerate() {
        *digit = digit.increment((received >> (F::WORDS * t)) as u8 & lanes).digits();
    }
    digits
}

/// The lanes `own` of a number that receive a carry; the other number's lanes pass all on.
#[inline(always)]
fn receives(creates: u64, passes: u64, own: u64) -> u64 {
    let passes = passes | !own;
    (passes.wrapping_add((creates & own) << 1) ^ passes) & own
}

/// The rows that vectors take.
pub(super) const fn rows_of<F: Fours>(vectors: usize) -> usize {
    (F::WORDS * vectors).div_ceil(LANES)
}

// One number.

/// `r = a b / R`; `b` is `a` if `SQUARE`.
#[inline(always)]
pub(super) fn one<F: Fours, const SQUARE: bool>(
    constants: &[Row],
    r: &mut [Word],
    a: &[Word],
    b: &[Word],
) {
    let (mut x, mut y) = ([F::zero(); VECTORS], [F::zero(); VECTORS]);
    for t in 0..VECTORS {
        x[t] = F::load(&a[PLACES * t..]);
        y[t] = F::load(&b[PLACES * t..]);
    }
    let product = multiply::<F, SQUARE>(constants, x, y);
    for (t, digits) in product.into_iter().enumerate() {
        digits.store(&mut r[PLACES * t..]);
    }
    // Residues fill whole vectors of eight.
    r[PLACES * VECTORS..].fill(0);
}

// Two numbers: what a power needs.

/// The vectors of a residue of two numbers.
#[inline(always)]
fn load<V: Vector>(rows: &[Row]) -> [Two<V>; VECTORS] {
    let mut vectors = [Two::zero(); VECTORS];
    for (vector, row) in vectors.iter_mut().zip(&rows[..VECTORS]) {
        *vector = Two::load(&row.0);
    }
    vectors
}

#[inline(always)]
fn store<V: Vector>(rows: &mut [Row], vectors: [Two<V>; VECTORS]) {
    for (row, vector) in rows[..VECTORS].iter_mut().zip(vectors) {
        vector.store(&mut row.0);
    }
}

/// `r = a b / R`.
#[inline(always)]
fn product<V: Vector>(constants: &[Row], r: &mut [Row], a: &[Row], b: &[Row]) {
    store(r, multiply::<Two<V>, false>(constants, load(a), load(b)));
}

/// `r = r² / R`.
#[inline(always)]
fn square<V: Vector>(constants: &[Row], r: &mut [Row]) {
    let a = load::<V>(r);
    store(r, multiply::<_, true>(constants, a, a));
}

/// A window of two powers: `r` is squared `times` times, with `R` taken out each time, and
/// multiplied by the table's entries: the first number of entry `first`, the second one of entry
/// `second`. In constant time: all entries are read, a part behind each square, while its last
/// carries run.
#[inline(always)]
fn window<V: Vector>(
    constants: &[Row],
    r: &mut [Row],
    times: usize,
    table: &[Row],
    [a, b]: [Word; 2],
) {
    let index = V::from_lanes([a, b, a, b, a, b, a, b]);
    let mut power = load::<V>(r);
    let mut found = [V::zero(); VECTORS];
    let entries = table.len() / VECTORS;
    let part = entries.div_ceil(times.max(1));
    for from in (0..entries).step_by(part) {
        if times > 0 {
            power = multiply::<_, true>(constants, power, power);
        }
        for i in from..entries.min(from + part) {
            let here = V::splat(i as u64).equals(index);
            for (found, row) in found.iter_mut().zip(&table[VECTORS * i..]) {
                *found = found.blend(V::load(&row.0), here);
            }
        }
    }
    let mut entry = [Two::zero(); VECTORS];
    for (entry, found) in entry.iter_mut().zip(found) {
        *entry = Two::of(found);
    }
    store(r, multiply::<Two<V>, false>(constants, power, entry));
}

/// Constants, `r`, `a`, `b`.
type Product = fn(&[Row], &mut [Row], &[Row], &[Row]);

/// Constants, `r`, squares, table, entries.
type Window = fn(&[Row], &mut [Row], usize, &[Row], [Word; 2]);

/// The functions for two numbers.
#[derive(Clone, Copy)]
pub(super) struct Operations {
    pub(super) product: Product,
    pub(super) square: fn(&[Row], &mut [Row]),
    pub(super) window: Window,
}

/// Only for kernels that have IFMA.
pub(super) const TWO: Operations = Operations {
    product: avx512::root_product,
    square: avx512::root_square,
    window: avx512::root_window,
};

/// The twin in plain Rust, for checks.
// Inline: compiled with the tests that call it, not with the library.
#[cfg(feature = "std")]
#[inline]
pub(super) fn twin_of_two() -> Operations {
    Operations {
        product: product::<Portable>,
        square: square::<Portable>,
        window: window::<Portable>,
    }
}

/// The roots: compiled for AVX-512, and everything above is inlined into them.
mod avx512 {
    use super::{Row, Word, product, square, window};
    use crate::limb::simd::{Ifma, compiled_for};

    compiled_for! {
        "avx512f,avx512ifma", root:
        pub(super) fn root_product[][](constants: &[Row], r: &mut [Row], a: &[Row], b: &[Row])
            = product::<Ifma>(constants, r, a, b)
    }
    compiled_for! {
        "avx512f,avx512ifma", root:
        pub(super) fn root_square[][](constants: &[Row], r: &mut [Row])
            = square::<Ifma>(constants, r)
    }
    compiled_for! {
        "avx512f,avx512ifma", root:
        pub(super) fn root_window[][](
            constants: &[Row],
            r: &mut [Row],
            times: usize,
            table: &[Row],
            entries: [Word; 2],
        ) = window::<Ifma>(constants, r, times, table, entries)
    }
}

#[cfg(test)]
#[path = "../../../tests/proofs/montgomery_fours.rs"]
mod theorems;
