//! Vectors as text, hashes by name, and a generator.
#![allow(dead_code, reason = "each test binary uses its own part")]

use polylimb::Result;
use polylimb::authors::limb::WORD_BITS;
use polylimb::protocol::ecdsa::{RecoveryId, Signature, Signer};
use polylimb::protocol::keys::SecretKey;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use sha1::Sha1;
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};
use sha3::{Sha3_224, Sha3_256, Sha3_384, Sha3_512};

pub fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// The bytes of hexadecimal text; `-` is empty, and a half byte at the front is one.
pub fn hex(text: &str) -> Vec<u8> {
    let text = if text == "-" { "" } else { text };
    let padded = if text.len() % 2 == 1 { format!("0{text}") } else { text.to_string() };
    let byte = |i: usize| u8::from_str_radix(&padded[i..i + 2], 16).expect("hexadecimal");
    (0..padded.len()).step_by(2).map(byte).collect()
}

/// The number in `bytes` in `length` bytes; longer if it does not fit.
pub fn resized(bytes: &[u8], length: usize) -> Vec<u8> {
    let zeros = bytes.iter().take_while(|b| **b == 0).count();
    let bytes = &bytes[zeros..];
    [&vec![0; length.saturating_sub(bytes.len())][..], bytes].concat()
}

/// Tests one case of this many: 8-bit words are slow.
const ONE_OF: usize = if WORD_BITS == 8 { 8 } else { 1 };

/// The fields of every line that is not a comment, and of all lines that open a section.
pub fn lines(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let opens = |line: &str| line.starts_with(['@', '=']);
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .enumerate()
        .filter(move |(i, line)| opens(line) || i.is_multiple_of(ONE_OF))
        .map(|(_, line)| line.split(' ').collect())
}

/// The least number of cases that must be tested if there are `n`.
pub const fn least(n: usize) -> usize {
    // Fewer, because a section may have only one kind of case.
    if ONE_OF == 1 { n } else { n / (2 * ONE_OF) }
}

macro_rules! hashes {
    ($($name:literal: $hash:ty),+) => {
        /// The digest by the hash of that name.
        pub fn digest(hash: &str, message: &[u8]) -> Vec<u8> {
            match hash {
                $($name => <$hash>::digest(message).to_vec(),)+
                _ => panic!("no hash {hash}"),
            }
        }

        /// The signature of a digest, its nonce by the hash of that name.
        pub fn sign_digest(
            signer: &Signer<'_>,
            hash: &str,
            key: &SecretKey,
            digest: &[u8],
        ) -> Result<(Signature, RecoveryId)> {
            match hash {
                $($name => signer.sign_digest::<$hash>(key, digest),)+
                _ => panic!("no hash {hash}"),
            }
        }
    };
}
hashes!(
    "sha1": Sha1, "sha224": Sha224, "sha256": Sha256, "sha384": Sha384, "sha512": Sha512,
    "sha3_224": Sha3_224, "sha3_256": Sha3_256, "sha3_384": Sha3_384, "sha3_512": Sha3_512
);
