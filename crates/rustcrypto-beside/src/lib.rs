//! Nothing but the home of `tests/rustcrypto.rs`, which sets the traits of `RustCrypto` over polylimb beside the crates `p256` and `k256`.
