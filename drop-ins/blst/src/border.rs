//! The border to C.
//!
//! A panic in an `extern "C"` function ends the process, so none crosses the border.

/// Functions of blst.h, as Rust functions and, with the feature `c-symbols`, as symbols.
macro_rules! c {
    ($(fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $out:ty)? $body:block)+) => {$(
        #[cfg_attr(feature = "c-symbols", unsafe(no_mangle))]
        #[allow(unused_unsafe, reason = "all of blst.h is unsafe")]
        pub unsafe extern "C" fn $name($($argument: $type),*) $(-> $out)? {
            // SAFETY: the pointers are what blst.h says: valid for the type, or for the length that
            // stands beside them. Outputs may be inputs; they are written when all inputs are read.
            unsafe { $body }
        }
    )+};
}
pub(crate) use c;

/// These bytes, or an empty slice for a null pointer.
///
/// # Safety
/// Unless null, `bytes` has `len` bytes for the time of `'a`.
pub(crate) unsafe fn slice<'a, T>(bytes: *const T, len: usize) -> &'a [T] {
    if bytes.is_null() || len == 0 {
        return &[];
    }
    // SAFETY: as above.
    unsafe { core::slice::from_raw_parts(bytes, len) }
}

/// The number of at most `N` bytes, least significant first, that a text in hexadecimal begins
/// with; `0x` before it is allowed.
///
/// # Safety
/// The text ends with a character that is no digit, or has `2 N` digits.
pub(crate) unsafe fn hexadecimal<const N: usize>(text: *const u8) -> [u8; N] {
    // SAFETY: as above: a character is read after digits only.
    let digit = |i: usize| unsafe { char::from(*text.add(i)).to_digit(16) };
    // SAFETY: as above.
    let prefix = digit(0) == Some(0) && unsafe { *text.add(1) | 0x20 } == b'x';
    let start = if prefix { 2 } else { 0 };
    let digits: Vec<_> = (start..start + 2 * N).map_while(digit).collect();
    let mut number = [0; N];
    for (i, digit) in digits.iter().rev().enumerate() {
        number[i / 2] |= (*digit as u8) << (4 * (i % 2));
    }
    number
}
