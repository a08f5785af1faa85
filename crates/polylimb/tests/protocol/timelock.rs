//! Time locks: chain and proof against num-bigint and the trapdoor, states, every change of a file.

use crate::protocol_common::rng;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use hkdf::Hkdf;
use num_bigint::BigUint;
use polylimb::modmul::Options;
use polylimb::timelock::{Chain, Proof, Puzzle, Trapdoor};
use polylimb::{Error, Team};
use rand_core::RngCore;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// Squarings of the longer chain.
const MANY: u64 = 100_000;

fn number(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_be(bytes)
}

/// The numbers of a sealed file by its description: `N`, `x`, `T`.
fn numbers(file: &[u8]) -> (BigUint, BigUint, u64) {
    assert_eq!(file[..5], *b"PLTL\x01");
    let bits = u32::from_be_bytes(file[5..9].try_into().unwrap()) as usize;
    let squarings = u64::from_be_bytes(file[9..17].try_into().unwrap());
    let (n, rest) = file[17..].split_at(bits.div_ceil(8));
    (number(n), number(&rest[..n.len()]), squarings)
}

fn absolute(a: BigUint, n: &BigUint) -> BigUint {
    let negative = n - &a;
    a.min(negative)
}

/// As described: the first prime among hashes with their ends set.
fn challenge(header: &[u8], result: &[u8]) -> BigUint {
    let digest = Sha256::digest(header);
    let candidates = (0..u32::MAX).map(|counter| {
        let hash = Sha256::new_with_prefix(b"polylimb timelock challenge")
            .chain_update(digest)
            .chain_update(result)
            .chain_update(counter.to_be_bytes());
        number(&hash.finalize()) | BigUint::from(1u8) << 255 | BigUint::from(1u8)
    });
    let fermat = |n: &BigUint, a: u8| BigUint::from(a).modpow(&(n - 1u8), n) == BigUint::from(1u8);
    let mut primes = candidates.filter(|n| [2, 3, 5, 7].iter().all(|&a| fermat(n, a)));
    primes.next().unwrap()
}

/// A chain to the end.
fn finished(puzzle: &Puzzle, options: &Options<'_>) -> Chain {
    let mut chain = Chain::new(puzzle, options, &mut rng(5)).unwrap();
    chain.advance(u64::MAX).unwrap();
    assert_eq!((chain.done(), chain.faults()), (puzzle.squarings(), 0));
    chain
}

#[test]
fn result_and_proof_are_what_num_bigint_computes() {
    let rng = &mut rng(1);
    let mut compared = 0;
    for (bits, squarings) in
        [(1024, 1), (1024, 63), (1024, 64), (1024, 255), (1024, 4097), (1026, 300), (2048, 1000)]
    {
        let trapdoor = Trapdoor::generate(bits, rng).unwrap();
        let puzzle = trapdoor.puzzle(squarings).unwrap();
        let mut chain = finished(&puzzle, &Options::default());
        let result = chain.result().unwrap();
        let proof = chain.prove(u64::MAX).unwrap().unwrap();
        assert_eq!(trapdoor.solve(&puzzle), Ok(result.clone()));
        assert_eq!(trapdoor.prove(&puzzle), Ok(proof.clone()));
        let file = trapdoor.seal(&puzzle, b"x").unwrap();
        let (n, x, t) = numbers(&file);
        assert_eq!((n.bits(), t), (bits as u64, squarings));
        let exponent = BigUint::from(1u8) << squarings;
        assert_eq!(number(&result), absolute(x.modpow(&exponent, &n), &n));
        let (header, sealed) = file.split_at(17 + 2 * bits.div_ceil(8));
        let mut key = [0; 32];
        Hkdf::<Sha256>::new(None, &result).expand(header, &mut key).unwrap();
        let payload = Payload { msg: sealed, aad: header };
        let cipher = ChaCha20Poly1305::new(&Key::from(key));
        assert_eq!(cipher.decrypt(&Nonce::default(), payload).unwrap(), b"x");
        let prime = challenge(header, &result);
        let root = absolute(x.modpow(&(exponent / prime), &n), &n);
        let bytes = proof.to_bytes(&puzzle);
        assert_eq!(bytes[5 + 32..], [&result[..], &padded(&root, result.len())].concat());
        puzzle.verify(&Proof::from_bytes(&puzzle, &bytes).unwrap()).unwrap();
        compared += 5;
    }
    assert!(compared >= 35);
}

