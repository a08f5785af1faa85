//! Multiplications on binary curves over four lanes, vectors and portable, against the engine
//! without lanes and interleaved windows; batches with invalid points among valid ones.

use crate::common::rng;
use crate::splits::Shuffled;
use polylimb::Alone;
use polylimb::authors::curve::Parameters;
use polylimb::authors::limb::{Bits, WORD_BITS, Word};
use polylimb::authors::multiply::{Engine, PlainPoint, engine};
use polylimb::authors::twins;
use polylimb::cpu::Features;
use rand_core::RngCore;
use std::sync::Arc;

const CURVES: [&str; 10] =
    ["K-163", "B-163", "K-233", "B-233", "K-283", "B-283", "K-409", "B-409", "K-571", "B-571"];

/// Scalars near the exceptions of the formulas, and random ones.
fn scalars(rng: &mut impl RngCore, order: &[Word]) -> Vec<Vec<Word>> {
    let mut scalars: Vec<Vec<Word>> = (0..6).map(|small| vec![small]).collect();
    for by in 0..6 {
        let (mut less, mut more) = (order.to_vec(), order.to_vec());
        less[0] = less[0].wrapping_sub(by);
        more[0] = more[0].wrapping_add(by);
        scalars.extend([less, more]);
    }
    for bit in (0..WORD_BITS * order.len()).step_by(61) {
        let mut power = vec![0; order.len()];
        power[bit / WORD_BITS] = 1 << (bit % WORD_BITS);
        scalars.push(power);
    }
    scalars.push(vec![Word::MAX; order.len()]);
    scalars.extend((0..12).map(|_| order.iter().map(|_| rng.next_u64() as Word).collect()));
    scalars
}

fn without_lanes(parameters: &Parameters) -> Arc<dyn Engine> {
    engine(parameters, Features::detect().without(Features::VPCLMULQDQ)).expect("known")
}

/// The engines with lanes: vectors, if this CPU has them, and portable.
fn with_lanes(parameters: &Parameters) -> Vec<Arc<dyn Engine>> {
    let plain = twins::binary_engine(parameters, Features::detect()).map(|e| e.expect("known"));
    let vectors = engine(parameters, Features::detect()).expect("known");
    core::iter::once(vectors).chain(plain).collect()
}

#[test]
fn lanes_give_what_one_at_a_time_gives() {
    let mut rng = rng(51);
    for name in CURVES {
        let parameters = Parameters::named(name).expect("known");
        let judge = without_lanes(&parameters);
        let engines = with_lanes(&parameters);
        let point = judge.multiply_generator(Bits::new(&[0x1234_5678])).expect("not neutral");
        let (mut neutral, mut compared) = (0, 0);
        let scalars = scalars(&mut rng, parameters.order());
        let scalars: Vec<_> = scalars.iter().map(|k| Bits::new(k)).collect();
        let of_generator: Vec<_> = scalars.iter().map(|&k| judge.multiply_generator(k)).collect();
        for engine in &engines {
            let one_by_one = scalars.iter().map(|&k| engine.multiply_generator(k));
            assert_eq!(one_by_one.collect::<Vec<_>>(), of_generator, "{name}");
            let batch = engine.multiply_generator_batch(&scalars, &Alone);
            assert_eq!(batch, of_generator, "{name}");
            compared += 2 * scalars.len();
        }
        for k in scalars {
            let expected = judge.multiply(k, &point);
            let windows = judge.multiply_add_vartime(Bits::new(&[0]), k, &point);
            assert_eq!(expected, windows, "{name}");
            neutral += usize::from(expected == Ok(None));
            for engine in &engines {
                assert_eq!(engine.multiply(k, &point), expected, "{name}");
                compared += 1;
            }
        }
        assert!(neutral >= 2, "{name}: {neutral} neutral");
        println!("{name}: {compared} products");
    }
}

#[test]
fn batches_give_what_one_at_a_time_gives() {
    let mut rng = rng(52);
    for name in ["K-163", "K-233", "K-283", "B-163", "B-233", "B-571"] {
        let parameters = Parameters::named(name).expect("known");
        let judge = without_lanes(&parameters);
        let scalars = scalars(&mut rng, parameters.order());
        let multiple = |k: Word| judge.multiply_generator(Bits::new(&[k])).expect("not neutral");
        let mut points: Vec<_> = [1, 2, 3, 77, 123].into_iter().map(multiple).collect();
        let p = points[3].clone();
        points.push(PlainPoint::new(p.y(), p.x()));
        points.push(PlainPoint::new([], []));
        let bits: Vec<_> = scalars.iter().map(|k| Bits::new(k)).collect();
        let job = |i: usize| (bits[i % bits.len()], &points[(i * 5 + i / 7) % points.len()]);
        let jobs: Vec<_> = (0..bits.len() + 7).map(job).collect();
        let expected: Vec<_> = jobs.iter().map(|&(k, p)| judge.multiply(k, p)).collect();
        let refused = expected.iter().filter(|p| p.is_err()).count();
        let neutral = expected.iter().filter(|p| **p == Ok(None)).count();
        assert!(refused >= 4 && neutral >= 1, "{name}: {refused} refused, {neutral} neutral");
        for engine in with_lanes(&parameters) {
            let two = Shuffled::new(2);
            assert_eq!(engine.multiply_batch(&jobs, &Alone), expected, "{name}");
            assert_eq!(engine.multiply_batch(&jobs, &two), expected, "{name}");
            for n in 0..6 {
                assert_eq!(engine.multiply_batch(&jobs[..n], &Alone), expected[..n], "{name}");
            }
        }
        println!("{name}: {} products", 2 * expected.len() + 15);
    }
}
