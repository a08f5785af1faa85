//! `PSTATE.DIT` is set while the library computes with secrets, and afterwards as it was before. A
//! unit test: the emulator runs it in the program of the theorems.

use super::{KernelSet, WithKernel, with_best};
use crate::cpu::{DataIndependentTiming, Features};
use crate::modmul::Options;
use crate::powm::CrtModulus;
use crate::{Split, Team};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{CryptoRng, RngCore, SeedableRng};
use std::arch::asm;
use std::panic::catch_unwind;
use std::println;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::vec::Vec;

fn is_set() -> bool {
    let register: u64;
    // SAFETY: only called where the CPU has it.
    unsafe { asm!("mrs {}, S3_3_C4_C2_5", out(reg) register) };
    register >> 24 & 1 == 1
}

/// Work that says what it found, or panics.
struct Look {
    panics: bool,
}

impl WithKernel for Look {
    type Out = bool;

    fn call<K: KernelSet>(self, _: K) -> bool {
        assert!(!self.panics, "on purpose");
        is_set()
    }
}

/// Random numbers, drawn in the middle of a computation with a secret, and what it found then.
struct Watching(ChaCha20Rng, Vec<bool>);

impl RngCore for Watching {
    fn next_u32(&mut self) -> u32 {
        self.1.push(is_set());
        self.0.next_u32()
    }
    fn next_u64(&mut self) -> u64 {
        self.1.push(is_set());
        self.0.next_u64()
    }
    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.1.push(is_set());
        self.0.fill_bytes(bytes);
    }
}

impl CryptoRng for Watching {}

/// `POLYLIMB_DIT` says that this CPU has the bit: qemu 7.2 emulates it and does not report it.
#[test]
fn is_independent_of_data() {
    if std::env::var_os("POLYLIMB_DIT").is_none() {
        println!("SKIPPED: POLYLIMB_DIT is not set");
        return;
    }
    // SAFETY: as the caller says.
    unsafe { Features::DIT.assume() };
    let look = |panics| with_best(Features::detect(), Look { panics });
    assert!(!is_set() && look(false) && !is_set());
    let scope = DataIndependentTiming::begin();
    assert!(is_set() && look(false) && is_set());
    drop(scope);
    assert!(!is_set());
    assert!(catch_unwind(|| look(true)).is_err() && !is_set());

    let key = CrtModulus::from_primes(&[&[11], &[17]], &[3], &Options::default()).expect("primes");
    let mut rng = Watching(ChaCha20Rng::seed_from_u64(1), Vec::new());
    key.private(&[123], &mut rng).expect("below the modulus");
    assert!(!rng.1.is_empty() && rng.1.iter().all(|&set| set) && !is_set());

    let team = Team::new(2).expect("a thread");
    let others = AtomicUsize::new(0);
    team.run(2, &|part| {
        others.fetch_add(usize::from(part == 1 && is_set()), Ordering::Relaxed);
    });
    assert_eq!(others.into_inner(), 1);
}