fn padded(a: &BigUint, length: usize) -> Vec<u8> {
    let bytes = a.to_bytes_be();
    [&vec![0; length - bytes.len()][..], &bytes].concat()
}

#[test]
fn many_squarings_agree_with_the_trapdoor_in_any_pieces_and_on_two_threads() {
    let rng = &mut rng(2);
    let trapdoor = Trapdoor::generate(1024, rng).unwrap();
    let puzzle = trapdoor.puzzle(MANY).unwrap();
    let expected = trapdoor.solve(&puzzle).unwrap();
    let proof = trapdoor.prove(&puzzle).unwrap();
    let mut team = Options::default();
    team.team = Some(Arc::new(Team::new(2).unwrap()));
    team.algorithm = Some("bipartite");
    // The algorithm that two threads share waits for both: fewer squarings.
    let few = trapdoor.puzzle(MANY / 50).unwrap();
    assert_eq!(finished(&few, &team).result(), trapdoor.solve(&few));
    let mut chain = Chain::new(&puzzle, &Options::default(), rng).unwrap();
    let mut pieces = 0;
    while chain.done() < MANY {
        assert!(chain.result().is_err() && chain.prove(1).is_err());
        chain.advance(u64::from(rng.next_u32()) % (MANY / 20)).unwrap();
        let state = chain.state().unwrap();
        chain = Chain::resume(&puzzle, &state, &Options::default()).unwrap();
        assert_eq!(chain.state(), Ok(state));
        pieces += 1;
    }
    assert_eq!(chain.result().unwrap(), expected);
    let made = loop {
        if let Some(proof) = chain.prove(u64::from(rng.next_u32() % 5)).unwrap() {
            break proof;
        }
        assert!(chain.proved_rounds() < chain.proof_rounds());
        chain = Chain::resume(&puzzle, &chain.state().unwrap(), &Options::default()).unwrap();
        pieces += 1;
    };
    assert_eq!(made, proof);
    assert!(pieces > 20, "only {pieces} pieces");
}

/// The most squarings: only the trapdoor computes them, and anybody verifies.
#[test]
fn a_proof_of_more_squarings_than_anybody_does_verifies() {
    let rng = &mut rng(3);
    let trapdoor = Trapdoor::generate(1024, rng).unwrap();
    let other = Trapdoor::generate(1024, rng).unwrap();
    for squarings in [1, 1 << 40, (1 << 63) - 1, 1 << 63] {
        let puzzle = trapdoor.puzzle(squarings).unwrap();
        let proof = trapdoor.prove(&puzzle).unwrap();
        puzzle.verify(&proof).unwrap();
        assert_eq!(proof.result(), &trapdoor.solve(&puzzle).unwrap()[..]);
        let fewer = trapdoor.puzzle(if squarings > 1 { squarings - 1 } else { 2 }).unwrap();
        assert_eq!(fewer.verify(&proof), Err(Error::Proof));
        let foreign = other.puzzle(squarings).unwrap();
        assert_eq!(foreign.verify(&proof), Err(Error::Proof));
        assert!(matches!(other.prove(&puzzle), Err(Error::Key { .. })));
        assert!(matches!(other.solve(&puzzle), Err(Error::Key { .. })));
        let bytes = proof.to_bytes(&puzzle);
        assert!(matches!(Proof::from_bytes(&fewer, &bytes), Err(Error::Key { .. })));
    }
    for squarings in [0, (1 << 63) + 1] {
        assert!(matches!(trapdoor.puzzle(squarings), Err(Error::Parameter { .. })));
    }
}

