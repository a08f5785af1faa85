//! ECDSA on P-256: a secret key and a message to a signature.
#![no_std]
#![no_main]

polylimb_thumb::program!(64 to 64: polylimb_thumb::p256::sign);
