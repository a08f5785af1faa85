//! Times the operations of the fixed prime fields:
//! `cargo run --release --example field_cycles -- [NAME …]`.
//!
//! For every field whose name contains one of the arguments (all without arguments) and every
//! kernel set of this CPU prints minimum and median nanoseconds of one operation: in a chain of
//! dependent operations (latency), and in four chains side by side (throughput, per operation).

mod chains;

use chains::row;
use polylimb::authors::field::Field;
use polylimb::authors::field::prime::{
    Fixed, ForEachPrime, KernelSet, Portable, PrimeParameters, for_each_prime,
};
use polylimb::authors::limb::Word;
use polylimb::cpu::Features;

fn field<const N: usize, P: PrimeParameters<N>, K: KernelSet>(kernel: K, wanted: &[String]) {
    let (f, name) = (Fixed::<N, P, K>::new(kernel), P::NAME);
    let plain = name.to_lowercase().replace(['-', ' '], "");
    if !wanted.is_empty() && !wanted.iter().any(|w| plain.contains(w.as_str())) {
        return;
    }
    println!(
        "{name}, {}\n  {:<10} {:>9} {:>9} {:>11} {:>9}",
        K::NAME,
        "",
        "latency",
        "median",
        "throughput",
        "median"
    );
    let mut number = [0x5a as Word; N];
    number[N - 1] = 0;
    let b = f.sqr(&f.inv0(&f.enter(&number).expect("below the prime")));
    let a = f.inv0(&f.add(&b, &f.one()));
    row("mul", 2000, a, b, |a, b| f.mul(a, b));
    row("sqr", 2000, a, b, |a, _| f.sqr(a));
    row("add", 4000, a, b, |a, b| f.add(a, b));
    row("sub", 4000, a, b, |a, b| f.sub(a, b));
    row("halve", 4000, a, b, |a, _| f.halve(a));
    row("ab + cd", 1000, a, b, |a, b| f.reduce(&f.add_wide(&f.mul_wide(a, b), &f.mul_wide(b, a))));
    row("inv0", 20, a, b, |a, _| f.inv0(a));
}

struct Each<'w, K>(K, &'w [String]);

impl<K: KernelSet> ForEachPrime for Each<'_, K> {
    fn call<const N: usize, P: PrimeParameters<N>>(&mut self) {
        field::<N, P, K>(self.0, self.1);
    }
}

fn all<K: KernelSet>(kernel: K, wanted: &[String]) {
    for_each_prime(&mut Each(kernel, wanted));
}

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).map(|w| w.to_lowercase().replace('-', "")).collect();
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    if let Some(kernel) = polylimb::authors::field::prime::Mulx::available(Features::detect()) {
        all(kernel, &wanted);
    }
    let _ = Features::detect();
    all(Portable, &wanted);
}
