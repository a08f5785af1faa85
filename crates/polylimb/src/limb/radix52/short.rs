//! The columns of short products, all in registers.
//!
//! `b` stays in `N` registers and is moved up place by place; the move by `i` places serves digits `i`,
//! `i + 8`, … of `a`, whose products then lie whole vectors apart. `a` is read from memory digit by digit.
//! Up to five vectors (2080 bits) the sums fit the 32 registers.

use super::vector::{LANES, Vector};

/// Runs `$step!(i)` for every place `i` within a vector, as a literal: the instruction wants one.
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
            let moved: [V; N] = core::array::from_fn(|t| {
                b[t].move_up::<$i>(if t == 0 { V::zero() } else { b[t - 1] })
            });
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
    let high: [V; N] = core::array::from_fn(|t| high[0][t].add(high[1][t]));
    core::array::from_fn(|t| {
        let below = if t == 0 { V::zero() } else { high[t - 1] };
        low[0][t].add(low[1][t]).add(high[t].shift_up(below))
    })
}

/// Columns `8(N - 1)` to `16N - 1` of a sum of products, low and high halves apart: `M = N + 1` vectors.
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
                let moved: [V; M] = core::array::from_fn(|t| {
                    let here = if t < N { b[t] } else { V::zero() };
                    here.move_up::<$i>(if t == 0 { V::zero() } else { b[t - 1] })
                });
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

    /// The sum. What the columns below the first would carry is left out.
    #[inline(always)]
    pub(crate) fn columns(self) -> [V; M] {
        core::array::from_fn(|t| {
            let below = if t == 0 { V::zero() } else { self.high[t - 1] };
            self.low[t].add(self.high[t].shift_up(below))
        })
    }
}
