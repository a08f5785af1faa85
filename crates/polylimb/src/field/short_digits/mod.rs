//! BLS12-381's prime in digits of 28 bits, two numbers side by side in NEON: pairings on narrow
//! cores of `AArch64`, and on 32-bit Arm.
//!
//! A narrow core takes three cycles for each half of a product of 64-bit words, and one for two
//! products of 32 bits; on 32-bit Arm sums without carries save as much. There the kernels are
//! assembly, because its intrinsics are not stable.
//!
//! **Representation.** `a 2^392 mod p` as 14 signed digits; the number may be tens of times as
//! large as `p`. Digits are summed, and no sum is reduced: results of products are below `0.8 p` in
//! size, and [`Field::settle`](crate::field::Field::settle)
//! makes a number as small again. A factor's digits hand on what exceeds 28 bits, all at once. Wide
//! values are columns of 64 bits, summed as they are. **The formula must keep to the limits**: sums
//! of up to 15 results of products, and up to 19 complex products in a wide value.
//! `tests/pairing/short_digits.rs` runs the pairing over sizes in place of numbers. **Constant
//! time.**

#[cfg(target_arch = "arm")]
mod assembly;
#[cfg(any(target_arch = "arm", all(target_arch = "aarch64", target_feature = "neon")))]
mod field;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod intrinsics;
mod kernel;
mod vector;

#[cfg(target_arch = "arm")]
use assembly as kernels;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
use intrinsics as kernels;

#[cfg(any(target_arch = "arm", all(target_arch = "aarch64", target_feature = "neon")))]
pub(crate) use field::ShortDigits;
