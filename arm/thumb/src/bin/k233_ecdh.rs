//! ECDH on K-233: a scalar and a point to a coordinate.
#![no_std]
#![no_main]

polylimb_thumb::program!(89 to 30: polylimb_thumb::k233::agree);
