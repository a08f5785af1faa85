//! Ed25519: a public key, a message and a signature to a verdict.
#![no_std]
#![no_main]

polylimb_thumb::program!(128 to 1: polylimb_thumb::ed25519::verify);
