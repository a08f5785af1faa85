//! Batches of points over eight lanes, vectors and portable, against the engine that takes one at a
//! time: edge scalars, invalid points among valid ones, every length up to more than two eights,
//! two threads.

use crate::common::rng;
use crate::splits::Shuffled;
use polylimb::authors::curve::Parameters;
use polylimb::authors::limb::{Bits, WORD_BITS, Word};
use polylimb::authors::multiply::{Engine, PlainPoint, engine};
use polylimb::authors::twins;
use polylimb::cpu::Features;
use polylimb::{Alone, Error};
use rand_core::RngCore;

const CURVES: [&str; 4] = ["P-256", "secp256k1", "P-384", "P-521"];

/// `n + by`, one word longer.
fn near(n: &[Word], by: i8) -> Vec<Word> {
    let mut sum = n.to_vec();
    sum.push(0);
    for _ in 0..by.unsigned_abs() {
        for word in &mut sum {
            let (next, over) =
                if by > 0 { word.overflowing_add(1) } else { word.overflowing_sub(1) };
            *word = next;
            if !over {
                break;
            }
        }
    }
    sum
}

/// Scalars near the exceptions of the formulas, and random ones; some are longer than the order.
fn scalars(rng: &mut impl RngCore, order: &[Word]) -> Vec<Vec<Word>> {
    let mut scalars: Vec<Vec<Word>> = (0..6).map(|small| vec![small]).collect();
    scalars.extend((-5..=5).map(|by| near(order, by)));
    for bit in (0..WORD_BITS * order.len()).step_by(37) {
        let mut power = vec![0; order.len()];
        power[bit / WORD_BITS] = 1 << (bit % WORD_BITS);
        scalars.push(near(&power, -1));
        scalars.push(power);
    }
    scalars.push(vec![Word::MAX; order.len()]);
    scalars.extend((0..11).map(|_| order.iter().map(|_| rng.next_u64() as Word).collect()));
    scalars
}

/// Valid points, and points that lie on no curve, have no coordinates or wrong ones.
fn points(engine: &dyn Engine) -> Vec<PlainPoint> {
    let bytes = engine.coordinate_bytes();
    let multiple = |k: Word| engine.multiply_generator(Bits::new(&[k])).expect("not neutral");
    let mut points: Vec<_> = [1, 2, 3, 77, 123].into_iter().map(multiple).collect();
    let p = &points[3];
    let mut other = p.y().to_vec();
    other[bytes - 1] ^= 1;
    let invalid = [
        PlainPoint::new(p.x(), other),
        PlainPoint::new(p.y(), p.x()),
        PlainPoint::new(vec![0xff; bytes], p.y()),
        PlainPoint::new(p.x(), vec![0xff; bytes]),
        PlainPoint::new(vec![0; bytes], vec![0; bytes]),
        PlainPoint::new(&p.x()[1..], p.y()),
        PlainPoint::new([p.x(), &[0]].concat(), p.y()),
        PlainPoint::new([], []),
    ];
    points.extend(invalid);
    points
}

fn without_lanes(parameters: &Parameters) -> std::sync::Arc<dyn Engine> {
    engine(parameters, Features::detect().without(Features::AVX512IFMA)).expect("known")
}

/// The engines with lanes, and whether they are vectors.
fn lanes(parameters: &Parameters) -> [std::sync::Arc<dyn Engine>; 2] {
    let vectors = engine(parameters, Features::detect()).expect("known");
    [vectors, twins::engine(parameters, Features::detect()).expect("known")]
}

#[test]
fn lanes_give_what_one_at_a_time_gives() {
    let mut rng = rng(41);
    for name in CURVES {
        let parameters = Parameters::named(name).expect("known");
        let judge = without_lanes(&parameters);
        let scalars = scalars(&mut rng, parameters.order());
        let points = points(&*judge);
        let bits: Vec<_> = scalars.iter().map(|k| Bits::new(k)).collect();
        let mut jobs = Vec::new();
        for (i, &k) in bits.iter().enumerate() {
            // Valid and invalid points in every lane.
            jobs.push((k, bits[(i * 7 + 3) % bits.len()], &points[i % 5]));
            if i % 3 == 0 {
                jobs.push((bits[0], k, &points[5 + i / 3 % (points.len() - 5)]));
            }
        }
        let pairs: Vec<_> = jobs.iter().map(|&(_, k, p)| (k, p)).collect();
        let products: Vec<_> = pairs.iter().map(|&(k, p)| judge.multiply(k, p)).collect();
        let sums: Vec<_> =
            jobs.iter().map(|&(a, b, q)| judge.multiply_add_vartime(a, b, q)).collect();
        let generated: Vec<_> = bits.iter().map(|&k| judge.multiply_generator(k)).collect();
        let refused = products.iter().filter(|p| p.is_err()).count();
        let neutral = generated.iter().filter(|p| p.is_none()).count();
        assert!(refused >= 12 && neutral >= 2, "{name}: {refused} refused, {neutral} neutral");
        assert!(matches!(products.iter().find(|p| p.is_err()), Some(Err(Error::Curve { .. }))));
        for engine in lanes(&parameters) {
            let two = Shuffled::new(2);
            assert_eq!(engine.multiply_batch(&pairs, &Alone), products, "{name}");
            assert_eq!(engine.multiply_batch(&pairs, &two), products, "{name}");
            assert_eq!(engine.multiply_add_batch_vartime(&jobs, &two), sums, "{name}");
            assert_eq!(engine.multiply_generator_batch(&bits, &Alone), generated, "{name}");
            assert!(two.runs() >= 2, "{name}: the parts were not handed out");
            let alone: Vec<_> = bits.iter().map(|&k| engine.multiply_generator(k)).collect();
            assert_eq!(alone, generated, "{name}");
        }
        println!("{name}: {} products, {} multiples", 2 * products.len(), generated.len());
    }
}

#[test]
fn every_length() {
    let parameters = Parameters::named("P-256").expect("known");
    let judge = without_lanes(&parameters);
    let points = points(&*judge);
    let numbers: Vec<[Word; 1]> = (0..19).map(|i| [3 * i + 1]).collect();
    let jobs: Vec<_> =
        numbers.iter().enumerate().map(|(i, k)| (Bits::new(k), &points[i % 6])).collect();
    let expected: Vec<_> = jobs.iter().map(|&(k, p)| judge.multiply(k, p)).collect();
    for engine in lanes(&parameters) {
        for n in 0..=jobs.len() {
            for threads in [1, 2, 3] {
                let split = Shuffled::new(threads);
                assert_eq!(engine.multiply_batch(&jobs[..n], &split), expected[..n], "{n}");
            }
        }
    }
}

/// Curves without lanes accept batches, too.
#[test]
fn other_curves_go_one_by_one() {
    for name in ["P-224", "brainpoolP256r1"] {
        let parameters = Parameters::named(name).expect("known");
        let engine = engine(&parameters, Features::detect()).expect("known");
        let base = engine.multiply_generator(Bits::new(&[5])).expect("not neutral");
        let numbers: Vec<[Word; 1]> = (0..5).map(|i| [i]).collect();
        let jobs: Vec<_> = numbers.iter().map(|k| (Bits::new(k), &base)).collect();
        let split = Shuffled::new(2);
        let products = engine.multiply_batch(&jobs, &split);
        for (k, product) in numbers.iter().zip(products) {
            assert_eq!(product, engine.multiply(Bits::new(k), &base), "{name}");
        }
    }
}
