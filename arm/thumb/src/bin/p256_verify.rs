//! ECDSA on P-256: a public key, a message and a signature to a verdict.
#![no_std]
#![no_main]

polylimb_thumb::program!(160 to 1: polylimb_thumb::p256::verify);
