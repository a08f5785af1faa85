//! Programs for Cortex-M without a heap, run by qemu-arm: a request is read from the standard
//! input, computed between the marks of the plugin, and answered on the standard output.
//!
//! `serve.rs` is all that knows of the emulator.
#![no_std]

pub mod p256;
#[doc(hidden)]
pub mod serve;
pub mod x25519;

/// A program of a function of `$in` bytes to `$out` bytes.
#[macro_export]
macro_rules! program {
    ($in:literal to $out:literal: $function:path) => {
        #[unsafe(no_mangle)]
        extern "C" fn serve() -> ! {
            $crate::serve::serve::<$in, $out>($function)
        }

        #[panic_handler]
        fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
            $crate::serve::exit(1)
        }
    };
}
