//! Sums of many points and of many multiples. Variable time: all inputs are public.
//!
//! The memory that callers give is not needed: the library has its own. Tables of
//! `…_mult_wbits_precompute` hold the points only.

use crate::border::c;
use crate::field::{Coordinate, certain};
use crate::layout::{Affine, Jacobian, blst_fp, blst_fp2, byte, limb_t};
use crate::points::{to_affine, words_of_le};
use polylimb::authors::limb::Bits;

/// The bytes of scratch that callers allocate, although none are needed.
const SOME_BYTES: usize = 8;

/// The sum of multiples by the bits from `low` to `high` of each scalar.
pub(crate) fn sum_of_multiples<'a, C: Coordinate>(
    terms: impl Iterator<Item = (&'a [byte], &'a Affine<C>)>,
    low: usize,
    high: usize,
) -> Jacobian<C> {
    let (scalars, points): (Vec<_>, Vec<C::Source>) =
        terms.map(|(scalar, p)| (words_of_le(scalar, high), p.source())).unzip();
    let bits = |scalar| Bits::with_len(scalar, high).part(low, high - low);
    let terms: Vec<_> = scalars.iter().zip(&points).map(|(scalar, p)| (bits(scalar), p)).collect();
    Affine::of_source(&certain(C::group().sum_of_multiples_vartime(&terms))).jacobian()
}

pub(crate) fn sum<'a, C: Coordinate>(points: impl Iterator<Item = &'a Affine<C>>) -> Jacobian<C> {
    let points: Vec<C::Source> = points.map(Affine::source).collect();
    let sum = C::group().sum_vartime(&points.iter().collect::<Vec<_>>());
    Affine::of_source(&certain(sum)).jacobian()
}

/// The items of an array of pointers, where after a null pointer the items lie side by side,
/// `stride` apart.
///
/// # Safety
/// There are `n` items.
pub(crate) unsafe fn pointers<T>(array: *const *const T, n: usize, stride: usize) -> Vec<*const T> {
    let (mut array, mut next) = (array, core::ptr::null());
    let mut all = Vec::with_capacity(n);
    for _ in 0..n {
        // SAFETY: as above; the array ends with a null pointer or has `n` of them.
        unsafe {
            if (*array).is_null() {
                next = <*const T>::wrapping_add(next, stride);
            } else {
                next = *array;
                array = array.add(1);
            }
        }
        all.push(next);
    }
    all
}

/// Scalars and points of a sum.
///
/// # Safety
/// There are `n` of both.
unsafe fn terms<'a, C: Coordinate>(
    points: Vec<*const Affine<C>>,
    scalars: *const *const byte,
    nbits: usize,
) -> impl Iterator<Item = (&'a [byte], &'a Affine<C>)> {
    let bytes = nbits.div_ceil(8);
    // SAFETY: as above.
    let scalars = unsafe { pointers(scalars, points.len(), bytes) };
    scalars.into_iter().zip(points).map(move |(scalar, p)| {
        // SAFETY: as above.
        unsafe { (crate::border::slice(scalar, bytes), &*p) }
    })
}

macro_rules! multiples {
    (
        $c:ident: $to_affine:ident $add:ident $precompute_sizeof:ident $precompute:ident
        $wbits_scratch:ident $wbits:ident $pippenger_scratch:ident $pippenger:ident $tile:ident
    ) => {
        c! {
            fn $to_affine(dst: *mut Affine<$c>, points: *const *const Jacobian<$c>, npoints: usize) {
                let points = pointers(points, npoints, 1);
                let mut affine = vec![Affine::default(); npoints];
                to_affine(&mut affine, points.iter().map(|p| &**p));
                core::ptr::copy(affine.as_ptr(), dst, npoints);
            }
            fn $add(ret: *mut Jacobian<$c>, points: *const *const Affine<$c>, npoints: usize) {
                *ret = sum(pointers(points, npoints, 1).into_iter().map(|p| &*p));
            }
            fn $precompute_sizeof(_wbits: usize, npoints: usize) -> usize {
                size_of::<Affine<$c>>() * npoints.max(1)
            }
            fn $precompute(
                table: *mut Affine<$c>,
                _wbits: usize,
                points: *const *const Affine<$c>,
                npoints: usize,
            ) {
                for (i, p) in pointers(points, npoints, 1).into_iter().enumerate() {
                    core::ptr::copy(p, table.add(i), 1);
                }
            }
            fn $wbits_scratch(_npoints: usize) -> usize {
                SOME_BYTES
            }
            fn $wbits(
                ret: *mut Jacobian<$c>,
                table: *const Affine<$c>,
                _wbits: usize,
                npoints: usize,
                scalars: *const *const byte,
                nbits: usize,
                _scratch: *mut limb_t,
            ) {
                let points = (0..npoints).map(|i| table.add(i)).collect();
                *ret = sum_of_multiples(terms(points, scalars, nbits), 0, nbits);
            }
            fn $pippenger_scratch(_npoints: usize) -> usize {
                SOME_BYTES
            }
            fn $pippenger(
                ret: *mut Jacobian<$c>,
                points: *const *const Affine<$c>,
                npoints: usize,
                scalars: *const *const byte,
                nbits: usize,
                _scratch: *mut limb_t,
            ) {
                let points = pointers(points, npoints, 1);
                *ret = sum_of_multiples(terms(points, scalars, nbits), 0, nbits);
            }
            fn $tile(
                ret: *mut Jacobian<$c>,
                points: *const *const Affine<$c>,
                npoints: usize,
                scalars: *const *const byte,
                nbits: usize,
                _scratch: *mut limb_t,
                bit0: usize,
                window: usize,
            ) {
                // The tiles add up to the sum, with any digits.
                let points = pointers(points, npoints, 1);
                let high = nbits.min(bit0 + window);
                *ret = sum_of_multiples(terms(points, scalars, nbits), bit0.min(high), high);
            }
        }
    };
}

multiples! {
    blst_fp: blst_p1s_to_affine blst_p1s_add blst_p1s_mult_wbits_precompute_sizeof
    blst_p1s_mult_wbits_precompute blst_p1s_mult_wbits_scratch_sizeof blst_p1s_mult_wbits
    blst_p1s_mult_pippenger_scratch_sizeof blst_p1s_mult_pippenger blst_p1s_tile_pippenger
}
multiples! {
    blst_fp2: blst_p2s_to_affine blst_p2s_add blst_p2s_mult_wbits_precompute_sizeof
    blst_p2s_mult_wbits_precompute blst_p2s_mult_wbits_scratch_sizeof blst_p2s_mult_wbits
    blst_p2s_mult_pippenger_scratch_sizeof blst_p2s_mult_pippenger blst_p2s_tile_pippenger
}
