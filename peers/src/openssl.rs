//! OpenSSL, the system's libcrypto: `BN_mod_mul_montgomery`, operands in Montgomery form
//! throughout, and `BN_mod_exp_mont_consttime` with a prepared modulus.

use crate::chain::{Case, Chain, bytes, timed};
use core::ffi::{CStr, c_int};
use num_bigint::BigUint;
use openssl_sys::{
    BIGNUM, BN_CTX, BN_CTX_free, BN_CTX_new, BN_MONT_CTX, BN_bin2bn, BN_bn2binpad, BN_free, BN_new,
    OpenSSL_version,
};
use std::time::Duration;

// openssl-sys has the type but not the functions.
unsafe extern "C" {
    fn BN_MONT_CTX_new() -> *mut BN_MONT_CTX;
    fn BN_MONT_CTX_set(mont: *mut BN_MONT_CTX, m: *const BIGNUM, ctx: *mut BN_CTX) -> c_int;
    fn BN_MONT_CTX_free(mont: *mut BN_MONT_CTX);
    fn BN_to_montgomery(
        r: *mut BIGNUM,
        a: *const BIGNUM,
        mont: *mut BN_MONT_CTX,
        ctx: *mut BN_CTX,
    ) -> c_int;
    fn BN_from_montgomery(
        r: *mut BIGNUM,
        a: *const BIGNUM,
        mont: *mut BN_MONT_CTX,
        ctx: *mut BN_CTX,
    ) -> c_int;
    fn BN_mod_mul_montgomery(
        r: *mut BIGNUM,
        a: *const BIGNUM,
        b: *const BIGNUM,
        mont: *mut BN_MONT_CTX,
        ctx: *mut BN_CTX,
    ) -> c_int;
    fn BN_mod_exp_mont_consttime(
        r: *mut BIGNUM,
        a: *const BIGNUM,
        p: *const BIGNUM,
        m: *const BIGNUM,
        ctx: *mut BN_CTX,
        mont: *mut BN_MONT_CTX,
    ) -> c_int;
}

/// The library's own version line.
pub fn version() -> String {
    // SAFETY: returns a static string for every key; 0 is the version.
    unsafe { CStr::from_ptr(OpenSSL_version(0)) }.to_string_lossy().into_owned()
}

/// A chain of Montgomery products.
pub struct Montgomery {
    context: *mut BN_CTX,
    modulus: *mut BN_MONT_CTX,
    x: *mut BIGNUM,
    b: *mut BIGNUM,
    words: usize,
}

impl Montgomery {
    /// For this case.
    pub fn boxed(case: &Case) -> Box<dyn Chain> {
        // SAFETY: all objects are made here and freed in `drop`; each result is checked before its
        // use; the modulus is odd.
        unsafe {
            let context = BN_CTX_new();
            let modulus = BN_MONT_CTX_new();
            assert!(!context.is_null() && !modulus.is_null(), "out of memory");
            let m = bignum(&case.m);
            assert_eq!(BN_MONT_CTX_set(modulus, m, context), 1);
            BN_free(m);
            let enter = |words: &[u64]| {
                let a = bignum(words);
                assert_eq!(BN_to_montgomery(a, a, modulus, context), 1);
                a
            };
            let (x, b) = (enter(&case.x), enter(&case.b));
            Box::new(Self { context, modulus, x, b, words: case.m.len() })
        }
    }
}

impl Chain for Montgomery {
    fn run(&mut self, times: usize) -> Duration {
        timed(times, || {
            // SAFETY: valid objects of `new`; the result may be an operand.
            let ok = unsafe {
                BN_mod_mul_montgomery(self.x, self.x, self.b, self.modulus, self.context)
            };
            assert_eq!(ok, 1);
        })
    }

    fn value(&mut self) -> BigUint {
        // SAFETY: valid objects; a residue has no more words than the modulus.
        unsafe {
            let plain = BN_new();
            assert!(!plain.is_null(), "out of memory");
            assert_eq!(BN_from_montgomery(plain, self.x, self.modulus, self.context), 1);
            let value = value(plain, self.words);
            BN_free(plain);
            value
        }
    }
}

/// One power, again and again.
pub struct Power {
    context: *mut BN_CTX,
    prepared: *mut BN_MONT_CTX,
    modulus: *mut BIGNUM,
    base: *mut BIGNUM,
    exponent: *mut BIGNUM,
    power: *mut BIGNUM,
    words: usize,
}

impl Power {
    /// `x^b mod m` of this case.
    pub fn new(case: &Case) -> Self {
        // SAFETY: all objects are made here and freed in `drop`; each result is checked before its
        // use; the modulus is odd.
        unsafe {
            let (context, prepared, power) = (BN_CTX_new(), BN_MONT_CTX_new(), BN_new());
            assert!(!context.is_null() && !prepared.is_null() && !power.is_null(), "out of memory");
            let modulus = bignum(&case.m);
            assert_eq!(BN_MONT_CTX_set(prepared, modulus, context), 1);
            let (base, exponent) = (bignum(&case.x), bignum(&case.b));
            Self { context, prepared, modulus, base, exponent, power, words: case.m.len() }
        }
    }

    /// Computes it.
    pub fn compute(&mut self) -> BigUint {
        let Self { context, prepared, modulus, base, exponent, power, words } = *self;
        // SAFETY: valid objects of `new`; the power has no more words than the modulus.
        unsafe {
            let ok = BN_mod_exp_mont_consttime(power, base, exponent, modulus, context, prepared);
            assert_eq!(ok, 1);
            value(power, words)
        }
    }
}

impl Drop for Power {
    fn drop(&mut self) {
        // SAFETY: made in `new`, freed once.
        unsafe {
            for number in [self.modulus, self.base, self.exponent, self.power] {
                BN_free(number);
            }
            BN_MONT_CTX_free(self.prepared);
            BN_CTX_free(self.context);
        }
    }
}

/// The words of `number`.
///
/// # Safety
/// `number` is valid and has at most that many bytes.
pub unsafe fn words_of(number: *const BIGNUM, bytes: usize) -> Vec<u64> {
    let words = bytes.div_ceil(8);
    // SAFETY: by the caller's promise.
    let mut digits = unsafe { value(number, words) }.to_u64_digits();
    digits.resize(words, 0);
    digits
}

/// # Safety
/// `number` is valid and has at most `words` words.
unsafe fn value(number: *const BIGNUM, words: usize) -> BigUint {
    let mut out = vec![0; words * 8];
    let len = c_int::try_from(out.len()).expect("short");
    // SAFETY: by the caller's contract; the buffer has the length given.
    assert_eq!(unsafe { BN_bn2binpad(number, out.as_mut_ptr(), len) }, len);
    BigUint::from_bytes_be(&out)
}

impl Drop for Montgomery {
    fn drop(&mut self) {
        // SAFETY: made in `new`, freed once.
        unsafe {
            BN_free(self.x);
            BN_free(self.b);
            BN_MONT_CTX_free(self.modulus);
            BN_CTX_free(self.context);
        }
    }
}

/// A number, which the caller frees.
pub fn bignum(words: &[u64]) -> *mut BIGNUM {
    let mut bytes = bytes(words);
    bytes.reverse();
    let len = c_int::try_from(bytes.len()).expect("short");
    // SAFETY: reads `len` bytes and makes a new number.
    let a = unsafe { BN_bin2bn(bytes.as_ptr(), len, core::ptr::null_mut()) };
    assert!(!a.is_null(), "out of memory");
    a
}
