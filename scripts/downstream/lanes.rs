//! Calls what the library computes in vector registers, as a program of another crate does.
//!
//! scripts/downstream builds this with cargo's default release profile and disassembles it.

use polylimb::Alone;
use polylimb::authors::curve::Parameters;
use polylimb::authors::limb::{Bits, Word};
use polylimb::authors::modmul::Request;
use polylimb::authors::multiply::engine;
use polylimb::cpu::Features;
use polylimb::pairing::PairingName;
use polylimb::powm::{BatchPowm, Exponent};
use polylimb::x25519::{BASE, x25519, x25519_all};

/// Batches of points on prime and binary curves, against one multiplication after another.
fn points() -> polylimb::Result<usize> {
    let mut compared = 0;
    for name in ["P-256", "P-384", "P-521", "secp256k1", "B-233", "K-283"] {
        let engine = engine(&Parameters::named(name)?, Features::detect())?;
        let numbers: Vec<[Word; 1]> = (2..13).map(|i| [i]).collect();
        let scalars: Vec<_> = numbers.iter().map(|k| Bits::new(k)).collect();
        let multiples = engine.multiply_generator_batch(&scalars, &Alone);
        let g = engine.multiply_generator(Bits::new(&[1])).expect("a generator");
        let jobs: Vec<_> = scalars.iter().map(|&k| (k, &g)).collect();
        let again = engine.multiply_batch(&jobs, &Alone);
        for ((k, multiple), again) in scalars.iter().zip(&multiples).zip(again) {
            assert_eq!(*multiple, engine.multiply_generator(*k), "{name}");
            assert_eq!(*multiple, again?, "{name}");
            compared += 2;
        }
    }
    let k = [5; 32];
    assert_eq!(x25519_all(&[(&k, &BASE); 8], &Alone), [x25519(&k, &BASE); 8]);
    Ok(compared + 1)
}

/// `montgomery-ifma` against `montgomery-cios`, at sizes of each of their forms.
fn products() -> polylimb::Result<usize> {
    let mut compared = 0;
    for words in [4, 8, 16, 24, 32, 64] {
        let modulus = vec![Word::MAX - 4; words];
        let mut results = Vec::new();
        for name in ["montgomery-ifma", "montgomery-cios"] {
            let modmul =
                polylimb::authors::modmul::Entry::find(name)?.build(&Request::new(&modulus))?;
            let mut scratch = vec![0; modmul.scratch_words()];
            let mut residues = vec![vec![0; modmul.residue_words()]; 3];
            let [a, b, r] = &mut residues[..] else { unreachable!() };
            modmul.enter(a, &vec![7; words], &mut scratch);
            modmul.sqr(b, a, &mut scratch);
            modmul.mul(r, a, b, &mut scratch);
            let mut plain = vec![0; words];
            modmul.leave(&mut plain, r, &mut scratch);
            results.push(plain);
        }
        assert_eq!(results[0], results[1], "{words} words");
        compared += 1;
    }
    Ok(compared)
}

/// Eight powers at once, each with its own modulus, against small ones.
fn powers() -> polylimb::Result<usize> {
    let moduli: [&[Word]; 8] = [&[101], &[103], &[107], &[109], &[113], &[127], &[131], &[137]];
    let batch = BatchPowm::new(&moduli, Features::detect())?;
    let two: &[Word] = &[2];
    let results = batch.pow(&[two; 8], &moduli.map(Exponent::new))?;
    // By Fermat.
    assert!(results.iter().all(|r| r[..] == *two));
    println!("powers over {}", batch.vectors());
    Ok(8)
}

/// A batch of pairings and a single one over lanes, against words.
fn pairings() -> polylimb::Result<usize> {
    let mut compared = 0;
    for name in PairingName::ALL {
        let lanes = PairingName::engine(name, Features::detect());
        let words = PairingName::engine(name, Features::NONE);
        let (p, q) = (words.g1().generator(), words.g2().generator());
        let expected = words.pairing(&p, &q)?;
        assert_eq!(lanes.pairing(&p, &q)?, expected, "{name:?}");
        assert!(lanes.pair_batch(&[(&p, &q); 8])?.iter().all(|value| *value == expected));
        compared += 9;
    }
    Ok(compared)
}

fn main() -> polylimb::Result<()> {
    let compared = points()? + products()? + powers()? + pairings()?;
    println!("{compared} results compared");
    Ok(())
}
