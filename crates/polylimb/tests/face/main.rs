//! The application interface: the module of each curve on known answers, wrong inputs, formats and
//! batches. Not with words of 32 bits: with those `protocol` runs the same vectors.
#![cfg(all(feature = "full", not(any(polylimb_word = "8", polylimb_word = "32"))))]

#[path = "../changed/mod.rs"]
mod changed;
#[path = "../protocol_common/mod.rs"]
mod protocol_common;
#[path = "../splits/mod.rs"]
mod splits;

mod any_bytes;
mod batches;
mod bls12_381;
mod curve25519;
mod formats;
mod known_answers;
mod wrong_inputs;

use polylimb::ec::{ByteArray, Curve};

/// These bytes as the array of an encoding, if it has this length.
fn array<A: ByteArray>(bytes: &[u8]) -> Option<A> {
    let mut array = A::ZERO;
    if array.as_ref().len() != bytes.len() {
        return None;
    }
    array.as_mut().copy_from_slice(bytes);
    Some(array)
}

/// A secret key whose last byte is `last`.
fn key<C: Curve>(last: u8) -> polylimb::ec::SecretKey<C> {
    let mut bytes = C::Scalar::ZERO;
    bytes.as_mut()[1..].fill(0x5a);
    *bytes.as_mut().last_mut().expect("not empty") = last;
    polylimb::ec::SecretKey::from_bytes(&bytes).expect("below the order")
}

/// Calls a function that is generic over a curve for each curve, and adds up the results.
macro_rules! on_each_curve {
    ($function:ident($($argument:expr),*)) => {{
        use polylimb::binary_curves::{B163, B233, B283, B409, B571, K163, K233, K283, K409, K571};
        use polylimb::{k256, p256, p384, p521};
        [
            $function::<p256::P256>($($argument),*),
            $function::<p384::P384>($($argument),*),
            $function::<p521::P521>($($argument),*),
            $function::<k256::K256>($($argument),*),
            $function::<K163>($($argument),*),
            $function::<B163>($($argument),*),
            $function::<K233>($($argument),*),
            $function::<B233>($($argument),*),
            $function::<K283>($($argument),*),
            $function::<B283>($($argument),*),
            $function::<K409>($($argument),*),
            $function::<B409>($($argument),*),
            $function::<K571>($($argument),*),
            $function::<B571>($($argument),*),
        ]
    }};
}
use on_each_curve;
