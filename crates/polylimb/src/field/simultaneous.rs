//! Many inverses for the price of one (`[Montgomery1987]`).
//!
//! **Idea.** The product of all elements is inverted; going back through the products of the first
//! `i` elements yields one inverse after another. Zeros are replaced by ones and stay zero, by
//! selection. **Cost.** One inversion and `3 (k - 1)` products for `k` elements. Constant time
//! where the field is: the time does not depend on which elements are 0.

use super::Field;

/// `a_i = inv0(a_i)` for all elements. `scratch` has the length of `a`; afterwards it holds values
/// as secret as the elements.
///
/// # Panics
/// If the lengths differ.
///
/// ```
/// use polylimb::field::{Field, invert_all, prime::Toy};
/// let f = Toy::new(29)?;
/// let mut a = [2, 0, 3, 28];
/// invert_all(&f, &mut a, &mut [0; 4]);
/// assert_eq!(a, [15, 0, 10, 28]);
/// # Ok::<(), polylimb::Error>(())
/// ```
#[inline(always)]
pub fn invert_all<F: Field>(f: &F, a: &mut [F::El], scratch: &mut [F::El]) {
    assert!(a.len() == scratch.len());
    let (zero, one) = (f.zero(), f.one());
    // scratch_i: the product of the elements before i.
    let mut product = one;
    for (a, before) in a.iter().zip(&mut *scratch) {
        *before = product;
        f.mul_assign(&mut product, &or_one(f, &one, a));
    }
    let mut inverse = f.inv0(&product);
    for (a, before) in a.iter_mut().zip(&*scratch).rev() {
        let is_zero = f.is_zero(a);
        let next = f.mul(&inverse, &or_one(f, &one, a));
        *a = f.select(is_zero, &zero, &f.mul(&inverse, before));
        inverse = next;
    }
}

/// `a`, or 1 if `a` is 0. Not a closure: a closure need not be inlined into a root.
#[inline(always)]
fn or_one<F: Field>(f: &F, one: &F::El, a: &F::El) -> F::El {
    f.select(f.is_zero(a), one, a)
}
