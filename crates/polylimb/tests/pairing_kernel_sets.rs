//! Known answers of the pairing on `bn254` with every kernel set of this processor.
//!
//! Small, so that it runs in emulators too: `pairing.rs` has all curves and systems of lines.

use polylimb::cpu::Features;
use polylimb::field::extension::{Fp2, OnePlusU};
use polylimb::field::prime::{Bn254Nogami, KernelSet, Portable};
use polylimb::pairing::line::Homogeneous;
use polylimb::pairing::{Pair, bn254_nogami};

mod pairing_common;
use pairing_common::{element, numbers};

/// How many answers were compared; none if the processor lacks the instructions.
fn check<K: KernelSet>() -> usize {
    let Some(kernel) = K::available(Features::detect()) else {
        println!("SKIPPED: {}", K::NAME);
        return 0;
    };
    let f = Bn254Nogami::new(kernel);
    let curve = bn254_nogami(Fp2::<_, OnePlusU>::new(f));
    let mut compared = 0;
    for line in include_str!("vectors/pairing.txt").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let ["bn254", "pairing", p, q, value] = words[..] else { continue };
        let of = |text| numbers(text).iter().map(|n| element(&f, n)).collect::<Vec<_>>();
        let (p, q, expected) = (of(p), of(q), numbers(value));
        let pair = Pair { p: [p[0], p[1]], q: [[q[0], q[1]], [q[2], q[3]]] };
        let power = curve.final_exponentiation(&curve.miller_loop::<Homogeneous>(&pair));
        let coefficients: Vec<_> = power.as_flattened().as_flattened().to_vec();
        // An element below the prime has one representation.
        let expected: Vec<_> = expected.iter().map(|n| element(&f, n)).collect();
        assert_eq!(coefficients, expected, "{}: {line}", K::NAME);
        compared += 1;
    }
    println!("{}: {compared} known answers", K::NAME);
    compared
}

#[test]
fn known_answers() {
    assert_eq!(check::<Portable>(), 7);
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    check::<polylimb::field::prime::fixed::Mulx>();
    #[cfg(all(
        target_arch = "arm",
        target_os = "linux",
        target_abi = "eabihf",
        not(polylimb_word = "8")
    ))]
    {
        assert_eq!(check::<polylimb::field::prime::fixed::Umlal>(), 7);
        assert_eq!(check::<polylimb::field::prime::fixed::Umaal>(), 7);
    }
}
