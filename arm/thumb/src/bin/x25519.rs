//! X25519: a scalar and a coordinate to a coordinate.
#![no_std]
#![no_main]

polylimb_thumb::program!(64 to 32: polylimb_thumb::x25519::x25519);
