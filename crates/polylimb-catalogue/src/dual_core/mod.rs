//! `DualCore`: a field whose independent products are shared between two threads.
//!
//! **Source.** `[Cuiman2019]`, section V and Fig. 2. **Idea.** Core 0 runs the formula. Where it
//! has independent products ([`Field::products`]), a command in shared memory makes core 1 compute
//! half of them; core 0 computes the other half and waits for the answer. **Cost.** A hand-over for
//! each such call. On processors with a cache between their cores it takes longer than a product of
//! 256 bits (`docs/measurements/second-core.md`).
//!
//! Over `F_p` it distributes products of the base field, over `F_p²` products of the extension: the
//! same formulas, another field. Constant time if the field is.

use core::mem::MaybeUninit;
use polylimb::authors::field::extension::Quadratic;
use polylimb::authors::field::{Encoding, Field, Op, VartimeField};
use polylimb::authors::limb::Mask;
use polylimb::authors::team::each_chunk;
use polylimb::{Result, Split};

/// `F`, with half of its independent products on the second thread of a team. Hold the team
/// ([`Split::hold`]) around the whole computation.
///
/// ```
/// use polylimb::Alone;
/// use polylimb::authors::field::Field;
/// use polylimb::authors::field::prime::Toy;
/// use polylimb_catalogue::dual_core::DualCore;
/// let f = DualCore::new(Toy::new(29)?, &Alone);
/// assert_eq!(f.products([(&5, &6), (&7, &8)], [&9]), ([30 % 29, 56 % 29], [81 % 29]));
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct DualCore<'s, F> {
    field: F,
    split: &'s dyn Split,
}

/// What one thread computes, on cache lines of its own.
#[repr(align(128))]
struct Half<E, const M: usize, const S: usize>([E; M], [E; S]);

impl<'s, F> DualCore<'s, F> {
    /// `field` on two threads of `split`, or on one if it has only one.
    pub const fn new(field: F, split: &'s dyn Split) -> Self {
        Self { field, split }
    }

    /// The field that computes.
    pub const fn inner(&self) -> &F {
        &self.field
    }
}

