//! ECDH on P-256: a scalar and a point to a coordinate.
#![no_std]
#![no_main]

polylimb_thumb::program!(96 to 32: polylimb_thumb::p256::agree);
