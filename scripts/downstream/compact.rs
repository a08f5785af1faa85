//! Verifies one P-256 signature without a heap.

use polylimb::compact::p256::verify;

// RFC 6979, A.2.5, with SHA-256.
const KEY: &str = "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6\
    7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299";
const SIGNATURE: &str = "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716\
    f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8";

fn bytes(hex: &str) -> [u8; 64] {
    core::array::from_fn(|i| u8::from_str_radix(&hex[2 * i..][..2], 16).expect("hexadecimal"))
}

fn main() -> polylimb::Result<()> {
    let (key, signature) = (bytes(KEY), bytes(SIGNATURE));
    verify(&key, b"sample", &signature)?;
    assert!(verify(&key, b"another", &signature).is_err(), "another message");
    Ok(())
}
