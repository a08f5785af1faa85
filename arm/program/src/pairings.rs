//! The optimal ate pairing on the curve `bn254` over each kernel set, on the operands of the known
//! answers; and on BLS12-381 by the engine.

use crate::operands::Text;
use crate::sets::Set;
use crate::{Function, marked};
use polylimb::authors::field::extension::{Fp2, OnePlusU};
use polylimb::authors::field::prime::{Bn254Nogami, KernelSet, Neon, Portable, Umaal, Umlal};
use polylimb::authors::field::{Encoding, Field};
use polylimb::authors::limb::Word;
use polylimb::authors::pairing::{Homogeneous, Pair, PairingCurve};
use polylimb::cpu::Features;
use polylimb::pairing::{G1, G2, Gt, PairingEngine, PairingName};
use std::sync::Arc;

const VECTORS: &str = include_str!("../../../crates/polylimb/tests/vectors/pairing.txt");
/// Measured pairings; the first is the pairing of the generators.
const MEASURED: usize = 2;

type F<K> = Bn254Nogami<K>;
type Q<K> = Fp2<F<K>, OnePlusU>;
type El12 = [[[[Word; 8]; 2]; 3]; 2];

extern "C" fn miller_loop<K: KernelSet>(
    r: &mut El12,
    curve: &PairingCurve<Q<K>>,
    pair: &Pair<Q<K>>,
) {
    *r = curve.miller_loop::<Homogeneous>(pair);
}

extern "C" fn final_exponentiation<K: KernelSet>(
    r: &mut El12,
    curve: &PairingCurve<Q<K>>,
    value: &El12,
) {
    *r = curve.final_exponentiation(value);
}

fn number(f: &impl Encoding<El = [Word; 8]>, text: &str) -> [Word; 8] {
    let text = format!("{text:0>64}");
    let bytes: Vec<u8> = (0..32)
        .map(|i| u8::from_str_radix(&text[62 - 2 * i..64 - 2 * i], 16).expect("hexadecimal"))
        .collect();
    f.decode(&bytes).expect("below the prime")
}

fn set<K: Set>() {
    let f = F::<K>::new(K::get());
    let curve = PairingCurve::bn254_nogami(Q::<K>::new(f));
    let lines = VECTORS.lines().filter(|line| line.starts_with("bn254 pairing "));
    for line in lines.take(MEASURED) {
        let words: Vec<&str> = line.split(' ').collect();
        let of = |text: &str| text.split(',').map(|n| number(&f, n)).collect::<Vec<_>>();
        let (p, q) = (of(words[2]), of(words[3]));
        let pair = Pair::<Q<K>> { p: [p[0], p[1]], q: [[q[0], q[1]], [q[2], q[3]]] };
        let zero = [[[f.zero(); 2]; 3]; 2];
        let (mut value, mut power) = (zero, zero);
        let curve_at = &raw const curve as usize;
        let function = miller_loop::<K> as Function;
        let arguments = [&raw mut value as usize, curve_at, &raw const pair as usize, 0];
        // SAFETY: the function takes a result, the curve and a pair.
        unsafe { marked(function, arguments) };
        println!("miller {} {:x} {} {} = -", K::NAME, function as usize, words[2], words[3]);
        let function = final_exponentiation::<K> as Function;
        let arguments = [&raw mut power as usize, curve_at, &raw const value as usize, 0];
        // SAFETY: the function takes a result, the curve and an element.
        unsafe { marked(function, arguments) };
        let numbers: Vec<[Word; 8]> =
            power.as_flattened().as_flattened().iter().map(|c| f.leave(c)).collect();
        let text: Vec<String> = numbers.iter().map(Text::text).collect();
        println!(
            "power {} {:x} {} {} = {}",
            K::NAME,
            function as usize,
            words[2],
            words[3],
            text.join(",")
        );
    }
}

extern "C" fn pairing(r: &mut Option<Gt>, e: &Arc<dyn PairingEngine>, points: &(G1, G2)) {
    *r = e.pairing(&points.0, &points.1).ok();
}

/// A pairing on BLS12-381 by the fastest field for these features.
fn bls12_381(set: &str, features: Features) -> Option<Gt> {
    let engine = PairingName::Bls12381.engine(features);
    let points = (engine.g1().generator(), engine.g2().generator());
    let (mut value, function) = (None, pairing as Function);
    let arguments =
        [&raw mut value as usize, &raw const engine as usize, &raw const points as usize, 0];
    // SAFETY: the function takes a result, an engine and points.
    unsafe { marked(function, arguments) };
    println!("pair-381 {set} {:x} - - = -", function as usize);
    value
}

/// All kernel sets.
pub fn measure_all() {
    let all = Features::detect();
    let [by_neon, by_umaal, plain] =
        [("neon", all), ("umaal", all.without(Features::NEON)), ("portable", Features::NONE)]
            .map(|(set, features)| bls12_381(set, features));
    assert!(by_neon.is_some() && by_neon == by_umaal && by_neon == plain);
    set::<Portable>();
    set::<Umlal>();
    set::<Umaal>();
    set::<Neon>();
}
