//! The cost of one formula over each field:
//! `cargo test --release --test field measure -- --ignored --nocapture`.
//!
//! Prints, asserts nothing about time. The doublings are one chain: each needs the previous result.

use crate::common::words;
use crate::field_common::jacobian::{Doublings, Jacobian};
use crate::field_common::prime_field;
use num_bigint::BigUint;
use polylimb::authors::field::lanes::{FixedLanes, Ifma, LANES, Portable, primes};
use polylimb::authors::field::{Field, Op};
use polylimb::authors::limb::{WORD_BITS, Word};
use polylimb::cpu::Features;
use std::hint::black_box;
use std::time::Instant;

const N: usize = 256 / WORD_BITS;
const DOUBLINGS: usize = 2_000;

fn p_256() -> [Word; N] {
    let hex = b"ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";
    words(&BigUint::parse_bytes(hex, 16).expect("hexadecimal"), N).try_into().expect("256 bits")
}

/// The least time of several runs, in nanoseconds per doubling and lane.
#[allow(clippy::cast_precision_loss, reason = "nanoseconds for the eye")]
fn time(what: &str, lanes: usize, mut doublings: impl FnMut()) {
    let least = (0..20)
        .map(|_| {
            let start = Instant::now();
            doublings();
            start.elapsed()
        })
        .min()
        .expect("20 runs");
    let each = least.as_nanos() as f64 / DOUBLINGS as f64;
    println!("{what:40} {each:8.1} ns a doubling, {:8.1} per lane", each / lanes as f64);
}

fn start<F: Field>(f: &F) -> (Jacobian<F>, F::El) {
    (Jacobian { x: f.small(5), y: f.small(7), z: f.one() }, f.neg(&f.small(3)))
}

#[test]
#[ignore = "a measurement"]
fn one_formula_over_each_field() {
    for name in ["montgomery-sos", "montgomery-cios", "montgomery"] {
        let f = prime_field::<N>(name, &p_256());
        let (point, a) = start(&f);
        time(&format!("{name}, {}", f.modmul().kernel().name()), 1, || {
            black_box(f.run(Doublings { field: &f, a: &a, point, times: DOUBLINGS }));
        });
    }
    let f = FixedLanes::<Portable, primes::P256, 5>::new(Features::detect()).expect("no needs");
    let (point, a) = start(&f);
    time("8 portable lanes", LANES, || {
        black_box(f.run(Doublings { field: &f, a: &a, point, times: DOUBLINGS }));
    });
    let Ok(f) = FixedLanes::<Ifma, primes::P256, 5>::new(Features::detect()) else {
        return println!("SKIPPED ifma lanes");
    };
    let (point, a) = start(&f);
    time("8 IFMA lanes, without a root", LANES, || {
        black_box(Doublings { field: &f, a: &a, point, times: DOUBLINGS }.call());
    });
    time("8 IFMA lanes", LANES, || {
        black_box(f.run(Doublings { field: &f, a: &a, point, times: DOUBLINGS }));
    });
    time("8 IFMA lanes, one product", LANES, || {
        black_box(f.run(Products { field: &f, a: point.x, b: a }));
    });
}

/// As many products as doublings, one chain.
struct Products<'a, F: Field> {
    field: &'a F,
    a: F::El,
    b: F::El,
}

impl<F: Field> Op for Products<'_, F> {
    type Out = F::El;

    #[inline(always)]
    fn call(self) -> F::El {
        let mut r = self.a;
        for _ in 0..DOUBLINGS {
            self.field.mul_assign(&mut r, &self.b);
        }
        r
    }
}
