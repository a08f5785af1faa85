//! Protocols: keys, key agreement, signatures, encryption, against known answers and against each
//! other.
#![cfg(feature = "protocol")]

#[path = "../common/mod.rs"]
mod common;
#[path = "../protocol_common/mod.rs"]
mod protocol_common;
#[path = "../splits/mod.rs"]
mod splits;

// Its lanes need words of 64 bits.
#[cfg(not(any(polylimb_word = "8", polylimb_word = "32")))]
mod batch;
mod binary;
mod bip340;
mod bls;
#[cfg(feature = "binary-curves")]
mod compact;
mod curve25519;
mod ec_sdsa;
mod ecdh;
mod ecdsa;
mod ecmqv;
mod encryption;
mod identity;
mod keys;
mod paillier;
mod rsa;
mod separation;
mod timelock;
mod wiped;
