//! Only the home of `tests/rustcrypto.rs`, which compares the traits of `RustCrypto` over polylimb
//! with the crates `p256` and `k256`.
