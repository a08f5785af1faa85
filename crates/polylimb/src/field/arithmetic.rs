//! The trait that every field implements, and the sub-traits that some fields implement.

use crate::error::Result;
use crate::limb::{Bits, Mask};
use core::mem::MaybeUninit;
use core::ops::{BitAnd, BitOr, BitXor, Not};
use zeroize::Zeroize;

/// A computation that a field carries out as a whole; see [`Field::run`].
///
/// The implementor captures its fields and operands and marks `call` **`#[inline(always)]`**: only
/// then is it compiled inside the root function of a field of lanes.
pub trait Op {
    /// The computation's result.
    type Out;
    /// Computes the result. Mark it `#[inline(always)]`.
    fn call(self) -> Self::Out;
}

/// A finite field, or several copies of one field side by side (lanes); see `field/mod.rs` for
/// the representation and the promises.
///
/// An implementation must supply the constants, one product, sums, selection, comparison, inversion
/// and the wide product. The rest has defaults, which an implementation overrides with faster code.
/// Formulas call the most specific method (`double` and not `add(a, a)`, `mul_constant` for a curve
/// coefficient).
pub trait Field {
    /// An element: plain data, meaningless without its field.
    type El: Copy + Zeroize;
    /// The result of a comparison.
    type Mask: Truth;
    /// A sum of unreduced products. Fields without such a form take `El`.
    type Wide: Copy + Zeroize;
    /// How many products a [`Field::Wide`] may sum up; at least 1.
    const WIDE_TERMS: usize;

    /// 0.
    fn zero(&self) -> Self::El;

    /// 1.
    fn one(&self) -> Self::El;

