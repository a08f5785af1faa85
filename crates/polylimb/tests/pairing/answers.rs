//! Reads known answers of pairings.

use num_bigint::BigUint;
use polylimb::authors::field::Encoding;

/// A hexadecimal number.
pub fn number(text: &str) -> BigUint {
    BigUint::parse_bytes(text.as_bytes(), 16).expect("hexadecimal")
}

/// Numbers separated by commas.
pub fn numbers(text: &str) -> Vec<BigUint> {
    text.split(',').map(number).collect()
}

/// The element for a number below the prime.
pub fn element<F: Encoding>(f: &F, number: &BigUint) -> F::El {
    let mut bytes = number.to_bytes_le();
    bytes.resize(f.encoded_bytes(), 0);
    f.decode(&bytes).expect("the number is below the prime")
}