#[test]
fn a_wrong_proof_is_refused() {
    let rng = &mut rng(4);
    let trapdoor = Trapdoor::generate(1024, rng).unwrap();
    let puzzle = trapdoor.puzzle(5_000).unwrap();
    let bytes = trapdoor.prove(&puzzle).unwrap().to_bytes(&puzzle);
    let file = trapdoor.seal(&puzzle, b"").unwrap();
    let (n, _, _) = numbers(&file);
    let with = |from: usize, number: &BigUint| {
        let mut wrong = bytes.clone();
        wrong[from..from + 128].copy_from_slice(&padded(number, 128));
        Proof::from_bytes(&puzzle, &wrong).unwrap()
    };
    let mut refused = 0;
    for at in [37, 37 + 128] {
        let right = number(&bytes[at..at + 128]);
        puzzle.verify(&with(at, &right)).unwrap();
        let zero = BigUint::ZERO;
        let too_large = BigUint::from(2u8).pow(1024) - 1u8;
        // The other sign, 0, ±1, too large, and neighbours.
        for wrong in
            [&n - &right, zero, BigUint::from(1u8), &n - 1u8, n.clone(), too_large, &right + 1u8]
        {
            assert_eq!(puzzle.verify(&with(at, &wrong)), Err(Error::Proof), "{wrong}");
            refused += 1;
        }
    }
    // 0 is ±0 times any power, but no unit.
    let zeros = [&bytes[..37], &[0; 256]].concat();
    let zeros = Proof::from_bytes(&puzzle, &zeros).unwrap();
    assert_eq!(puzzle.verify(&zeros), Err(Error::Proof));
    for at in (5..bytes.len()).step_by(17) {
        let mut wrong = bytes.clone();
        wrong[at] ^= 4;
        let found = Proof::from_bytes(&puzzle, &wrong).and_then(|p| puzzle.verify(&p));
        assert!(matches!(found, Err(Error::Proof | Error::Key { .. })), "{at}: {found:?}");
        refused += 1;
    }
    for length in [0, 4, 5, 37, bytes.len() - 1] {
        let found = Proof::from_bytes(&puzzle, &bytes[..length]);
        assert!(matches!(found, Err(Error::Encoding { .. })), "{length}");
        refused += 1;
    }
    assert!(refused > 30, "{refused}");
}

#[test]
fn every_changed_byte_of_a_file_and_of_a_state_is_noticed() {
    let rng = &mut rng(6);
    let trapdoor = Trapdoor::generate(1024, rng).unwrap();
    let puzzle = trapdoor.puzzle(500).unwrap();
    let result = trapdoor.solve(&puzzle).unwrap();
    let file = trapdoor.seal(&puzzle, b"a message").unwrap();
    assert_eq!(puzzle.open(&result, &file).unwrap()[..], *b"a message");
    let mut chain = Chain::new(&puzzle, &Options::default(), rng).unwrap();
    chain.advance(300).unwrap();
    let state = chain.state().unwrap();
    let mut noticed = 0;
    for at in 0..file.len() {
        let mut wrong = file.clone();
        wrong[at] ^= 1;
        let error = puzzle.open(&result, &wrong).unwrap_err();
        let header = 17 + 2 * 128;
        assert_eq!(error == Error::Ciphertext, at >= header, "{at}: {error}");
        noticed += 1;
    }
    for at in (0..state.len()).step_by(3) {
        let mut wrong = state.clone();
        wrong[at] ^= 1;
        let error = Chain::resume(&puzzle, &wrong, &Options::default()).unwrap_err();
        assert!(matches!(error, Error::Encoding { .. }), "{at}: {error}");
        noticed += 1;
    }
    for length in (0..state.len()).step_by(7) {
        assert!(Chain::resume(&puzzle, &state[..length], &Options::default()).is_err());
        assert!(Puzzle::of_file(&file[..length.min(288)]).is_err());
        noticed += 2;
    }
    let mut other = file.clone();
    other[16] ^= 1;
    let other = Puzzle::of_file(&other).unwrap();
    let error = Chain::resume(&other, &state, &Options::default()).unwrap_err();
    assert!(matches!(error, Error::Key { .. }), "{error}");
    assert!(noticed > 500, "{noticed}");
}

