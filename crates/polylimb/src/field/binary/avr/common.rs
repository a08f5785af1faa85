//! Code that the fields by kernels share: [`Field`](crate::field::Field) and the encoding over a
//! type's own functions.

/// `Field`, `VartimeField` and `Encoding` for `$name`, which has the functions `square`, `product`,
/// `square_wide` and `reduce_to`. `$chain` are the bits of m - 1 below the highest; `$multiply`,
/// `$square` and `$add` are its kernels.
macro_rules! field_by_kernels {
    ($name:ident, $bytes:literal, $polynomial:ty, $chain:expr, $multiply:path, $square:path, $add:path) => {
        use crate::error::Result;
        use crate::field::binary::{Binary, Double};
        use crate::field::{Encoding, Field, VartimeField};
        use crate::limb::Mask;
        use core::mem::MaybeUninit;

        impl $name {
            /// `r *= b`.
            #[inline(always)]
            pub fn multiply_assign(r: &mut [u8; $bytes], b: &[u8; $bytes]) {
                let r = &raw mut *r;
                // SAFETY: the kernel reads two elements and then writes the first.
                unsafe { call!(all $multiply, r, r, &raw const *b) }
            }

            /// `r = a^(2^n)` in place.
            #[inline(never)]
            fn square_times(r: &mut [u8; $bytes], n: usize) {
                let mut t = [0; $bytes];
                for _ in 0..n / 2 {
                    Self::square(&mut t, r);
                    Self::square(r, &t);
                }
                if n % 2 == 1 {
                    t = *r;
                    Self::square(r, &t);
                }
            }
        }

        impl Field for $name {
            type El = [u8; $bytes];
            type Mask = Mask;
            type Wide = Double<$bytes>;
            const WIDE_TERMS: usize = usize::MAX;

            fn zero(&self) -> [u8; $bytes] {
                [0; $bytes]
            }

            fn one(&self) -> [u8; $bytes] {
                let mut r = [0; $bytes];
                r[0] = 1;
                r
            }

            #[inline(always)]
            fn mul_into<'r>(
                &self,
                r: &'r mut MaybeUninit<[u8; $bytes]>,
                a: &[u8; $bytes],
                b: &[u8; $bytes],
            ) -> &'r mut [u8; $bytes] {
                // SAFETY: the kernel reads two elements and writes one, all of it.
                unsafe {
                    call!(all $multiply, r.as_mut_ptr(), &raw const *a, &raw const *b);
                    r.assume_init_mut()
                }
            }

            #[inline(always)]
            fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<[u8; $bytes]>, a: &[u8; $bytes]) -> &'r mut [u8; $bytes] {
                // SAFETY: the kernel reads one element and writes another, all of it.
                unsafe {
                    call!(few $square, r.as_mut_ptr(), &raw const *a);
                    r.assume_init_mut()
                }
            }

            fn add(&self, a: &[u8; $bytes], b: &[u8; $bytes]) -> [u8; $bytes] {
                let mut r = *a;
                self.add_assign(&mut r, b);
                r
            }

            fn sub(&self, a: &[u8; $bytes], b: &[u8; $bytes]) -> [u8; $bytes] {
                self.add(a, b)
            }

            fn neg(&self, a: &[u8; $bytes]) -> [u8; $bytes] {
                *a
            }

            fn double(&self, _a: &[u8; $bytes]) -> [u8; $bytes] {
                [0; $bytes]
            }

            fn halve(&self, _a: &[u8; $bytes]) -> [u8; $bytes] {
                [0; $bytes]
            }

            fn add_assign(&self, a: &mut [u8; $bytes], b: &[u8; $bytes]) {
                // SAFETY: the kernel reads two elements and writes the first.
                unsafe { call!(few $add, &raw mut *a, &raw const *b) }
            }

            /// `a^(2^m - 2)` by `[ItohTsujii1988]`, along the bits of m - 1, as in the portable
            /// field.
            fn inv0(&self, a: &[u8; $bytes]) -> [u8; $bytes] {
                let (mut r, mut b, mut k) = (*a, *a, 1);
                for add_one in $chain {
                    Self::square_times(&mut r, k);
                    Self::multiply_assign(&mut r, &b);
                    k *= 2;
                    if add_one {
                        Self::square(&mut b, &r);
                        Self::multiply_assign(&mut b, a);
                        r = b;
                        k += 1;
                    } else {
                        b = r;
                    }
                }
                Self::square(&mut b, &r);
                b
            }

            fn equal(&self, a: &[u8; $bytes], b: &[u8; $bytes]) -> Mask {
                Binary::<$bytes, $polynomial>::new().equal(a, b)
            }

            fn is_zero(&self, a: &[u8; $bytes]) -> Mask {
                Binary::<$bytes, $polynomial>::new().is_zero(a)
            }

            fn select(&self, condition: Mask, if_true: &[u8; $bytes], if_false: &[u8; $bytes]) -> [u8; $bytes] {
                Binary::<$bytes, $polynomial>::new().select(condition, if_true, if_false)
            }

            fn mul_wide(&self, a: &[u8; $bytes], b: &[u8; $bytes]) -> Double<$bytes> {
                let mut r = Double::ZERO;
                Self::product(&mut r, a, b);
                r
            }

            fn sqr_wide(&self, a: &[u8; $bytes]) -> Double<$bytes> {
                let mut r = Double::ZERO;
                Self::square_wide(&mut r, a);
                r
            }

            fn add_wide(&self, a: &Double<$bytes>, b: &Double<$bytes>) -> Double<$bytes> {
                Binary::<$bytes, $polynomial>::new().add_wide(a, b)
            }

            fn sub_wide(&self, a: &Double<$bytes>, b: &Double<$bytes>) -> Double<$bytes> {
                self.add_wide(a, b)
            }

            fn reduce(&self, a: &Double<$bytes>) -> [u8; $bytes] {
                let mut r = [0; $bytes];
                Self::reduce_to(&mut r, a);
                r
            }
        }

        impl VartimeField for $name {}

        impl Encoding for $name {
            fn encoded_bytes(&self) -> usize {
                $bytes
            }

            fn encode(&self, bytes: &mut [u8], a: &[u8; $bytes]) -> Result<()> {
                Binary::<$bytes, $polynomial>::new().encode(bytes, a)
            }

            fn decode(&self, bytes: &[u8]) -> Result<[u8; $bytes]> {
                Binary::<$bytes, $polynomial>::new().decode(bytes)
            }

            fn decode_be(&self, bytes: &[u8]) -> Result<[u8; $bytes]> {
                Binary::<$bytes, $polynomial>::new().decode_be(bytes)
            }
        }
    };
}
