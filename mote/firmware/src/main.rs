//! Firmware for an ATmega128: functions of the library behind C names, called by the runner.
#![no_std]
#![no_main]
use polylimb::field::Field;
use polylimb::field::binary::avr::{Avr163, Element};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
macro_rules! export {
    ($($(#[$doc:meta])* $name:ident ($r:ident: $t:ty, $a:ident, $b:ident) $value:block)*) => {
        $(
            $(#[$doc])*
            #[unsafe(no_mangle)]
            pub extern "C" fn $name($r: &mut $t, $a: &Element, $b: &Element) $value
        )*
    };
}
export! {
f163_inv0(r: Element, a, _b) { *r = Avr163.inv0(a) }
f163_mul(r: Element, a, b) { Avr163::multiply(r, a, b); }
f163_mult(r: Element, a, b) { Avr163::multiply_tabulated(r, a); }
f163_sqr(r: Element, a, b) { Avr163::square(r, a); }
f163_w(r: polylimb::field::binary::Double<21>, a, b) { *r = Avr163.mul_wide(a,b) }
f163_sw(r: polylimb::field::binary::Double<21>, a, b) { *r = Avr163.sqr_wide(a) }
f163_red(r: Element, a, b) { let w: &polylimb::field::binary::Double<21> = unsafe { core::mem::transmute(a) }; *r = Avr163.reduce(w) }
f163_adda(r: Element, a, b) { Avr163.add_assign(r, a) }
f163_add(r: Element, a, b) { *r = Avr163.add(a, b) }
}
struct S([*const (); 9]);
unsafe impl Sync for S {}
static T: S = S([f163_inv0 as *const (), f163_mul as *const(), f163_mult as *const(), f163_sqr as *const(), f163_w as *const(), f163_sw as *const(), f163_red as *const(), f163_adda as *const(), f163_add as *const ()]);
#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    core::hint::black_box(&T);
    loop {}
}
