//! The lanes, disassembled: products have no conditional jump, and roots of binary curves call no
//! vector operation that was not inlined. The stage `downstream` looks for such calls everywhere.
//!
//! Only an optimised build inlines; other builds, and machines without objdump, print SKIPPED.

use super::disassembly::{called, functions, instruction, slots};
use crate::field_common::jacobian::{Doublings, Jacobian, affine};
use polylimb::Alone;
use polylimb::authors::curve::Parameters;
use polylimb::authors::field::binary::{BinaryQuads, F283, words_for};
use polylimb::authors::field::lanes::{FixedLanes, Ifma, Portable, primes};
use polylimb::authors::field::{Field, Op};
use polylimb::authors::limb::{Bits, WORD_BITS, Word};
use polylimb::authors::multiply::engine;
use polylimb::cpu::Features;

#[test]
fn products_do_not_jump() {
    let Some(functions) = functions("products of lanes") else { return };
    let mut products = 0;
    for (name, lines) in functions {
        if !name.contains("lanes::ifma::") || !name.contains("::body") || name.contains("root") {
            continue;
        }
        let count =
            |what: &dyn Fn(&str) -> bool| lines.iter().filter(|l| what(instruction(l))).count();
        let vectors = count(&|i| i.contains("%zmm"));
        let jumps = count(&|i| i.starts_with('j'));
        assert!(vectors > 80 && jumps == 0, "{name}: {vectors} vectors, {jumps} jumps");
        products += 1;
    }
    println!("{products} products");
    assert!(products >= 10, "{products} products were found");
}

/// The curves whose roots are disassembled: batches over lanes, as engines and X25519 have them.
#[test]
fn curves_multiply() {
    for name in ["P-256", "secp256k1", "P-384", "P-521"] {
        let parameters = Parameters::named(name).expect("known");
        let engine = engine(&parameters, Features::detect()).expect("known");
        let numbers: Vec<[Word; 1]> = (1..9).map(|i| [i]).collect();
        let scalars: Vec<_> = numbers.iter().map(|k| Bits::new(k)).collect();
        let multiples = engine.multiply_generator_batch(&scalars, &Alone);
        for (k, multiple) in scalars.iter().zip(multiples) {
            assert_eq!(multiple, engine.multiply_generator(*k), "{name}");
        }
    }
    #[cfg(feature = "protocol")]
    {
        let k = [5; 32];
        let shared = polylimb::x25519::x25519_all(&[(&k, &polylimb::x25519::BASE); 8], &Alone);
        assert_eq!(shared, [polylimb::x25519::x25519(&k, &polylimb::x25519::BASE); 8]);
    }
}

/// Four elements of 2^283, and the roots of engines: products without a jump, in roots without a
/// call of a vector operation.
#[test]
fn binary_quads_compute_and_are_inlined() {
    const N: usize = words_for(283);
    const D: usize = N.div_ceil(2);
    let Ok(f) = BinaryQuads::<Ifma, N, D, F283>::new(Features::detect()) else {
        return println!("SKIPPED vpclmulqdq quads");
    };
    let g = BinaryQuads::<Portable, N, D, F283>::new(Features::detect()).expect("needs nothing");
    let mut numbers: [[Word; N]; 4] = core::array::from_fn(|lane| {
        core::array::from_fn(|i| (((lane as u64 + 2) * (37 * i as u64 + 91)) >> 1) as Word)
    });
    for number in &mut numbers {
        number[N - 1] &= (1 << (283 % WORD_BITS)) - 1;
    }
    let (a, b) = (f.enter(&numbers), g.enter(&numbers));
    let fast = f.run(Squares { field: &f, a: &a, times: 5 });
    let slow = g.run(Squares { field: &g, a: &b, times: 5 });
    assert_eq!(f.leave(&fast), g.leave(&slow));
    let Some(functions) = functions("roots of binary quads") else { return };
    let slots = slots(&functions);
    let (mut roots, mut products) = (0, 0);
    for (name, lines) in functions {
        if !name.contains("quads::vpclmul::") || !name.contains("::body") {
            continue;
        }
        let count = |what: &str| lines.iter().filter(|l| instruction(l).starts_with(what)).count();
        if name.contains("root") {
            for callee in called(&lines, &slots) {
                // An intrinsic, or an operation of the field that was not inlined.
                let left_out = ["core_arch", "BinaryQuads"];
                assert!(!left_out.iter().any(|e| callee.contains(e)), "in {name}: {callee}");
            }
            roots += 1;
        } else {
            assert!(count("vpclmul") >= 8 && count("j") + count("call") == 0, "{name}");
            products += 1;
        }
    }
    assert!(roots >= 1 && products >= 1, "{roots} roots and {products} products were found");
}

/// `r -> a r² + a`, a few times, as one computation.
struct Squares<'a, F: Field> {
    field: &'a F,
    a: &'a F::El,
    times: usize,
}

impl<F: Field> Op for Squares<'_, F> {
    type Out = F::El;

    #[inline(always)]
    fn call(self) -> F::El {
        let mut r = *self.a;
        for _ in 0..self.times {
            r = self.field.add(&self.field.mul(&self.field.sqr(&r), self.a), self.a);
        }
        r
    }
}

/// The disassembled code is also the code that runs: the same doublings as over another kind of
/// lane.
#[test]
fn the_root_computes() {
    type Field = FixedLanes<Ifma, primes::P256, 5>;
    let Ok(f) = Field::new(Features::detect()) else {
        return println!("SKIPPED ifma lanes");
    };
    // (1, 2) on y² = x³ + x + 2; 2 P = (-1, 0), of order 2; 4 P is infinity.
    let point = Jacobian::<Field> { x: f.small(1), y: f.small(2), z: f.one() };
    let a = f.one();
    let twice = f.run(Doublings { field: &f, a: &a, point, times: 1 });
    let (x, y) = affine(&f, &twice);
    assert_eq!(f.equal(&x, &f.neg(&f.one())).bits(), 0xff);
    assert_eq!(f.is_zero(&y).bits(), 0xff);
    let fourth = f.run(Doublings { field: &f, a: &a, point, times: 2 });
    assert_eq!(f.is_zero(&fourth.z).bits(), 0xff);
}
