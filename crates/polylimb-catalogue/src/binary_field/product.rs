//! Methods as products of a [`Binary`](polylimb::authors::field::binary::Binary) field.

use super::registry::Rows;
use super::{columns, registers};
use polylimb::authors::field::binary::words::Plain;
use polylimb::authors::field::binary::{Double, Everywhere, Product};
use polylimb::authors::limb::Word;

macro_rules! products {
    ($($(#[$doc:meta])* $name:ident, $text:literal, $method:path;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name;

        impl Everywhere for $name {
            const HERE: Self = Self;
        }

        impl Product for $name {
            const NAME: &'static str = $text;

            fn product<const N: usize>(self, a: &[Word; N], b: &[Word; N]) -> Double<N> {
                let mut r = [[0; N]; 2];
                $method(&mut Plain, r.as_flattened_mut(), a, b, Rows::Full);
                r.into()
            }
        }
    )*};
}

products! {
    /// López-Dahab, the sum in registers; constant time only without a data cache.
    Registers, "lopez-dahab-registers", registers::mul;
    /// López-Dahab, one word of the result after another; constant time only without a data cache.
    Columns, "lopez-dahab-columns", columns::mul;
}
