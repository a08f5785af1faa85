#![doc = include_str!("../README.md")]

mod base_field;
mod border;
mod field;
mod generators;
mod hash;
mod keys;
mod layout;
mod many;
mod multiples;
mod pairing;
mod points;
mod scalar;
mod signatures;
mod threads;
mod tower;

pub use base_field::*;
pub use generators::{BLS12_381_G1, BLS12_381_G2, BLS12_381_NEG_G1, BLS12_381_NEG_G2};
pub use hash::*;
pub use keys::*;
pub use layout::{
    BLST_ERROR, blst_fp, blst_fp2, blst_fp6, blst_fp12, blst_fr, blst_p1, blst_p1_affine, blst_p2,
    blst_p2_affine, blst_pairing, blst_scalar, blst_uniq, byte, limb_t,
};
pub use many::{MultiPoint, p1_affines, p2_affines};
pub use multiples::*;
pub use pairing::*;
pub use points::*;
pub use scalar::*;
pub use signatures::{min_pk, min_sig};
pub use tower::*;
