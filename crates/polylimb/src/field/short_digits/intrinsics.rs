//! The kernels of short digits in intrinsics.

use super::field::each;
use super::kernel::{
    Both, Columns, Constants, DIGITS, Loaded, Number, VECTORS, complex, factor, reduce, two,
};
use super::vector::{Four, Neon};

#[inline(always)]
fn load(a: &Number) -> Loaded<Neon> {
    [Neon::load(&a[0]), Neon::load(&a[1]), Neon::load(&a[2]), Neon::load(&a[3])]
}

#[inline(always)]
fn reduced(t: Both<Neon>, constants: &Constants) -> [Number; 2] {
    let kappa = Neon::splat(constants[2][0][0]);
    let r = reduce(t, &load(&constants[0]), &load(&constants[1]), kappa);
    r.map(store)
}

#[inline(always)]
fn store(a: Loaded<Neon>) -> Number {
    let mut r = [[0; 4]; VECTORS];
    for k in 0..VECTORS {
        a[k].store(&mut r[k]);
    }
    r
}

/// The same number in digits of 28 bits and a little.
#[inline(always)]
pub(super) fn carried(a: &Number) -> Number {
    store(factor(load(a)))
}

#[inline(always)]
fn factors([a, b]: [&Number; 2]) -> [Loaded<Neon>; 2] {
    [factor(load(a)), factor(load(b))]
}

#[inline(always)]
fn product(a: &[Number; 2], b: &[Number; 2]) -> Both<Neon> {
    complex(&factors(a.each_ref()), &factors(b.each_ref()))
}

/// `(a₀ + a₁)(a₀ - a₁)` and `2 a₀ a₁`.
#[inline(always)]
fn square(a: &[Number; 2]) -> Both<Neon> {
    let (re, im): (Loaded<Neon>, Loaded<Neon>) = (load(&a[0]), load(&a[1]));
    let (mut sum, mut difference, mut twice) = (re, re, re);
    for k in 0..VECTORS {
        (sum[k], difference[k]) = (re[k].add(im[k]), re[k].sub(im[k]));
        twice[k] = re[k].add(re[k]);
    }
    two(&[factor(sum), factor(twice)], &[factor(difference), factor(im)])
}

/// Columns of each number in place of columns of both.
#[inline(always)]
fn apart(t: &Both<Neon>) -> [Columns; 2] {
    let mut r = [[[0; 2]; DIGITS]; 2];
    for k in 0..DIGITS {
        Neon::store_columns(Neon::firsts(t[2 * k], t[2 * k + 1]), &mut r[0][k]);
        Neon::store_columns(Neon::seconds(t[2 * k], t[2 * k + 1]), &mut r[1][k]);
    }
    r
}

/// `(a₀ + a₁ u)(b₀ + b₁ u)` for `u² = -1`.
#[inline(always)]
pub(super) fn complex_product(
    a: &[Number; 2],
    b: &[Number; 2],
    constants: &Constants,
) -> [Number; 2] {
    reduced(product(a, b), constants)
}

/// `(a₀ + a₁ u)²`.
#[inline(always)]
pub(super) fn complex_square(a: &[Number; 2], constants: &Constants) -> [Number; 2] {
    reduced(square(a), constants)
}

/// The product, unreduced.
#[inline(always)]
pub(super) fn complex_product_wide(a: &[Number; 2], b: &[Number; 2]) -> [Columns; 2] {
    apart(&product(a, b))
}

/// The square, unreduced.
#[inline(always)]
pub(super) fn complex_square_wide(a: &[Number; 2]) -> [Columns; 2] {
    apart(&square(a))
}

/// `a₀ b₀` and `a₁ b₁`.
#[inline(always)]
pub(super) fn two_products(a: [&Number; 2], b: [&Number; 2], constants: &Constants) -> [Number; 2] {
    reduced(two(&factors(a), &factors(b)), constants)
}

/// The products, unreduced.
#[inline(always)]
pub(super) fn two_products_wide(a: [&Number; 2], b: [&Number; 2]) -> [Columns; 2] {
    apart(&two(&factors(a), &factors(b)))
}

/// The elements of two sums of products.
#[inline(always)]
pub(super) fn reduce_two(a: &[Columns; 2], constants: &Constants) -> [Number; 2] {
    let mut t = [Neon::column(0); 2 * DIGITS];
    for k in 0..DIGITS {
        let (first, second) = (Neon::load_columns(&a[0][k]), Neon::load_columns(&a[1][k]));
        (t[2 * k], t[2 * k + 1]) = (Neon::firsts(first, second), Neon::seconds(first, second));
    }
    reduced(t, constants)
}

/// Column by column.
#[inline(always)]
fn each_column(a: &Columns, b: &Columns, f: impl Fn(i64, i64) -> i64) -> Columns {
    let mut r = *a;
    for k in 0..DIGITS {
        for i in 0..2 {
            r[k][i] = f(a[k][i], b[k][i]);
        }
    }
    r
}

#[inline(always)]
pub(super) fn add(a: &Number, b: &Number) -> Number {
    each(a, b, |a, b| a + b)
}

#[inline(always)]
pub(super) fn sub(a: &Number, b: &Number) -> Number {
    each(a, b, |a, b| a - b)
}

#[inline(always)]
pub(super) fn add_wide(a: &Columns, b: &Columns) -> Columns {
    each_column(a, b, i64::wrapping_add)
}

#[inline(always)]
pub(super) fn sub_wide(a: &Columns, b: &Columns) -> Columns {
    each_column(a, b, i64::wrapping_sub)
}

/// Less the multiple of the prime that is nearest by the top digit.
#[inline(always)]
pub(super) fn settle(a: &Number, [p, _, [[_, tops, ..], ..]]: &Constants) -> Number {
    let r = carried(a);
    let top = i64::from(r.as_flattened()[DIGITS - 1]);
    let n = ((top * i64::from(*tops) + (1 << 33)) >> 34) as i32;
    carried(&each(&r, p, |a, p| a - n * p))
}