    /// `1 + 1 + … + 1`, `n` times; `n` is public. At most 32 doublings and additions.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn small(&self, n: u32) -> Self::El {
        let mut r = self.zero();
        for i in (0..u32::BITS - n.leading_zeros()).rev() {
            self.double_assign(&mut r);
            if (n >> i) & 1 == 1 {
                self.add_assign(&mut r, &self.one());
            }
        }
        r
    }

    /// `r = a b`, the primitive of all products; returns `r`, now initialised.
    fn mul_into<'r>(
        &self,
        r: &'r mut MaybeUninit<Self::El>,
        a: &Self::El,
        b: &Self::El,
    ) -> &'r mut Self::El;

    /// `r = a²`; returns `r`, now initialised.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<Self::El>, a: &Self::El) -> &'r mut Self::El {
        self.mul_into(r, a, a)
    }

    /// `a b`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mul(&self, a: &Self::El, b: &Self::El) -> Self::El {
        *self.mul_into(&mut MaybeUninit::uninit(), a, b)
    }

    /// `a²`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sqr(&self, a: &Self::El) -> Self::El {
        *self.sqr_into(&mut MaybeUninit::uninit(), a)
    }

    /// `a^(2^times)`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sqr_times(&self, a: &Self::El, times: usize) -> Self::El {
        let mut r = *a;
        for _ in 0..times {
            self.sqr_assign(&mut r);
        }
        r
    }

    /// `c a` for a public constant `c`, such as a curve coefficient.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mul_constant(&self, c: &Self::El, a: &Self::El) -> Self::El {
        self.mul(c, a)
    }

    /// `n a` for a public number `n`. The default multiplies by [`Field::small`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mul_small(&self, a: &Self::El, n: u32) -> Self::El {
        self.mul_constant(&self.small(n), a)
    }

    /// `M` products and `S` squares that do not depend on each other. The default computes one
    /// after another; a field over two cores or wider lanes computes them together.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn products<const M: usize, const S: usize>(
        &self,
        m: [(&Self::El, &Self::El); M],
        s: [&Self::El; S],
    ) -> ([Self::El; M], [Self::El; S]) {
        let (mut products, mut squares) = ([self.zero(); M], [self.zero(); S]);
        // One by one: with `map` or a loop each product becomes a call, and its result is copied by
        // vector loads that wait for the stores before them (a third of the time of X25519).
        macro_rules! each {
            ($($i:literal)*) => {
                $(
                    if const { $i < M } {
                        products[$i] = self.mul(m[$i].0, m[$i].1);
                    }
                    if const { $i < S } {
                        squares[$i] = self.sqr(s[$i]);
                    }
                )*
            };
        }
        each!(0 1 2 3 4 5 6 7);
        const { assert!(M <= 8 && S <= 8, "more products than formulas have") };
        (products, squares)
    }

    /// `a + b`.
    fn add(&self, a: &Self::El, b: &Self::El) -> Self::El;

    /// `a - b`.
    fn sub(&self, a: &Self::El, b: &Self::El) -> Self::El;

    /// `-a`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg(&self, a: &Self::El) -> Self::El {
        self.sub(&self.zero(), a)
    }

    /// `2 a`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn double(&self, a: &Self::El) -> Self::El {
        self.add(a, a)
    }

    /// `a inv0(2)`: half of `a`, or 0 in characteristic 2.
    fn halve(&self, a: &Self::El) -> Self::El;

    /// `3 a + b`; fields that can do so reduce once.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn triple_add(&self, a: &Self::El, b: &Self::El) -> Self::El {
        self.add(&self.add(&self.double(a), a), b)
    }

    /// `a - 2 b`; fields that can do so reduce once.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sub_double(&self, a: &Self::El, b: &Self::El) -> Self::El {
        self.sub(a, &self.double(b))
    }

    /// `2 a - b`; fields that can do so reduce once.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn double_sub(&self, a: &Self::El, b: &Self::El) -> Self::El {
        self.sub(&self.double(a), b)
    }

    /// `a + b` where both are results of products, squares or [`Field::mul_small`], or numbers
    /// below `2^bits` that have just entered the field. Some fields keep such elements shorter than
    /// others and save a part of the sum's reduction.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add_products(&self, a: &Self::El, b: &Self::El) -> Self::El {
        self.add(a, b)
    }

    /// `a - b`, otherwise as [`Field::add_products`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sub_products(&self, a: &Self::El, b: &Self::El) -> Self::El {
        self.sub(a, b)
    }

    /// Reduces an unreduced sum; the identity for other fields. Formulas call it on a sum that
    /// becomes an operand of further sums: in fields whose sums are not reduced (`LooseLanes`) sums
    /// of sums would otherwise grow without bound.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle(&self, a: &Self::El) -> Self::El {
        *a
    }

    /// `a += b`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add_assign(&self, a: &mut Self::El, b: &Self::El) {
        *a = self.add(a, b);
    }

    /// `a -= b`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sub_assign(&self, a: &mut Self::El, b: &Self::El) {
        *a = self.sub(a, b);
    }

    /// `a *= b`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mul_assign(&self, a: &mut Self::El, b: &Self::El) {
        *a = self.mul(a, b);
    }

    /// `a *= a`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sqr_assign(&self, a: &mut Self::El) {
        *a = self.sqr(a);
    }

    /// `a += a`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn double_assign(&self, a: &mut Self::El) {
        *a = self.double(a);
    }

    /// `1 / a`, and 0 for 0.
    fn inv0(&self, a: &Self::El) -> Self::El;

    /// Whether `a = b`.
    fn equal(&self, a: &Self::El, b: &Self::El) -> Self::Mask;

    /// Whether `a = 0`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_zero(&self, a: &Self::El) -> Self::Mask {
        self.equal(a, &self.zero())
    }

    /// `if_true` where `condition`, else `if_false`.
    fn select(&self, condition: Self::Mask, if_true: &Self::El, if_false: &Self::El) -> Self::El;

    /// Exchanges `a` and `b` where `condition`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn swap_if(&self, condition: Self::Mask, a: &mut Self::El, b: &mut Self::El) {
        let new_a = self.select(condition, b, a);
        *b = self.select(condition, a, b);
        *a = new_a;
    }

    /// `a b`, unreduced: one term.
    fn mul_wide(&self, a: &Self::El, b: &Self::El) -> Self::Wide;

    /// `a²`, unreduced: one term.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sqr_wide(&self, a: &Self::El) -> Self::Wide {
        self.mul_wide(a, a)
    }

    /// `(a₀ + a₁ u)(b₀ + b₁ u)` for `u² = -1`, unreduced, by Karatsuba's three products:
    /// `a₀ b₀ - a₁ b₁` and `(a₀ + a₁)(b₀ + b₁) - a₀ b₀ - a₁ b₁`; two and three terms.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn complex_product_wide(&self, a: &[Self::El; 2], b: &[Self::El; 2]) -> [Self::Wide; 2] {
        complex_product_wide(self, a, b)
    }

    /// `(a₀ + a₁ u)²` for `u² = -1`, unreduced: `(a₀ + a₁)(a₀ - a₁)` and `2 a₀ a₁`; one term each.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn complex_square_wide(&self, a: &[Self::El; 2]) -> [Self::Wide; 2] {
        complex_square_wide(self, a)
    }

    /// `(a₀ + a₁ u)(b₀ + b₁ u)` for `u² = -1`, by a single kernel; `None` for fields without such a
    /// kernel.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn complex_product(&self, _a: &[Self::El; 2], _b: &[Self::El; 2]) -> Option<[Self::El; 2]> {
        None
    }

    /// `(a₀ + a₁ u)²`, in the same way.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn complex_square(&self, _a: &[Self::El; 2]) -> Option<[Self::El; 2]> {
        None
    }

    /// `a + b`; `a` and `b` have together at most [`Field::WIDE_TERMS`] terms.
    fn add_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide;

    /// `a - b` for a `b` of one term; the result has one term more than `a`.
    fn sub_wide(&self, a: &Self::Wide, b: &Self::Wide) -> Self::Wide;

    /// The same sum with more room for terms, where its size is limited. Towers call it on a sum of
    /// sums of products.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle_wide(&self, a: &Self::Wide) -> Self::Wide {
        *a
    }

    /// The element that `a` stands for.
    fn reduce(&self, a: &Self::Wide) -> Self::El;

    /// The elements that both stand for; some fields compute them together.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reduce_two(&self, a: &[Self::Wide; 2]) -> [Self::El; 2] {
        [self.reduce(&a[0]), self.reduce(&a[1])]
    }

    /// `times > 0` doublings of the Jacobian point `x`, `2 y`, `z` with `a z⁴`, by a single kernel;
    /// the last leaves `a z⁴` as it was. Constant time. `false` for fields without such a kernel.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn double_times(&self, _point: &mut [Self::El; 4], _times: usize) -> bool {
        false
    }

    /// Adds `(x, y)`, the last two elements, to the Jacobian point of the first three, which is not
    /// neutral and not `± (x, y)`, by a single kernel. Constant time. `false` as above.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add_affine(&self, _points: &mut [Self::El; 5]) -> bool {
        false
    }

    /// `X` and `Z` of `k` times the point of coordinate `u` on the Montgomery curve with
    /// `(A - 2) / 4 = a24`, by a single kernel. Constant time, but `k`'s length shows. Else `None`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn montgomery_ladder(&self, _u: &Self::El, _k: Bits<'_>, _a24: u32) -> Option<[Self::El; 2]> {
        None
    }

    /// `op.call()`, inside the context that the field needs around a whole computation. A field of
    /// lanes calls it in one function compiled for the vector instructions, into which sums,
    /// selections and formulas are inlined. Entering costs a call: enter once per point operation
    /// or larger unit, not per product.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<O: Op>(&self, op: O) -> O::Out {
        op.call()
    }
}

