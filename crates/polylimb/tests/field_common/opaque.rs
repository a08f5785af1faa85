//! A field behind calls, so that a test that names a method a hundred times contains it once: inlined kernels of 28 fields
//! take minutes to compile otherwise.

use polylimb::Result;
use polylimb::field::{Encoding, Field, SquareRoot};
use std::mem::MaybeUninit;

/// `F`, none of whose methods is inlined.
pub struct Opaque<F>(pub F);

macro_rules! forward {
    ($($method:ident($($argument:ident: $type:ty),*) -> $r:ty;)*) => {
        $(
            #[inline(never)]
            fn $method(&self, $($argument: $type),*) -> $r {
                self.0.$method($($argument),*)
            }
        )*
    };
}

impl<F: Field> Field for Opaque<F> {
    type El = F::El;
    type Mask = F::Mask;
    type Wide = F::Wide;
    const WIDE_TERMS: usize = F::WIDE_TERMS;

    #[inline(never)]
    fn mul_into<'r>(&self, r: &'r mut MaybeUninit<F::El>, a: &F::El, b: &F::El) -> &'r mut F::El {
        self.0.mul_into(r, a, b)
    }

    #[inline(never)]
    fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<F::El>, a: &F::El) -> &'r mut F::El {
        self.0.sqr_into(r, a)
    }

    forward! {
        zero() -> F::El;
        one() -> F::El;
        small(n: u32) -> F::El;
        mul_small(a: &F::El, n: u32) -> F::El;
        add(a: &F::El, b: &F::El) -> F::El;
        sub(a: &F::El, b: &F::El) -> F::El;
        neg(a: &F::El) -> F::El;
        double(a: &F::El) -> F::El;
        halve(a: &F::El) -> F::El;
        inv0(a: &F::El) -> F::El;
        equal(a: &F::El, b: &F::El) -> F::Mask;
        is_zero(a: &F::El) -> F::Mask;
        select(condition: F::Mask, if_true: &F::El, if_false: &F::El) -> F::El;
        swap_if(condition: F::Mask, a: &mut F::El, b: &mut F::El) -> ();
        mul_wide(a: &F::El, b: &F::El) -> F::Wide;
        sqr_wide(a: &F::El) -> F::Wide;
        add_wide(a: &F::Wide, b: &F::Wide) -> F::Wide;
        sub_wide(a: &F::Wide, b: &F::Wide) -> F::Wide;
        reduce(a: &F::Wide) -> F::El;
    }
}

impl<F: Encoding> Encoding for Opaque<F> {
    forward! {
        encoded_bytes() -> usize;
        encode(bytes: &mut [u8], a: &F::El) -> Result<()>;
        decode(bytes: &[u8]) -> Result<F::El>;
        encode_be(bytes: &mut [u8], a: &F::El) -> Result<()>;
        decode_be(bytes: &[u8]) -> Result<F::El>;
    }
}

impl<F: SquareRoot> SquareRoot for Opaque<F> {
    forward! {
        sqrt(a: &F::El) -> (F::El, F::Mask);
        sqrt_ratio(a: &F::El, b: &F::El) -> (F::El, F::Mask);
    }
}