impl<F: Field<El: Send + Sync> + Sync> Field for DualCore<'_, F> {
    type El = F::El;
    type Mask = F::Mask;
    type Wide = F::Wide;
    /// Low, so that formulas call for products, which can be shared, and not for sums of unreduced
    /// products.
    const WIDE_TERMS: usize = 1;

    #[inline(always)]
    fn zero(&self) -> F::El {
        self.field.zero()
    }

    #[inline(always)]
    fn one(&self) -> F::El {
        self.field.one()
    }

    #[inline(always)]
    fn small(&self, n: u32) -> F::El {
        self.field.small(n)
    }

    #[inline(always)]
    fn mul_into<'r>(&self, r: &'r mut MaybeUninit<F::El>, a: &F::El, b: &F::El) -> &'r mut F::El {
        self.field.mul_into(r, a, b)
    }

    #[inline(always)]
    fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<F::El>, a: &F::El) -> &'r mut F::El {
        self.field.sqr_into(r, a)
    }

    #[inline(always)]
    fn mul_constant(&self, c: &F::El, a: &F::El) -> F::El {
        self.field.mul_constant(c, a)
    }

    #[inline(always)]
    fn mul_small(&self, a: &F::El, n: u32) -> F::El {
        self.field.mul_small(a, n)
    }

    /// Products first, then squares: the first half on this thread, the second on the other.
    fn products<const M: usize, const S: usize>(
        &self,
        m: [(&F::El, &F::El); M],
        s: [&F::El; S],
    ) -> ([F::El; M], [F::El; S]) {
        if M + S < 2 {
            return self.field.products(m, s);
        }
        let here = (M + S).div_ceil(2);
        let empty = || Half([self.zero(); M], [self.zero(); S]);
        let mut halves = [empty(), empty()];
        each_chunk(self.split, &mut halves, 1, |i, half| {
            let Half(products, squares) = &mut half[0];
            for job in if i == 0 { 0..here } else { here..M + S } {
                if job < M {
                    products[job] = self.field.mul(m[job].0, m[job].1);
                } else {
                    squares[job - M] = self.field.sqr(s[job - M]);
                }
            }
        });
        let [Half(mut products, mut squares), there] = halves;
        let (p, q) = (here.min(M), here.saturating_sub(M));
        products[p..].copy_from_slice(&there.0[p..]);
        squares[q..].copy_from_slice(&there.1[q..]);
        (products, squares)
    }

    #[inline(always)]
    fn add(&self, a: &F::El, b: &F::El) -> F::El {
        self.field.add(a, b)
    }

    #[inline(always)]
    fn sub(&self, a: &F::El, b: &F::El) -> F::El {
        self.field.sub(a, b)
    }

    #[inline(always)]
    fn neg(&self, a: &F::El) -> F::El {
        self.field.neg(a)
    }

    #[inline(always)]
    fn double(&self, a: &F::El) -> F::El {
        self.field.double(a)
    }

    #[inline(always)]
    fn halve(&self, a: &F::El) -> F::El {
        self.field.halve(a)
    }

    #[inline(always)]
    fn inv0(&self, a: &F::El) -> F::El {
        self.field.inv0(a)
    }

    #[inline(always)]
    fn equal(&self, a: &F::El, b: &F::El) -> F::Mask {
        self.field.equal(a, b)
    }

    #[inline(always)]
    fn is_zero(&self, a: &F::El) -> F::Mask {
        self.field.is_zero(a)
    }

    #[inline(always)]
    fn select(&self, condition: F::Mask, if_true: &F::El, if_false: &F::El) -> F::El {
        self.field.select(condition, if_true, if_false)
    }

    #[inline(always)]
    fn mul_wide(&self, a: &F::El, b: &F::El) -> F::Wide {
        self.field.mul_wide(a, b)
    }

    #[inline(always)]
    fn add_wide(&self, a: &F::Wide, b: &F::Wide) -> F::Wide {
        self.field.add_wide(a, b)
    }

    #[inline(always)]
    fn sub_wide(&self, a: &F::Wide, b: &F::Wide) -> F::Wide {
        self.field.sub_wide(a, b)
    }

    #[inline(always)]
    fn reduce(&self, a: &F::Wide) -> F::El {
        self.field.reduce(a)
    }

    #[inline(always)]
    fn run<O: Op>(&self, op: O) -> O::Out {
        self.field.run(op)
    }
}

impl<F: VartimeField<El: Send + Sync> + Field<Mask = Mask> + Sync> VartimeField
    for DualCore<'_, F>
{
}

impl<F: Encoding<El: Send + Sync> + Sync> Encoding for DualCore<'_, F> {
    fn encoded_bytes(&self) -> usize {
        self.field.encoded_bytes()
    }

    fn encode(&self, bytes: &mut [u8], a: &F::El) -> Result<()> {
        self.field.encode(bytes, a)
    }

    fn decode(&self, bytes: &[u8]) -> Result<F::El> {
        self.field.decode(bytes)
    }

    fn decode_be(&self, bytes: &[u8]) -> Result<F::El> {
        self.field.decode_be(bytes)
    }
}

impl<Q: Quadratic<El: Send + Sync> + Sync> Quadratic for DualCore<'_, Q> {
    type Base = Q::Base;

    fn base(&self) -> &Q::Base {
        self.field.base()
    }

    fn element(&self, c: [<Q::Base as Field>::El; 2]) -> Q::El {
        self.field.element(c)
    }

    fn coefficients(&self, a: &Q::El) -> [<Q::Base as Field>::El; 2] {
        self.field.coefficients(a)
    }

    fn conjugate(&self, a: &Q::El) -> Q::El {
        self.field.conjugate(a)
    }

    /// Both products on this thread; the base field may distribute its own.
    fn scale(&self, s: &<Q::Base as Field>::El, a: &Q::El) -> Q::El {
        self.field.scale(s, a)
    }

    fn mul_xi(&self, a: &Q::El) -> Q::El {
        self.field.mul_xi(a)
    }

    fn mul_xi_wide(&self, a: &Q::Wide) -> Q::Wide {
        self.field.mul_xi_wide(a)
    }
}