/// [`Field::complex_product_wide`] of any field.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn complex_product_wide<F: Field + ?Sized>(
    f: &F,
    a: &[F::El; 2],
    b: &[F::El; 2],
) -> [F::Wide; 2] {
    let low = f.mul_wide(&a[0], &b[0]);
    let high = f.mul_wide(&a[1], &b[1]);
    let cross = f.mul_wide(&f.add(&a[0], &a[1]), &f.add(&b[0], &b[1]));
    [f.sub_wide(&low, &high), f.sub_wide(&f.sub_wide(&cross, &low), &high)]
}

/// [`Field::complex_square_wide`] of any field.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn complex_square_wide<F: Field + ?Sized>(f: &F, a: &[F::El; 2]) -> [F::Wide; 2] {
    let (sum, difference) = (f.add(&a[0], &a[1]), f.sub(&a[0], &a[1]));
    [f.mul_wide(&sum, &difference), f.mul_wide(&f.double(&a[0]), &a[1])]
}

/// A field whose truth values convert to `bool`: it computes with one element at a time, and the
/// values are public.
///
/// Every formula with an early exit or a branch on data requires this trait, so such a formula does
/// not compile over lanes. Names end in `_vartime` where values decide about the time.
pub trait VartimeField: Field<Mask = Mask> {
    /// Whether `a = 0`, as a `bool`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_zero_vartime(&self, a: &Self::El) -> bool {
        self.is_zero(a).to_bool_vartime()
    }

    /// [`Field::inv0`] in a time that depends on `a`, for fields where that is faster.
    fn inv0_vartime(&self, a: &Self::El) -> Self::El {
        self.inv0(a)
    }

    /// Whether `a = b`, as a `bool`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn equal_vartime(&self, a: &Self::El, b: &Self::El) -> bool {
        self.equal(a, b).to_bool_vartime()
    }
}

/// A field whose elements have one canonical form in bytes: the number in `[0, p)`, or the
/// polynomial of degree below `m`. The least significant byte comes first, in the methods `_be` the
/// most significant one.
pub trait Encoding: Field {
    /// Number of bytes of an encoded element.
    fn encoded_bytes(&self) -> usize;

    /// `bytes` = the canonical form of `a`.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length).
    fn encode(&self, bytes: &mut [u8], a: &Self::El) -> Result<()>;

    /// The element with the canonical form `bytes`. Constant time except for whether `bytes` is
    /// canonical.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length), or [`Error::NotReduced`](crate::Error::NotReduced)
    /// if the bytes are not canonical.
    fn decode(&self, bytes: &[u8]) -> Result<Self::El>;

