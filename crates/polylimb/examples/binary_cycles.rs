//! Times the operations of the binary fields:
//! `cargo run --release --example binary_cycles -- [DEGREE …]`.
//!
//! For every field (or the fields of the given degrees) and every product of this CPU prints
//! minimum and median nanoseconds of one operation: in a chain of dependent operations (latency),
//! and in four chains side by side (throughput, per operation). For four elements in the lanes of a
//! vector: per element.

mod chains;

use chains::{CHAINS, row, time};
use polylimb::authors::field::binary::{
    Binary, Everywhere, F163, F233, F283, F409, F571, LopezDahab, Polynomial, Product, Quadratic,
    WithProduct, with_best, words_for,
};
use polylimb::authors::field::{Field, SquareRoot};
use polylimb::cpu::Features;
use std::hint::black_box;

fn field<const N: usize, P: Polynomial, K: Product>(kernel: K, wanted: &[usize]) {
    if !wanted.is_empty() && !wanted.contains(&P::DEGREE) {
        return;
    }
    let f = Binary::<N, P, K>::with(kernel);
    println!(
        "2^{}, {}\n  {:<10} {:>9} {:>9} {:>11} {:>9}",
        P::DEGREE,
        K::NAME,
        "",
        "latency",
        "median",
        "throughput",
        "median"
    );
    let b = f.inv0(&f.add(&f.from_bit(1), &f.one()));
    let a = f.inv0(&f.add(&b, &f.one()));
    row("mul", 2000, a, b, |a, b| f.mul(a, b));
    row("sqr", 2000, a, b, |a, _| f.sqr(a));
    row("ab + cd", 1000, a, b, |a, b| f.reduce(&f.add_wide(&f.mul_wide(a, b), &f.mul_wide(b, a))));
    row("sqrt", 1000, a, b, |a, _| f.sqrt(a).0);
    row("half_trace", 10, a, b, |a, _| f.half_trace(a));
    row("inv0", 10, a, b, |a, _| f.inv0(a));
}

struct All<'a>(&'a [usize]);

impl WithProduct for All<'_> {
    type Out = ();

    fn call<K: Product>(self, kernel: K) {
        field::<{ words_for(163) }, F163, K>(kernel, self.0);
        field::<{ words_for(233) }, F233, K>(kernel, self.0);
        field::<{ words_for(283) }, F283, K>(kernel, self.0);
        field::<{ words_for(409) }, F409, K>(kernel, self.0);
        field::<{ words_for(571) }, F571, K>(kernel, self.0);
    }
}

/// A chain of products or squares in lanes, compiled for the vectors as a whole.
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
struct Chains<'a, F: Field> {
    f: &'a F,
    values: &'a mut [F::El; CHAINS],
    count: usize,
    squares: bool,
}

#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
impl<F: Field> polylimb::authors::field::Op for Chains<'_, F> {
    type Out = ();

    #[inline(always)]
    fn call(self) {
        let b = self.values[1];
        for _ in 0..self.count {
            for a in self.values.iter_mut() {
                *a = if self.squares { self.f.sqr(a) } else { self.f.mul(a, &b) };
            }
        }
    }
}

#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
fn quads<const N: usize, const D: usize, P: Polynomial>(wanted: &[usize]) {
    use polylimb::authors::field::binary::BinaryQuads;
    use polylimb::authors::field::lanes::Ifma;
    let Ok(f) = BinaryQuads::<Ifma, N, D, P>::new(Features::detect()) else {
        return;
    };
    if !wanted.is_empty() && !wanted.contains(&P::DEGREE) {
        return;
    }
    println!("2^{}, four lanes", P::DEGREE);
    let a = f.inv0(&f.add(&f.one(), &f.enter(&[[6; N]; 4])));
    let (count, mut chains) = (1000, [a; CHAINS]);
    for (name, squares) in [("mul", false), ("sqr", true)] {
        let times = time(count * CHAINS * 4, || {
            f.run(Chains { f: &f, values: &mut chains, count, squares });
            chains = black_box(chains);
        });
        println!("  {name:<10} {:>9} {:>9} {:>11.2} {:>9.2}", "", "", times.0, times.1);
    }
}

fn main() {
    let wanted: Vec<usize> = std::env::args().skip(1).filter_map(|w| w.parse().ok()).collect();
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    {
        quads::<3, 2, F163>(&wanted);
        quads::<4, 2, F233>(&wanted);
        quads::<5, 3, F283>(&wanted);
        quads::<7, 4, F409>(&wanted);
        quads::<9, 5, F571>(&wanted);
    }
    with_best(Features::detect(), All(&wanted));
    with_best(Features::NONE, All(&wanted));
    All(&wanted).call(LopezDahab::HERE);
}
