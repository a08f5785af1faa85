//! `rns` in its critical cases: moduli with channel primes as factors, values at the ends of the
//! channels' and the residues' ranges, long chains that never leave the representation.

use super::find;
use crate::common::{below, big, modulus, residue, rng, words};
use crate::splits::Shuffled;
use num_bigint::BigUint;
use polylimb::authors::limb::{WORD_BITS, Word};
use polylimb::authors::modmul::{ModMul, Request};
use std::sync::Arc;

fn build(m: &[Word], threads: usize) -> Option<Box<dyn ModMul>> {
    let Ok(entry) = find("rns") else {
        println!("SKIPPED: rns does not exist for this word size");
        return None;
    };
    let split = Arc::new(Shuffled::new(threads));
    Some(entry.build(&Request { split, ..Request::new(m) }).expect("in the domain"))
}

/// The residues of one modulus, with scratch.
struct Residues {
    modmul: Box<dyn ModMul>,
    scratch: Vec<Word>,
}

impl Residues {
    fn new(m: &[Word], threads: usize) -> Option<Self> {
        let modmul = build(m, threads)?;
        let scratch = vec![0xa5; modmul.scratch_words()];
        Some(Self { modmul, scratch })
    }

    fn enter(&mut self, plain: &BigUint) -> Vec<Word> {
        let mut r = vec![0x5a; self.modmul.residue_words()];
        let plain = words(plain, self.modmul.modulus().len());
        self.modmul.enter(&mut r, &plain, &mut self.scratch);
        r
    }

    fn leave(&mut self, r: &[Word]) -> BigUint {
        let mut plain = vec![0x5a; self.modmul.modulus().len()];
        self.modmul.leave(&mut plain, r, &mut self.scratch);
        big(&plain)
    }
}

/// `2^w - c` for the largest primes of 64- and 32-bit words: the first channels.
fn channel_primes() -> Vec<BigUint> {
    let c: &[u32] = if WORD_BITS == 64 {
        &[59, 83, 95, 179, 189, 257, 279, 323, 353, 363]
    } else {
        &[5, 17, 65, 99, 107, 135, 153, 185, 209, 267]
    };
    c.iter().map(|&c| (BigUint::from(1u32) << WORD_BITS) - c).collect()
}

/// Odd moduli of at least 1024 bits that share factors with the channels, or lie next to a power of
/// two.
fn adversarial_moduli() -> Vec<BigUint> {
    let primes = channel_primes();
    let power = |bits: usize| BigUint::from(1u32) << bits;
    let fill = |m: BigUint| {
        // A power of 3 makes the modulus long enough.
        let missing = 1030_u64.saturating_sub(m.bits());
        m * BigUint::from(3u32).pow(u32::try_from(missing).unwrap())
    };
    let all: BigUint = primes.iter().product();
    vec![
        power(1024) - 1u32,
        power(1023) + 1u32,
        power(1088) - 1u32,
        power(1087) + power(64) + 1u32,
        power(2048) - power(1024) + 1u32,
        fill(primes[0].clone()),
        fill(&primes[0] * &primes[9]),
        fill(all.clone()),
        primes[0].pow(1100 / WORD_BITS as u32),
        all.pow(4) * &primes[3],
    ]
}

#[test]
fn moduli_that_share_factors_with_the_channels() {
    if find("rns").is_err() {
        println!("SKIPPED: rns does not exist for this word size");
        return;
    }
    let mut rng = rng(60);
    let mut compared = 0;
    for m in adversarial_moduli() {
        let m_words = words(&m, (m.bits() as usize).div_ceil(WORD_BITS));
        for threads in [1, 2, 3, 64] {
            let Some(mut residues) = Residues::new(&m_words, threads) else { return };
            // Multiples of the channels' primes, and random operands.
            let mut operands: Vec<_> = (0..6).map(|_| big(&residue(&mut rng, &m_words))).collect();
            operands.extend(channel_primes().iter().map(|p| p.pow(7) % &m));
            operands.extend([&m - 1u32, BigUint::ZERO]);
            for a in &operands {
                let x = residues.enter(a);
                assert_eq!(residues.leave(&x), *a);
                for b in &operands {
                    let y = residues.enter(b);
                    let mut r = vec![0; x.len()];
                    residues.modmul.mul(&mut r, &x, &y, &mut residues.scratch);
                    assert_eq!(residues.leave(&r), a * b % &m, "mod {m:#x}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared >= 10_000, "only {compared} comparisons ran");
}

/// The range must hold for chains of any length, and equality must not depend on the
/// representative: the chain's number, entered again, is another representative of the same class.
#[test]
fn long_chains_stay_in_range() {
    let mut rng = rng(61);
    let mut compared = 0;
    for bits in [1024, 1025, 1100, 2027, 2048] {
        let m_words = modulus(&mut rng, bits, true);
        let m = big(&m_words);
        let Some(mut residues) = Residues::new(&m_words, 1 + below(&mut rng, 3)) else { return };
        let mut one = vec![0; residues.modmul.residue_words()];
        residues.modmul.one(&mut one);
        let mut a = big(&residue(&mut rng, &m_words));
        let mut x = residues.enter(&a);
        for step in 0..400 {
            let b = big(&residue(&mut rng, &m_words));
            let y = residues.enter(&b);
            let mut r = vec![0; x.len()];
            let f = &residues.modmul;
            match below(&mut rng, 6) {
                0 => (f.mul(&mut r, &x, &y, &mut residues.scratch), a = &a * &b % &m).0,
                1 => (f.add(&mut r, &x, &y), a = (&a + &b) % &m).0,
                2 => (f.sub(&mut r, &x, &y), a = (&a + &m - &b) % &m).0,
                3 => (f.sub(&mut r, &y, &x), a = (&b + &m - &a) % &m).0,
                4 => (f.neg(&mut r, &x), a = (&m - &a) % &m).0,
                _ => (f.add(&mut r, &x, &x), a = (&a + &a) % &m).0,
            }
            assert_eq!(residues.leave(&r), a, "step {step} mod {m:#x}");
            let fresh = residues.enter(&a);
            let mut next = vec![0; x.len()];
            let f = &residues.modmul;
            assert!(f.eq(&r, &fresh).to_bool_vartime() && f.eq(&fresh, &r).to_bool_vartime());
            f.add(&mut next, &fresh, &one);
            assert!(!f.eq(&r, &next).to_bool_vartime() && !f.eq(&next, &r).to_bool_vartime());
            x = r;
            compared += 5;
        }
    }
    assert!(compared >= 10_000, "only {compared} comparisons ran");
}

/// The longest modulus: the most channels, the longest sums.
#[test]
fn the_longest_moduli() {
    let mut rng = rng(62);
    let power = BigUint::from(1u32) << 16384;
    let mut compared = 0;
    for m in [&power - 1u32, (&power >> 1) + 1u32] {
        let m_words = words(&m, 16384 / WORD_BITS);
        let Some(mut residues) = Residues::new(&m_words, 2) else { return };
        let mut a = &m - 1u32;
        let mut x = residues.enter(&a);
        for _ in 0..20 {
            let b = big(&residue(&mut rng, &m_words));
            let y = residues.enter(&b);
            let mut r = vec![0; x.len()];
            residues.modmul.mul(&mut r, &x, &y, &mut residues.scratch);
            residues.modmul.sqr(&mut x, &r, &mut residues.scratch);
            a = (&a * &b).modpow(&BigUint::from(2u32), &m);
            assert_eq!(residues.leave(&x), a);
            compared += 1;
        }
    }
    assert!(compared >= 40, "only {compared} comparisons ran");
}
