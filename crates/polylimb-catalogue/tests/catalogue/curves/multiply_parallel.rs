//! Parallel methods of scalar multiplication against the sequential ones: for one to eight threads,
//! in any order of the parts, on more threads than cores, for edge and random scalars.

use super::small::{EVEN, ODD, entry, point};
use crate::splits::{RealThreads, Shuffled};
use polylimb::authors::curve::{AffinePoint, Group, Jacobian, Parameters, Vartime};
use polylimb::authors::entry::Domain::PrimeCurves;
use polylimb::authors::field::prime::Toy;
use polylimb::authors::limb::{Bits, Natural, Word};
use polylimb::authors::modmul::{ALGORITHMS, Entry, Request};
use polylimb::authors::multiply::engine;
use polylimb::cpu::Features;
use polylimb::modmul::{Modulus, Options};
use polylimb::{Alone, Error, Split, Team};
use polylimb_catalogue::coordinates;
use polylimb_catalogue::erased::{AnyCurve, Stored};
use polylimb_catalogue::multiply::{
    METHODS, Method, Work, equal_partitions_vartime, find, left_to_right_vartime,
};
use polylimb_catalogue::recoding;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::sync::Arc;

fn parallel() -> impl Iterator<Item = &'static Method> {
    METHODS.iter().filter(|m| m.threads.max() > 1)
}

/// By every recoding that it takes.
fn multiply(method: &Method, curve: &AnyCurve, work: &Work<'_>) -> Vec<Vec<Word>> {
    let by = |name: &&str| {
        let recoding = Some(recoding::find(name).unwrap());
        let mut r = work.base.to_vec();
        curve.multiply(method, &Work { recoding, ..*work }, &mut r).unwrap();
        r
    };
    method.make.recodings.iter().map(by).collect()
}

#[test]
fn every_point_by_every_scalar_in_any_order_of_the_parts() {
    assert!(parallel().count() >= 7);
    let mut compared = 0;
    for small in [ODD[0], EVEN[0]] {
        let toy = small.toy();
        let curve = AnyCurve::new(Vartime::<_, Jacobian>::new(small.curve(toy))).unwrap();
        let points = small.points();
        for &p in &points {
            let mut words = vec![0; <AffinePoint<Toy> as Stored>::WORDS];
            entry(&toy, p).write(&mut words);
            let mut expected = None;
            for k in 0..2 * points.len() + 3 {
                let scalar = [k as Word];
                for (turn, method) in parallel().enumerate() {
                    // A third of the numbers of threads at a time, in turn over scalars and
                    // methods.
                    let threads = (1..=8).filter(|t| (t + k + turn) % 3 == 0);
                    for threads in threads.filter(|&t| method.threads.contains(t)) {
                        let split = Shuffled::new(threads);
                        // The second run has another order.
                        for _ in 0..2 {
                            let k = Bits::with_len(&scalar, 8);
                            let work = Work { split: &split, ..Work::new(k, &words) };
                            for r in multiply(method, &curve, &work) {
                                let r: AffinePoint<Toy> = Stored::read(&r);
                                assert_eq!(
                                    point(&r),
                                    expected,
                                    "{} {threads} {scalar:?}",
                                    method.name
                                );
                                compared += 1;
                            }
                        }
                    }
                }
                expected = small.add(expected, p);
            }
        }
    }
    assert!(compared > 35_000, "{compared}");
}

