//! Montgomery's multiplication modulo two numbers, lane by lane, in one pass over blocks of
//! columns.
//!
//! **Source.** As `powm/batch/montgomery.rs`: columns in blocks of `K` digits, and multiples of
//! `M' = B^K H - 1` in place of `M`, whose quotient is the digits of the columns themselves; the
//! last block takes `M` and `κ = -1/M mod B^K`. **Idea.** Digits are signed and carries round to
//! the nearest, so that a column has room for twice as many products as with digits from 0 on.
//! Blocks are long, because a core begins three instructions in a cycle and one multiplication: of
//! `K²` products each digit is loaded once. **Bounds.** `B = 2^29`, `R = B^n > 8M`, and residues
//! `a` and `b` are within `M`. The quotient without its last block is within `B^(n-K) / 2`, `M'`
//! within `B^K M / 2`, and what the last block adds within `R M / 2`, each but for a factor of
//! `1 + 2^-28`. So `|r| < |a b| / R + (1/4 + 1/2) (1 + 2^-28) M < M`. **Cost.** `2 n²` products of
//! vectors for `n` digits, `(3 n² + n) / 2` for a square, and `(K² + K) / 2` with `κ`.

use super::vector::{Block, HALF, K, Pairwise};

/// The constants of both moduli: numbers of `n` digits, and `κ` of `K` digits.
pub(super) struct Moduli<'a, W> {
    /// `M`.
    pub(super) m: &'a [Block<W>],
    /// `(κ M + 1) / B^K`.
    pub(super) h: &'a [Block<W>],
    /// `κ = -1/M mod B^K`.
    pub(super) kappa: &'a Block<W>,
}

/// The most blocks whose columns have room for two products of numbers: `2 n 2^56 < 2^63`.
const WITHOUT_FOLD: usize = 60 / K;

/// A block of columns.
struct Columns<V: Pairwise>([V::Column; K]);

impl<V: Pairwise> Columns<V> {
    #[inline(always)]
    fn of(n: i64) -> Self {
        Self([V::column(n); K])
    }

    /// Adds the products of digits in the columns of this block, or of the block above.
    #[inline(always)]
    fn add<const UPPER: bool>(&mut self, a: &[V; K], b: &[V; K]) {
        for (i, &a) in a.iter().enumerate() {
            for (j, &b) in b.iter().enumerate() {
                if (i + j >= K) == UPPER {
                    let column = &mut self.0[(i + j) % K];
                    *column = V::add_product(*column, a, b);
                }
            }
        }
    }

    /// The columns of this block.
    #[inline(always)]
    fn add_lower(&mut self, a: &Block<V::Word>, b: &Block<V::Word>) {
        self.add::<false>(&load(a), &load(b));
    }

    /// The columns of the block above.
    #[inline(always)]
    fn add_upper(&mut self, a: &Block<V::Word>, b: &Block<V::Word>) {
        self.add::<true>(&load(a), &load(b));
    }

    #[inline(always)]
    fn add_full(&mut self, a: &Block<V::Word>, b: &[Block<V::Word>; 2]) {
        let (a, below, b) = (load(a), load(&b[0]), load(&b[1]));
        self.add::<false>(&a, &b);
        self.add::<true>(&a, &below);
    }

    /// Doubles the columns and adds the square of a block.
    #[inline(always)]
    fn double_and_add_square<const UPPER: bool>(&mut self, a: &Block<V::Word>) {
        let a: [V; K] = load(a);
        for (i, &x) in a.iter().enumerate() {
            for (j, &y) in a.iter().enumerate().skip(i + 1) {
                if (i + j >= K) == UPPER {
                    let column = &mut self.0[(i + j) % K];
                    *column = V::add_product(*column, x, y);
                }
            }
        }
        for column in &mut self.0 {
            *column = V::add(*column, *column);
        }
        for (i, &x) in a.iter().enumerate() {
            if (2 * i >= K) == UPPER {
                let column = &mut self.0[2 * i % K];
                *column = V::add_product(*column, x, x);
            }
        }
    }

    /// Digits below `2^RADIX` in place of columns; the carry above.
    #[inline(always)]
    fn fold(&mut self) -> V::Column {
        let columns = self.0;
        for k in 0..K {
            self.0[k] = V::low_bits(columns[k]);
            if k > 0 {
                self.0[k] = V::add_carry(self.0[k], columns[k - 1]);
            }
        }
        V::add_carry(V::column(0), columns[K - 1])
    }

    /// Passes carries on. The low bits of the columns are then digits plus `HALF`, if each column
    /// had one such `HALF` more; `above` plus the carry above.
    #[inline(always)]
    fn carry(&mut self, above: V::Column) -> V::Column {
        for k in 1..K {
            self.0[k] = V::add_carry(self.0[k], self.0[k - 1]);
        }
        V::add_carry(above, self.0[K - 1])
    }
}

