//! Firmware for an ATmega128: functions of the library behind C names, called by the runner.
//!
//! `main` does nothing. The runner places operands in RAM, sets the program counter to one of the
//! functions below and counts cycles until it returns: the firmware has no input and no output.
#![no_std]
#![no_main]

use polylimb::field::Field;
use polylimb::field::binary::{Binary, Comb, F163, LopezDahab, words_for};
use polylimb::limb::Word;

type Words = [Word; words_for(163)];
type WithTable = Binary<{ words_for(163) }, F163, LopezDahab>;
type WithoutTable = Binary<{ words_for(163) }, F163, Comb>;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// A function of the library as `name(r, a, b)`.
macro_rules! export {
    ($($(#[$doc:meta])* $name:ident = |$a:ident, $b:ident| $value:expr;)*) => {
        $(
            $(#[$doc])*
            #[unsafe(no_mangle)]
            pub extern "C" fn $name(r: &mut Words, $a: &Words, $b: &Words) {
                *r = $value;
            }
        )*
        static FUNCTIONS: &[extern "C" fn(&mut Words, &Words, &Words)] = &[$($name),*];
    };
}

export! {
    /// Product, López-Dahab with a table in RAM.
    f163_mul_lopez_dahab = |a, b| WithTable::new().mul(a, b);
    /// Product, comb without a table.
    f163_mul_comb = |a, b| WithoutTable::new().mul(a, b);
    /// Square.
    f163_sqr = |a, _b| WithTable::new().sqr(a);
    /// Sum.
    f163_add = |a, b| WithTable::new().add(a, b);
    /// Inverse, Itoh-Tsujii.
    f163_inv0 = |a, _b| WithTable::new().inv0(a);
}

/// Never leaves. The linker keeps the functions because `main` looks at their table.
#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    core::hint::black_box(FUNCTIONS);
    loop {}
}