/// With a right hash the check modulo `q` remains, and the limits of each field.
#[test]
fn a_wrong_state_with_a_right_hash_is_noticed() {
    let rng = &mut rng(7);
    let trapdoor = Trapdoor::generate(1024, rng).unwrap();
    let mut noticed = 0;
    // In the middle of the squarings, and of the proof: two of five rounds.
    for (squarings, done, rounds) in [(500, 300, 0), (20_000, 20_000, 2)] {
        let puzzle = trapdoor.puzzle(squarings).unwrap();
        let mut chain = Chain::new(&puzzle, &Options::default(), rng).unwrap();
        chain.advance(done).unwrap();
        if rounds > 0 {
            assert_eq!(chain.prove(rounds), Ok(None));
        }
        let state = chain.state().unwrap();
        let end = state.len() - 32;
        // From q on: all of the numbers that count, and of the values some bits.
        for bit in (37 * 8..57 * 8).chain((57 * 8..end * 8).step_by(83)) {
            let mut wrong = state.clone();
            wrong[bit / 8] ^= 1 << (bit % 8);
            let hash = Sha256::digest(&wrong[..end]);
            wrong[end..].copy_from_slice(&hash);
            let error = Chain::resume(&puzzle, &wrong, &Options::default()).unwrap_err();
            assert!(matches!(error, Error::Encoding { .. } | Error::FaultDetected), "{error}");
            noticed += 1;
        }
    }
    // A longer chain's state, renamed for a shorter one.
    let [long, short] = [1_000, 500].map(|squarings| {
        let puzzle = trapdoor.puzzle(squarings).unwrap();
        let mut chain = Chain::new(&puzzle, &Options::default(), rng).unwrap();
        chain.advance(700).unwrap();
        (puzzle, chain.state().unwrap())
    });
    let mut wrong = [&long.1[..5], &short.1[5..37], &long.1[37..long.1.len() - 32]].concat();
    wrong.extend(Sha256::digest(&wrong));
    let error = Chain::resume(&short.0, &wrong, &Options::default()).unwrap_err();
    assert!(matches!(error, Error::Encoding { .. }), "{error}");
    assert!(noticed > 1_000, "{noticed}");
}

#[test]
fn numbers_out_of_range_are_refused() {
    let rng = &mut rng(8);
    let trapdoor = Trapdoor::generate(1024, rng).unwrap();
    let puzzle = trapdoor.puzzle(9).unwrap();
    let file = trapdoor.seal(&puzzle, b"").unwrap();
    let (n, x, _) = numbers(&file);
    let new = |n: &BigUint, x: &BigUint| Puzzle::new(&n.to_bytes_be(), &x.to_bytes_be(), 9);
    new(&n, &x).unwrap();
    let one = BigUint::from(1u8);
    assert!(matches!(new(&(&n - 1u8), &x), Err(Error::OddModulusRequired { .. })));
    for bits in [1, 512, 1022, 16384] {
        let error = new(&((&one << bits) + 1u8), &x).unwrap_err();
        assert!(matches!(error, Error::ModulusBits { .. }), "{bits}: {error}");
    }
    for base in [BigUint::ZERO, one.clone(), &n - 1u8, n.clone(), &n + 2u8] {
        assert!(matches!(new(&n, &base), Err(Error::Parameter { .. })), "{base}");
    }
    // A header of more bits than the modulus has.
    let header = [b"PLTL\x01", &1032u32.to_be_bytes()[..], &9u64.to_be_bytes()].concat();
    let longer = [&header[..], &padded(&n, 129), &padded(&x, 129), &[0; 16]].concat();
    assert!(matches!(Puzzle::of_file(&longer), Err(Error::Encoding { .. })));
    let shared = BigUint::from(3u8).pow(650);
    assert_eq!(new(&shared, &BigUint::from(6u8)).unwrap_err(), Error::NotInvertible);
    for bits in [0, 1022, 1025, 16386] {
        assert!(Trapdoor::generate(bits, rng).is_err(), "{bits}");
    }
}

/// Or `POLYLIMB_SQUARINGS`.
#[test]
fn a_million_squarings_agree_with_the_trapdoor() {
    let given = std::env::var("POLYLIMB_SQUARINGS");
    let squarings = given.map_or(1_000_000, |count| count.parse().unwrap());
    let trapdoor = Trapdoor::generate(1024, &mut rng(9)).unwrap();
    let puzzle = trapdoor.puzzle(squarings).unwrap();
    let mut chain = finished(&puzzle, &Options::default());
    assert_eq!(chain.result(), trapdoor.solve(&puzzle));
    assert_eq!(chain.prove(u64::MAX), trapdoor.prove(&puzzle).map(Some));
}
