//! Every function beside revm's default, on ordinary and on hostile inputs: the same results, and
//! the same reasons to halt.

mod curves;
mod modexp;
mod signatures;

use polylimb_evm::Polylimb;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use revm_precompile::{Crypto, DefaultCrypto};
use std::fmt::Debug;
use std::sync::LazyLock;

static OURS: LazyLock<Polylimb> = LazyLock::new(Polylimb::new);

/// Compares the results of both, and returns the default's.
fn same<T: PartialEq + Debug>(what: &str, f: impl Fn(&dyn Crypto) -> T) -> T {
    let (ours, default) = (f(&*OURS), f(&DefaultCrypto));
    assert_eq!(ours, default, "{what}");
    default
}

fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

fn random<const N: usize>(rng: &mut ChaCha20Rng) -> [u8; N] {
    let mut bytes = [0; N];
    rng.fill_bytes(&mut bytes);
    bytes
}

/// Bytes of a number, most significant first, plus a small one.
fn plus<const N: usize>(number: [u8; N], n: i8) -> [u8; N] {
    let (mut sum, mut carry) = (number, i16::from(n));
    for byte in sum.iter_mut().rev() {
        carry += i16::from(*byte);
        *byte = carry.rem_euclid(256) as u8;
        carry = carry.div_euclid(256);
    }
    sum
}