    /// As [`Encoding::encode`], most significant byte first.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length).
    fn encode_be(&self, bytes: &mut [u8], a: &Self::El) -> Result<()> {
        self.encode(bytes, a)?;
        bytes.reverse();
        Ok(())
    }

    /// As [`Encoding::decode`], most significant byte first.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length), [`Error::NotReduced`](crate::Error::NotReduced).
    fn decode_be(&self, bytes: &[u8]) -> Result<Self::El>;
}

// Truth values of a field: one bit, or one bit per lane.

/// The members of [`Field`] for wide values, of a field that reduces each product: they are
/// elements.
macro_rules! wide_values_are_elements {
    () => {
        type Wide = Self::El;
        const WIDE_TERMS: usize = usize::MAX;

        #[inline(always)]
        fn mul_wide(&self, a: &Self::El, b: &Self::El) -> Self::El {
            self.mul(a, b)
        }

        #[inline(always)]
        fn sqr_wide(&self, a: &Self::El) -> Self::El {
            self.sqr(a)
        }

        #[inline(always)]
        fn add_wide(&self, a: &Self::El, b: &Self::El) -> Self::El {
            self.add(a, b)
        }

        #[inline(always)]
        fn sub_wide(&self, a: &Self::El, b: &Self::El) -> Self::El {
            self.sub(a, b)
        }

        #[inline(always)]
        fn reduce(&self, a: &Self::El) -> Self::El {
            *a
        }
    };
}
pub(crate) use wide_values_are_elements;

/// The result of a comparison in a field: one bit ([`Mask`]), or one bit per lane
/// ([`LaneMask`](super::lanes::LaneMask)).
///
/// It combines and selects, but does not convert to `bool`: generic code cannot branch on it. Code
/// that must branch requires [`VartimeField`], whose truth values are single
/// bits.
pub trait Truth:
    Copy + Not<Output = Self> + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// True, in every lane.
    const TRUE: Self;
    /// False, in every lane.
    const FALSE: Self;
}

impl Truth for Mask {
    const TRUE: Self = Self::TRUE;
    const FALSE: Self = Self::FALSE;
}

// Many inverses for the price of one (`[Montgomery1987]`).
//
// **Idea.** The product of all elements is inverted; going back through the products of the first
// `i` elements yields one inverse after another. Zeros are replaced by ones and stay zero, by
// selection. **Cost.** One inversion and `3 (k - 1)` products for `k` elements. Constant time
// where the field is: the time does not depend on which elements are 0.

/// `a_i = inv0(a_i)` for all elements. `scratch` has the length of `a`; afterwards it holds values
/// as secret as the elements.
///
/// # Panics
/// If the lengths differ.
///
/// ```
/// use polylimb::authors::field::{Field, invert_all};
/// use polylimb::authors::field::prime::Toy;
/// let f = Toy::new(29)?;
/// let mut a = [2, 0, 3, 28];
/// invert_all(&f, &mut a, &mut [0; 4]);
/// assert_eq!(a, [15, 0, 10, 28]);
/// # Ok::<(), polylimb::Error>(())
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn invert_all<F: Field>(f: &F, a: &mut [F::El], scratch: &mut [F::El]) {
    assert!(a.len() == scratch.len());
    f.run(InvertAll(f, a, scratch));
}

struct InvertAll<'a, F: Field>(&'a F, &'a mut [F::El], &'a mut [F::El]);

impl<F: Field> Op for InvertAll<'_, F> {
    type Out = ();

    // By index: iterators need not be inlined into a root.
    #[allow(clippy::needless_range_loop, reason = "see above")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) {
        let Self(f, a, scratch) = self;
        let (zero, one) = (f.zero(), f.one());
        // scratch_i: the product of the elements before i.
        let mut product = one;
        for i in 0..a.len() {
            scratch[i] = product;
            f.mul_assign(&mut product, &or_one(f, &one, &a[i]));
        }
        let mut inverse = f.inv0(&product);
        for i in (0..a.len()).rev() {
            let is_zero = f.is_zero(&a[i]);
            let next = f.mul(&inverse, &or_one(f, &one, &a[i]));
            a[i] = f.select(is_zero, &zero, &f.mul(&inverse, &scratch[i]));
            inverse = next;
        }
    }
}

/// `a`, or 1 if `a` is 0. Not a closure: a closure need not be inlined into a root.
#[cfg_attr(not(debug_assertions), inline(always))]
fn or_one<F: Field>(f: &F, one: &F::El, a: &F::El) -> F::El {
    f.select(f.is_zero(a), one, a)
}
