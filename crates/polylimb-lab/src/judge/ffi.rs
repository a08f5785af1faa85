//! The declarations of GNU MP that the judge calls, from the manual's chapters "Integer Functions"
//! and "Low-level Functions" (GMP 6.3). Declared here so that no other crate links a second, slower
//! GMP.

use core::ffi::{c_int, c_long, c_ulong, c_void};

/// GMP's word: as long as a C `long` on every target but 64-bit Windows, which the build does not
/// support.
pub(super) type Limb = c_ulong;

/// `mp_size_t`.
pub(super) type Size = c_long;

/// `__mpz_struct`: the value is the `|size|` limbs at `limbs`, little-endian, with the sign of
/// `size`; room for `alloc` limbs.
#[repr(C)]
pub(super) struct Mpz {
    pub(super) alloc: c_int,
    pub(super) size: c_int,
    pub(super) limbs: *mut Limb,
}

unsafe extern "C" {
    #[link_name = "__gmpz_init"]
    pub(super) fn mpz_init(x: *mut Mpz);
    #[link_name = "__gmpz_clear"]
    pub(super) fn mpz_clear(x: *mut Mpz);
    #[link_name = "__gmpz_import"]
    pub(super) fn mpz_import(
        x: *mut Mpz,
        count: usize,
        order: c_int,
        size: usize,
        endian: c_int,
        nails: usize,
        from: *const c_void,
    );
    #[link_name = "__gmpz_export"]
    pub(super) fn mpz_export(
        to: *mut c_void,
        count: *mut usize,
        order: c_int,
        size: usize,
        endian: c_int,
        nails: usize,
        x: *const Mpz,
    ) -> *mut c_void;
    #[link_name = "__gmpz_sizeinbase"]
    pub(super) fn mpz_sizeinbase(x: *const Mpz, base: c_int) -> usize;
    #[link_name = "__gmpz_mul"]
    pub(super) fn mpz_mul(r: *mut Mpz, a: *const Mpz, b: *const Mpz);
    #[link_name = "__gmpz_mod"]
    pub(super) fn mpz_mod(r: *mut Mpz, a: *const Mpz, m: *const Mpz);
    #[link_name = "__gmpz_powm"]
    pub(super) fn mpz_powm(r: *mut Mpz, base: *const Mpz, exponent: *const Mpz, m: *const Mpz);
    #[link_name = "__gmpz_powm_sec"]
    pub(super) fn mpz_powm_sec(r: *mut Mpz, base: *const Mpz, exponent: *const Mpz, m: *const Mpz);
    #[link_name = "__gmpn_mul_n"]
    pub(super) fn mpn_mul_n(r: *mut Limb, a: *const Limb, b: *const Limb, n: Size);
    #[link_name = "__gmpn_sqr"]
    pub(super) fn mpn_sqr(r: *mut Limb, a: *const Limb, n: Size);
    #[link_name = "__gmpn_tdiv_qr"]
    pub(super) fn mpn_tdiv_qr(
        q: *mut Limb,
        r: *mut Limb,
        zero: Size,
        a: *const Limb,
        a_size: Size,
        m: *const Limb,
        m_size: Size,
    );
}