#[inline(always)]
fn load<V: Pairwise>(block: &Block<V::Word>) -> [V; K] {
    core::array::from_fn(|i| V::load(&block[i]))
}

/// Blocks `j - 1` and `j` of `b`.
#[inline(always)]
fn two<W>(b: &[Block<W>], j: usize) -> &[Block<W>; 2] {
    b[j - 1..=j].first_chunk().expect("two blocks")
}

/// Adds the part of the products `a[i] b[j]`, `i < a.len()`, in block `c` of the columns of `a b`.
#[inline(always)]
fn convolve<V: Pairwise>(
    columns: &mut Columns<V>,
    a: &[Block<V::Word>],
    b: &[Block<V::Word>],
    c: usize,
) {
    let mut i = 0;
    if c >= b.len() {
        i = c - b.len();
        if i < a.len() {
            columns.add_upper(&a[i], &b[b.len() - 1]);
        }
        i += 1;
    }
    while i < a.len().min(c) {
        columns.add_full(&a[i], two(b, c - i));
        i += 1;
    }
    if c < a.len() {
        columns.add_lower(&a[c], &b[0]);
    }
}

/// Adds block `c` of the columns of `a²`, and doubles what was there.
#[inline(always)]
fn convolve_square<V: Pairwise>(columns: &mut Columns<V>, a: &[Block<V::Word>], c: usize) {
    let half = c / 2;
    // Pairs `i < j`, `i + j = c`, with their neighbours `i + j = c - 1`, as long as both exist.
    convolve(columns, &a[..half], a, c);
    if c.is_multiple_of(2) {
        columns.double_and_add_square::<false>(&a[half]);
    } else {
        if let Some(next) = a.get(half + 1) {
            columns.add_lower(&a[half], next);
        }
        columns.double_and_add_square::<true>(&a[half]);
    }
}

/// `(a + b c) / B^K` for the lowest blocks `a`, `b` and `c` of numbers, if the lowest block of
/// `a + b c` is 0.
#[inline(always)]
fn carry_of_multiple<V: Pairwise>(
    a: &Block<V::Word>,
    b: &Block<V::Word>,
    c: &Block<V::Word>,
) -> V::Column {
    let mut columns = Columns::<V>::of(HALF);
    for (column, digit) in columns.0.iter_mut().zip(load::<V>(a)) {
        *column = V::add_digit(*column, digit);
    }
    columns.add_lower(b, c);
    columns.carry(V::column(0))
}

/// `r = r b / R mod M`, or the square of `r` without a `b`. All have one length, with the scratch
/// `q`.
#[inline(always)]
pub(super) fn multiply<V: Pairwise>(
    moduli: &Moduli<'_, V::Word>,
    r: &mut [Block<V::Word>],
    b: Option<&[Block<V::Word>]>,
    q: &mut [Block<V::Word>],
) {
    let Moduli { m, h, kappa } = *moduli;
    let n = r.len();
    assert!(n > 0 && q.len() == n && m.len() == n && h.len() == n);
    assert!(b.is_none_or(|b| b.len() == n));
    let mut carry = V::column(0);
    for c in 0..2 * n {
        let mut columns = Columns::<V>::of(if b.is_none() { HALF / 2 } else { HALF });
        match b {
            Some(b) => convolve(&mut columns, r, b, c),
            None => convolve_square(&mut columns, r, c),
        }
        let above = if n > WITHOUT_FOLD { columns.fold() } else { V::column(0) };
        if c > 0 {
            convolve(&mut columns, &q[..c.min(n - 1)], h, c - 1);
        }
        if c >= n {
            match c + 1 - n {
                j if j < n => columns.add_full(&q[n - 1], two(m, j)),
                _ => columns.add_upper(&q[n - 1], &m[n - 1]),
            }
        }
        columns.0[0] = V::add(columns.0[0], carry);
        carry = columns.carry(above);
        // Block `c - n` of `r` is not needed any more.
        V::store(if c < n { &mut q[c] } else { &mut r[c - n] }, columns.0);
        if c == n - 1 {
            let low = q[c];
            let mut product = Columns::<V>::of(HALF);
            product.add_lower(&low, kappa);
            let _ = product.carry(V::column(0));
            V::store(&mut q[c], product.0);
            carry = V::add(carry, carry_of_multiple::<V>(&low, &q[c], &m[0]));
        }
    }
}

#[cfg(test)]
#[path = "../../../../tests/proofs/two_lanes.rs"]
mod theorems;
