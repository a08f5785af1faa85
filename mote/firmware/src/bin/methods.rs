//! The operations of Table 4 of `[Aranha2009]`: products and squares before reduction, reduction,
//! and the inverse in variable time.
#![no_std]
#![no_main]

#[cfg(feature = "kernels")]
use polylimb::authors::field::binary::{Avr163, Double};
#[cfg(not(feature = "kernels"))]
use polylimb_mote::methods::Plain as Avr163;

type El = [u8; 21];
#[cfg(feature = "kernels")]
type Wide = Double<21>;
#[cfg(not(feature = "kernels"))]
type Wide = [u8; 42];

polylimb_mote::program! {
    /// r = a², 42 bytes.
    fn f163_square(r: &mut Wide, a: &El) {
        Avr163::square_wide(r, a);
    }
    /// r = a b, 42 bytes.
    fn f163_product(r: &mut Wide, a: &El, b: &El) {
        Avr163::product(r, a, b);
    }
    /// r = a b, 42 bytes, the sum in memory.
    fn f163_product_in_memory(r: &mut Wide, a: &El, b: &El) {
        Avr163::product_in_memory(r, a, b);
    }
    /// r = a b, 42 bytes, from three products of halves.
    fn f163_product_karatsuba(r: &mut Wide, a: &El, b: &El) {
        Avr163::product_karatsuba(r, a, b);
    }
    /// r = a, reduced.
    fn f163_reduce(r: &mut El, a: &Wide) {
        Avr163::reduce_to(r, a);
    }
    /// r = 1 / a.
    fn f163_inv_euclid(r: &mut El, a: &El) {
        Avr163::invert_vartime(r, a);
    }
}
