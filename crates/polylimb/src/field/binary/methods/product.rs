//! Methods as products of a [`Binary`](crate::field::binary::Binary) field.

use super::machine::Plain;
use super::registry::Rows;
use super::{columns, registers};
use crate::field::binary::{Double, Everywhere, Product};
use crate::limb::Word;

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
                let mut r = Double::ZERO;
                $method(&mut Plain, r.words_mut(), a, b, Rows::Full);
                r
            }
        }
    )*};
}

products! {
    /// López-Dahab with the sum in registers; constant time only without a data cache.
    Registers, "lopez-dahab-registers", registers::mul;
    /// López-Dahab one word of the result after another; constant time only without a data cache.
    Columns, "lopez-dahab-columns", columns::mul;
}
