//! The columns of short products, all in registers.
//!
//! `b` stays in `N` registers and is moved up place by place; the move by `i` places serves digits
//! `i`, `i + 8`, … of `a`, whose products then lie whole vectors apart. `a` is read from memory
//! digit by digit.
//!
//! For a square, as in `columns.rs`: products above the diagonal, doubled, and the squares of the
//! digits.

use crate::limb::simd::{LANES, Vector};

/// Runs `$step!(i)` for every place `i` within a vector, as a literal, which the instruction
/// requires.
macro_rules! for_each_place {
    ($step:ident) => {
        $step!(0);
        $step!(1);
        $step!(2);
        $step!(3);
        $step!(4);
        $step!(5);
        $step!(6);
        $step!(7);
    };
}
pub(crate) use for_each_place;

/// The number `I` places up, in `N` vectors or one more. A loop: a closure, and the intrinsics in
/// it, would be calls if it lands in another codegen unit.
#[inline(always)]
fn moved_up<V: Vector, const N: usize, const M: usize, const I: usize>(number: [V; N]) -> [V; M] {
    let mut moved = [V::zero(); M];
    for t in 0..M {
        let here = if t < N { number[t] } else { V::zero() };
        moved[t] = here.move_up::<I>(if t == 0 { V::zero() } else { number[t - 1] });
    }
    moved
}

/// Columns 0 to `8N - 1` of `a * b`, both normalised; digits of `a` from `digits` on are 0.
#[inline(always)]
pub(crate) fn low_columns<V: Vector, const N: usize>(
    a: &[u64],
    b: [V; N],
    digits: usize,
) -> [V; N] {
    let a = &a[..LANES * N];
    let mut low = [[V::zero(); N]; 2];
    let mut high = [[V::zero(); N]; 2];
    macro_rules! step {
        ($i:literal) => {
            let moved: [V; N] = moved_up::<V, N, N, $i>(b);
            for g in 0..N {
                if g + 1 < N || LANES * g + $i < digits {
                    let digit = V::splat(a[LANES * g + $i]);
                    for t in g..N {
                        low[$i % 2][t] = low[$i % 2][t].madd_low(digit, moved[t - g]);
                        high[$i % 2][t] = high[$i % 2][t].madd_high(digit, moved[t - g]);
                    }
                }
            }
        };
    }
    for_each_place!(step);
    let low = core::array::from_fn(|t| low[0][t].add(low[1][t]));
    join(low, core::array::from_fn(|t| high[0][t].add(high[1][t])))
}

/// The digits above digit `i` in vector `u` of a number moved up by `i mod 8` places; `None` if
/// there are no such digits.
#[inline(always)]
pub(crate) fn above_diagonal<V: Vector>(moved: V, u: usize, i: usize) -> Option<V> {
    // Lane l holds digit 8u + l - i mod 8, which is above i if l > last.
    let last = i + i % LANES;
    match last.checked_sub(LANES * u) {
        None => Some(moved),
        Some(last) if last < LANES - 1 => Some(moved.keep(0xff << (last + 1))),
        Some(_) => None,
    }
}

/// The sums of output vector `t` of `a²`, from the sums of the products above the diagonal.
#[inline(always)]
pub(crate) fn double_and_add_diagonal<V: Vector>(low: V, high: V, a: &[u64], t: usize) -> (V, V) {
    let diagonal = V::spread(a[LANES / 2 * t..].first_chunk().expect("within the output"));
    (low.add(low).madd_low(diagonal, diagonal), high.add(high).madd_high(diagonal, diagonal))
}

/// Columns from the sums of low and high halves.
#[inline(always)]
fn join<V: Vector, const N: usize>(low: [V; N], high: [V; N]) -> [V; N] {
    core::array::from_fn(|t| {
        low[t].add(high[t].shift_up(if t == 0 { V::zero() } else { high[t - 1] }))
    })
}

/// Columns `8(N - 1)` to `16N - 1` of a sum of products, low and high halves apart: `M = N + 1`
/// vectors.
pub(crate) struct HighColumns<V, const M: usize> {
    low: [V; M],
    high: [V; M],
}

impl<V: Vector, const M: usize> HighColumns<V, M> {
    /// The empty sum.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { low: [V::zero(); M], high: [V::zero(); M] }
    }

    /// Adds `a * b`, both normalised; digits of `a` from `digits` on are 0.
    #[inline(always)]
    pub(crate) fn add_product<const N: usize>(&mut self, a: &[u64], b: [V; N], digits: usize) {
        const { assert!(M == N + 1) };
        let a = &a[..LANES * N];
        macro_rules! step {
            ($i:literal) => {
                let moved: [V; M] = moved_up::<V, N, M, $i>(b);
                for g in 0..N {
                    if g + 1 < N || LANES * g + $i < digits {
                        let digit = V::splat(a[LANES * g + $i]);
                        for u in N - 1 - g..M {
                            let t = u + g + 1 - N;
                            self.low[t] = self.low[t].madd_low(digit, moved[u]);
                            self.high[t] = self.high[t].madd_high(digit, moved[u]);
                        }
                    }
                }
            };
        }
        for_each_place!(step);
    }

    /// The sum. Carries from the columns below the first are omitted.
    #[inline(always)]
    pub(crate) fn columns(self) -> [V; M] {
        join(self.low, self.high)
    }
}
