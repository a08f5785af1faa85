//! Programs for Cortex-M without a heap, run by qemu-arm: a request is read from the standard
//! input, computed between the marks of the plugin, and answered on the standard output.
//!
//! `serve.rs` is all that knows of the emulator.
#![no_std]

pub mod ed25519;
pub mod field;
pub mod k233;
pub mod p256;
#[doc(hidden)]
pub mod serve;
pub mod x25519;

/// A program of a function of `$in` bytes to `$out` bytes; `$prepare` makes the function's argument
/// of them.
#[macro_export]
macro_rules! program {
    ($in:literal to $out:literal: $function:path) => {
        $crate::program!($in to $out: <[u8; $in]>::clone, $function);
    };
    ($in:literal to $out:literal: $prepare:expr, $function:path) => {
        #[unsafe(no_mangle)]
        extern "C" fn serve() -> ! {
            $crate::serve::serve::<$in, $out, _>($prepare, $function)
        }

        #[panic_handler]
        fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
            $crate::serve::exit(1)
        }
    };
}
