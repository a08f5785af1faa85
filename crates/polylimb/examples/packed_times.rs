//! The times of one pairing across eight lanes, and of its parts: minima and medians.
//!
//!     cargo run --release -p polylimb --no-default-features --features std --example packed_times

#[cfg(target_arch = "x86_64")]
mod lanes {
    use polylimb::Team;
    use polylimb::authors::field::extension::{Fp2, OnePlusU};
    use polylimb::authors::field::lanes::primes;
    use polylimb::authors::field::lanes::{Ifma, LooseLanes, Spread};
    use polylimb::authors::pairing::{Packed, Pair, PairingCurve};
    use polylimb::cpu::Features;
    use std::hint::black_box;
    use std::time::Instant;

    const RUNS: usize = 400;

    fn time<T>(name: &str, mut f: impl FnMut() -> T) {
        let mut times: Vec<_> = (0..RUNS)
            .map(|_| {
                let start = Instant::now();
                black_box(f());
                start.elapsed().as_nanos()
            })
            .collect();
        times.sort_unstable();
        println!("{name:>22}: {:>8} ns, median {:>8}", times[0], times[RUNS / 2]);
    }

    /// Any numbers: the time does not depend on them.
    fn parts<F: Spread<El: Send + Sync> + Send + Sync>(
        name: &str,
        curve: PairingCurve<Fp2<F, OnePlusU>>,
        c: [F::El; 6],
    ) {
        println!("{name}");
        let packed = Packed::new(curve);
        let pair = Pair { p: [c[0], c[1]], q: [[c[2], c[3]], [c[4], c[5]]] };
        let f = packed.miller_loop(&pair);
        time("product", || packed.mul(black_box(&f), &f));
        time("square", || packed.sqr(black_box(&f)));
        time("cyclotomic square", || packed.cyclotomic_sqr(black_box(&f)));
        time("inverse", || packed.inv0(black_box(&f)));
        time("miller loop", || packed.miller_loop(&pair));
        time("final exponentiation", || packed.final_exponentiation(&f));
        time("pairing", || packed.final_exponentiation(&packed.miller_loop(&pair)));
        let two = |team: &Team| {
            time("miller loop on two", || packed.miller_loop_on(team, &[pair]));
            time("final exp. on two", || packed.final_exponentiation_on(team, &f));
            time("pairing on two", || {
                packed.final_exponentiation_on(team, &packed.miller_loop_on(team, &[pair]))
            });
        };
        Team::new(2).and_then(|team| team.session(two)).expect("a second thread");
    }

    pub fn main() -> polylimb::Result<()> {
        let f = LooseLanes::<Ifma, primes::Bn254Nogami, 5>::new(Features::detect())?;
        let number = |i| f.enter_digits(&[[i as u64 + 2, 3, 5, 7, 11]; 8]);
        parts("bn254", PairingCurve::bn254_nogami(Fp2::new(f)), std::array::from_fn(number));
        let f = LooseLanes::<Ifma, primes::Bls12381, 8>::new(Features::detect())?;
        let number = |i| f.enter_digits(&[[i as u64 + 2, 3, 5, 7, 11, 13, 17, 19]; 8]);
        parts("bls12-381", PairingCurve::bls12_381(Fp2::new(f)), std::array::from_fn(number));
        Ok(())
    }
}

#[cfg(target_arch = "x86_64")]
fn main() -> polylimb::Result<()> {
    lanes::main()
}

#[cfg(not(target_arch = "x86_64"))]
fn main() {
    println!("SKIPPED: the vectors are those of x86-64");
}
