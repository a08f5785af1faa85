//! `a^(2^n)`: by squarings, or for larger n by a table of the map.

use super::{Clmul, Polynomial, Product};
#[cfg(feature = "std")]
use crate::field::binary::maps::table::Map;
use crate::limb::Word;

/// From this many squarings on a table is faster, with and without AVX-512.
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
            if k.wide {
                // SAFETY: `wide` says that the CPU has AVX-512.
                return unsafe { map.apply_wide(a) };
            }
            return map.apply(a);
        }
    }
    squarings::<N, P>(k, a, n)
}

#[cfg(feature = "std")]
fn power_of_x<const N: usize>(i: usize) -> [Word; N] {
    let mut r = [0; N];
    r[0] = 1 << i;
    r
}

fn squarings<const N: usize, P: Polynomial>(k: Clmul, a: &[Word; N], n: usize) -> [Word; N] {
    let mut r = *a;
    for _ in 0..n {
        r = k.sqr::<N, P>(&r);
    }
    r
}
