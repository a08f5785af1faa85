//! What the provider computes beside ring's and OpenSSL's, and bad input.

mod algorithms;
mod common;
mod handshakes;
mod openssl;
