//! Linear maps: `a^(2^n)` by squarings, or for larger n by a table; the half-trace by a table.

use super::{Clmul, Polynomial, Product};
use crate::field::binary::Binary;
#[cfg(feature = "std")]
use crate::field::binary::polynomial::table::Map;
use crate::field::binary::quadratic::half_trace as sum_of_powers;
#[cfg(feature = "std")]
use crate::limb::WORD_BITS;
use crate::limb::Word;

/// Fewest squarings for which a table is faster, with and without AVX-512.
#[cfg(feature = "std")]
const TABLE_FROM: [usize; 2] = [6, 29];

#[inline(never)]
pub(super) fn power<const N: usize, P: Polynomial>(k: Clmul, a: &[Word; N], n: usize) -> [Word; N] {
    #[cfg(feature = "std")]
    if n >= TABLE_FROM[usize::from(!k.wide)]
        && let Some(maps) = P::maps()
    {
        let make = || {
            let image_of_x = squarings::<N, P>(k, &power_of_x::<N>(1), n);
            let mut images = alloc::vec![power_of_x::<N>(0)];
            for i in 1..P::DEGREE {
                images.push(k.mul::<N, P>(&images[i - 1], &image_of_x));
            }
            Map::new(P::DEGREE, |i| images[i])
        };
        if let Some(map) = maps.get_or_make(n, make) {
            return apply(k, map, a);
        }
    }
    squarings::<N, P>(k, a, n)
}

#[inline(never)]
pub(super) fn half_trace<const N: usize, P: Polynomial>(k: Clmul, a: &[Word; N]) -> [Word; N] {
    #[cfg(feature = "std")]
    if let Some(maps) = P::maps() {
        let map = maps.half_trace(|| {
            let mut images = alloc::vec![[0; N]; P::DEGREE];
            for i in 0..P::DEGREE {
                images[i] = if i > 0 && i % 2 == 0 {
                    // H(a²) = H(a)².
                    k.sqr::<N, P>(&images[i / 2])
                } else {
                    sum_by_squarings::<N, P>(k, &power_of_x::<N>(i))
                };
            }
            Map::new(P::DEGREE, |i| images[i])
        });
        return apply(k, map, a);
    }
    sum_of_powers(&Binary::<N, P, Clmul>::with(k), P::DEGREE, a)
}

#[cfg(feature = "std")]
fn apply<const N: usize>(k: Clmul, map: &Map, a: &[Word; N]) -> [Word; N] {
    if k.wide {
        // SAFETY: `wide` says that the CPU has AVX-512.
        return unsafe { map.apply_wide(a) };
    }
    map.apply(a)
}

/// `Σ a^(4^i)`, `i` up to m / 2, without a table of any power: a table is made only for exponents
/// that are used again.
#[cfg(feature = "std")]
fn sum_by_squarings<const N: usize, P: Polynomial>(k: Clmul, a: &[Word; N]) -> [Word; N] {
    let (mut sum, mut power) = (*a, *a);
    for _ in 0..P::DEGREE / 2 {
        power = squarings::<N, P>(k, &power, 2);
        for (sum, power) in sum.iter_mut().zip(power) {
            *sum ^= power;
        }
    }
    sum
}

#[cfg(feature = "std")]
fn power_of_x<const N: usize>(i: usize) -> [Word; N] {
    let mut r = [0; N];
    r[i / WORD_BITS] = 1 << (i % WORD_BITS);
    r
}

fn squarings<const N: usize, P: Polynomial>(k: Clmul, a: &[Word; N], n: usize) -> [Word; N] {
    let mut r = *a;
    for _ in 0..n {
        r = k.sqr::<N, P>(&r);
    }
    r
}
