//! GMP as a C program would use it: `mpz_mul` and `mpz_mod` on integers it owns. The laboratory's
//! entry `gmp` works on the caller's words; the difference is the cost of that wrapping.

use crate::chain::{Case, Chain, timed};
use core::ffi::{c_int, c_ulong, c_void};
use core::mem::MaybeUninit;
use num_bigint::BigUint;
use std::time::Duration;

#[repr(C)]
struct Mpz {
    alloc: c_int,
    size: c_int,
    limbs: *mut c_ulong,
}

// Linked by polylimb-lab.
unsafe extern "C" {
    fn __gmpz_init(x: *mut Mpz);
    fn __gmpz_clear(x: *mut Mpz);
    fn __gmpz_import(
        x: *mut Mpz,
        count: usize,
        order: c_int,
        size: usize,
        endian: c_int,
        nails: usize,
        from: *const c_void,
    );
    fn __gmpz_mul(r: *mut Mpz, a: *const Mpz, b: *const Mpz);
    fn __gmpz_mod(r: *mut Mpz, a: *const Mpz, m: *const Mpz);
}

/// A chain of `mpz_mul` and `mpz_mod`.
pub struct MulMod {
    m: Mpz,
    x: Mpz,
    b: Mpz,
    product: Mpz,
}

impl MulMod {
    /// For this case.
    pub fn boxed(case: &Case) -> Box<dyn Chain> {
        Box::new(Self {
            m: integer(&case.m),
            x: integer(&case.x),
            b: integer(&case.b),
            product: integer(&[]),
        })
    }
}

impl Chain for MulMod {
    fn run(&mut self, times: usize) -> Duration {
        // SAFETY: initialised by `integer`; the modulus is not 0.
        timed(times, || unsafe {
            __gmpz_mul(&raw mut self.product, &raw const self.x, &raw const self.b);
            __gmpz_mod(&raw mut self.x, &raw const self.product, &raw const self.m);
        })
    }

    fn value(&mut self) -> BigUint {
        let len = usize::try_from(self.x.size).expect("residues are not negative");
        if len == 0 {
            return BigUint::ZERO;
        }
        // SAFETY: an integer has `size` limbs at `limbs`.
        let limbs = unsafe { core::slice::from_raw_parts(self.x.limbs, len) };
        BigUint::from_bytes_le(&limbs.iter().flat_map(|l| l.to_le_bytes()).collect::<Vec<_>>())
    }
}

impl Drop for MulMod {
    fn drop(&mut self) {
        for x in [&mut self.m, &mut self.x, &mut self.b, &mut self.product] {
            // SAFETY: initialised by `integer`, cleared once.
            unsafe { __gmpz_clear(x) }
        }
    }
}

fn integer(words: &[u64]) -> Mpz {
    let mut x = MaybeUninit::uninit();
    // SAFETY: `init` writes all fields; `import` reads `words.len()` items of 8 bytes, the lowest
    // first, in native byte order.
    unsafe {
        __gmpz_init(x.as_mut_ptr());
        let from = words.as_ptr().cast();
        __gmpz_import(x.as_mut_ptr(), words.len(), -1, 8, 0, 0, from);
        x.assume_init()
    }
}
