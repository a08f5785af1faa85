//! Ed25519: a seed and a message to a signature.
#![no_std]
#![no_main]

polylimb_thumb::program!(64 to 64: polylimb_thumb::ed25519::key, polylimb_thumb::ed25519::sign);
