//! Elliptic curves over `F_2^163` and `F_2^233` for an `ATmega128`, on the field of polylimb: no
//! heap, no input or output.
//!
//! `ladder.rs` is constant time and serves the protocols; `koblitz.rs` is faster and for public
//! scalars only. The programs in `bin/` are functions with C names that the runner calls in the
//! simulator.
#![no_std]
#![feature(asm_experimental_arch)]
#![recursion_limit = "512"]

#[macro_use]
pub mod flash;
pub mod curve;
#[cfg(feature = "kernels")]
mod curve25519;
pub mod field;
pub mod koblitz;
pub mod ladder;
#[cfg(not(feature = "kernels"))]
pub mod methods;
#[cfg(not(feature = "kernels"))]
pub mod portable;
pub mod protocol;
pub mod status;
pub mod tau;
pub mod x25519;

/// A program of these functions; `main` never returns, and the linker keeps the functions because
/// `main` reads their table.
#[macro_export]
macro_rules! program {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block)*) => {
        $(
            $(#[$doc])*
            #[unsafe(no_mangle)]
            pub extern "C" fn $name($($argument: $type),*) $(-> $result)? $body
        )*

        #[panic_handler]
        fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
            loop {}
        }

        #[unsafe(no_mangle)]
        extern "C" fn main() -> ! {
            $(core::hint::black_box($name as *const ());)*
            loop {}
        }
    };
}
