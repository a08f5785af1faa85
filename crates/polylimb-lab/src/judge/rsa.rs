//! The paddings of RSA by `[RFC8017]` with SHA-256, and the public operation over num-bigint: the
//! reference for signatures and ciphertexts.

use num_bigint::BigUint;
use sha2::{Digest, Sha256};

/// Bytes of a digest, and of salts and seeds here.
const DIGEST: usize = 32;
/// `DigestInfo` of SHA-256 without the digest (`[RFC8017]`, 9.2, note 1).
const DIGEST_INFO: [u8; 19] = [
    0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05,
    0x00, 0x04, 0x20,
];

/// `x^e mod n` in as many bytes as `n`, a whole number.
pub(crate) fn public(n: &[u8], e: &[u8], x: &[u8]) -> Vec<u8> {
    let [modulus, e, x] = [n, e, x].map(BigUint::from_bytes_be);
    let power = x.modpow(&e, &modulus).to_bytes_be();
    [vec![0; n.len() - power.len()], power].concat()
}

fn mask(seed: &[u8], bytes: usize) -> Vec<u8> {
    let digests = (0u32..).flat_map(|i| Sha256::digest([seed, &i.to_be_bytes()].concat()));
    digests.take(bytes).collect()
}

fn xor(a: &[u8], b: &[u8]) -> Vec<u8> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

/// The encoding of a message by PKCS #1 v1.5.
pub(crate) fn pkcs1v15(message: &[u8], bytes: usize) -> Vec<u8> {
    let fill = vec![0xff; bytes - 3 - DIGEST_INFO.len() - DIGEST];
    [&[0, 1], &fill[..], &[0], &DIGEST_INFO, &Sha256::digest(message)].concat()
}

/// The encoding of a message by PSS with this salt, for a modulus of whole bytes.
pub(crate) fn pss(message: &[u8], salt: &[u8; DIGEST], bytes: usize) -> Vec<u8> {
    let inner = Sha256::digest([&[0; 8], &Sha256::digest(message)[..], salt].concat());
    let zeros = vec![0; bytes - 2 * DIGEST - 2];
    let block = [&zeros[..], &[1], salt].concat();
    let mut masked = xor(&block, &mask(&inner, block.len()));
    masked[0] &= 0x7f;
    [&masked[..], &inner, &[0xbc]].concat()
}

/// The encoding of a message by OAEP with this seed and no label.
pub(crate) fn oaep(message: &[u8], seed: &[u8; DIGEST], bytes: usize) -> Vec<u8> {
    let zeros = vec![0; bytes - 2 * DIGEST - 2 - message.len()];
    let block = [&Sha256::digest([])[..], &zeros, &[1], message].concat();
    let masked = xor(&block, &mask(seed, block.len()));
    let seed = xor(seed, &mask(&masked, DIGEST));
    [&[0], &seed[..], &masked].concat()
}