/// Consecutive multiplications: the post-computations of several jobs run side by side.
#[test]
fn multiplications_in_a_row_are_those_one_by_one() {
    let small = ODD[0];
    let toy = small.toy();
    let group = Vartime::<_, Jacobian>::new(small.curve(toy));
    let entries: Vec<_> = small.points().into_iter().map(|p| entry(&toy, p)).collect();
    let scalars: Vec<_> = (0..entries.len()).map(|i| [(37 * i + 5) as Word]).collect();
    let jobs: Vec<_> =
        scalars.iter().map(|k| Bits::with_len(k, 1 + k[0] as usize % 12)).zip(&entries).collect();
    let mut compared = 0;
    for threads in 1..=8 {
        for split in [&Shuffled::new(threads) as &dyn Split, &RealThreads(threads)] {
            for jobs in [&jobs[..0], &jobs[..1], &jobs[..]] {
                let products = equal_partitions_vartime(&group, split, jobs);
                assert_eq!(products.len(), jobs.len());
                for (product, &(k, p)) in products.iter().zip(jobs) {
                    let alone = left_to_right_vartime(&group, k, p);
                    assert!(group.equal(product, &alone).to_bool_vartime(), "{threads}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

/// `0, 1, n - 1, n, n + 1`, powers of 2 and their neighbours, random numbers.
fn scalars(order: &Natural, rng: &mut ChaCha8Rng) -> Vec<Natural> {
    let n = num_bigint::BigUint::from_bytes_be(&order.to_be_bytes());
    let one = num_bigint::BigUint::from(1u32);
    let bits = n.bits();
    let mut numbers = vec![one.clone() - &one, one.clone(), &n - &one, n.clone(), &n + &one];
    for shift in [1, 63, 64, bits / 2, bits - 1] {
        numbers.extend([&one << shift, (&one << shift) - &one]);
    }
    numbers.extend((0..3).map(|_| {
        let mut bytes = vec![0; order.to_be_bytes().len()];
        rng.fill_bytes(&mut bytes);
        num_bigint::BigUint::from_bytes_be(&bytes) % &n
    }));
    numbers.iter().map(|k| Natural::from_be_bytes(&k.to_bytes_be())).collect()
}

#[test]
fn edge_and_random_scalars_on_teams_of_one_to_eight() {
    let rng = &mut ChaCha8Rng::seed_from_u64(8);
    let mut compared = 0;
    for name in ["P-256", "P-521"] {
        let parameters = Parameters::named(name).unwrap();
        let modulus = Modulus::new(parameters.prime(), &Options::default()).unwrap();
        let system = coordinates::find("jacobian", PrimeCurves).unwrap();
        let curve = system.make.over_prime(&parameters, modulus.modmul().clone()).unwrap();
        let engine = engine(&parameters, Features::detect()).unwrap();
        let bytes = |words: &[Word]| {
            let number = Natural::from_words(words);
            let mut bytes = number.to_be_bytes_padded(curve.coordinate_bytes()).unwrap();
            bytes.reverse();
            bytes
        };
        let [x, y] = parameters.generator();
        let base = curve.decode(&bytes(x), &bytes(y)).unwrap();
        let teams: Vec<Team> = (1..=8).map(|t| Team::new(t).unwrap()).collect();
        for (i, k) in scalars(&Natural::from_words(parameters.order()), rng).iter().enumerate() {
            let k = Bits::new_vartime(k.words());
            let expected = engine.multiply_generator(k).map(|p| (p.x().to_vec(), p.y().to_vec()));
            let check = |method: &Method, split: &dyn Split| {
                let products = multiply(method, &curve, &Work { split, ..Work::new(k, &base) });
                for r in &products {
                    let r = curve.encode_vartime(r).unwrap().map(|[mut x, mut y]| {
                        x.reverse();
                        y.reverse();
                        (x, y)
                    });
                    assert_eq!(r, expected, "{} {} {name} {i}", method.name, split.threads());
                }
                products.len()
            };
            for method in parallel() {
                for team in teams.iter().filter(|team| method.threads.contains(team.threads())) {
                    // Every second team, in turn over the scalars.
                    if (team.threads() + i) % 2 == 1 {
                        continue;
                    }
                    compared += check(method, team);
                }
            }
        }
        // Inside a part of the same team the parts run on one thread.
        let two = &teams[1];
        let (k, p) = ([0x1234_5678_u64 as Word | 1], base.clone());
        two.run(2, &|_| {
            for method in parallel() {
                let work = Work::new(Bits::new(&k), &p);
                let alone = multiply(method, &curve, &Work { split: &Alone, ..work });
                assert_eq!(multiply(method, &curve, &Work { split: two, ..work }), alone);
            }
        });
    }
    assert!(compared > 1000, "{compared}");
}

/// Threads that share the scalar, each with helpers that share its products.
#[test]
fn two_levels_on_one_team() {
    let rng = &mut ChaCha8Rng::seed_from_u64(9);
    let parameters = Parameters::named("P-256").unwrap();
    let engine = engine(&parameters, Features::detect()).unwrap();
    let system = coordinates::find("jacobian", PrimeCurves).unwrap();
    let mut compared = 0;
    for (groups, each) in [(2, 2), (3, 2)] {
        let team: Arc<dyn Split> = Arc::new(Team::new(groups * each).unwrap());
        let (outer, inner) = Team::two_levels(team, groups, each).unwrap();
        let parallel_products = |a: &&Entry| a.threads.contains(each) && !a.threads.contains(1);
        let all = ALGORITHMS.iter().chain(polylimb_catalogue::modmul::ALGORITHMS);
        for entry in all.filter(parallel_products).step_by(groups) {
            let request = Request { split: Arc::clone(&inner), ..Request::new(parameters.prime()) };
            let Ok(modmul) = entry.build(&request) else { continue };
            // Residues of some methods are too long for a field's elements.
            let Ok(curve) = system.make.over_prime(&parameters, modmul.into()) else { continue };
            let bytes = |words: &[Word]| {
                let number = Natural::from_words(words);
                let mut bytes = number.to_be_bytes_padded(curve.coordinate_bytes()).unwrap();
                bytes.reverse();
                bytes
            };
            let [x, y] = parameters.generator();
            let base = curve.decode(&bytes(x), &bytes(y)).unwrap();
            // Six threads on two cores take long: a quarter of the order's bits.
            let mut k = vec![0; 8];
            rng.fill_bytes(&mut k);
            let k = Natural::from_be_bytes(&k);
            let k = Bits::new_vartime(k.words());
            let expected = engine.multiply_generator(k).map(|p| (p.x().to_vec(), p.y().to_vec()));
            for method in parallel().filter(|m| m.threads.contains(groups)) {
                let mut products = Vec::new();
                let work = Work { split: &*outer, ..Work::new(k, &base) };
                outer.hold(&mut || products = multiply(method, &curve, &work));
                for r in products {
                    let r = curve.encode_vartime(&r).unwrap().map(|[mut x, mut y]| {
                        x.reverse();
                        y.reverse();
                        (x, y)
                    });
                    let names = [method.name, entry.name];
                    assert_eq!(r, expected, "{names:?} {groups} x {each}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 40, "{compared}");
}

#[test]
fn a_number_of_threads_that_does_not_fit_is_refused() {
    let small = ODD[0];
    let curve = AnyCurve::new(Vartime::<_, Jacobian>::new(small.curve(small.toy()))).unwrap();
    let base = vec![0; <AffinePoint<Toy> as Stored>::WORDS];
    let three = Shuffled::new(3);
    let attempt = |name| {
        let work = Work { split: &three, ..Work::new(Bits::new(&[5]), &base) };
        curve.multiply(find(name).unwrap(), &work, &mut base.clone())
    };
    assert!(attempt("parallel-window").is_ok());
    // One thread suffices for a sequential method.
    assert!(attempt("window").is_ok());
    assert!(matches!(attempt("doubling-and-adding"), Err(Error::Threads { got: 3, .. })));
}
