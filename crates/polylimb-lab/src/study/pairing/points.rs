//! Points that are known multiples of the generators, and computations with them.

use crate::study::protocol::turns::{Op, TURNS, Turns, turns};
use num_bigint::BigUint;
use polylimb::authors::limb::{Bits, Natural};
use polylimb::authors::pairing::SourcePoint;
use polylimb::cpu::Features;
use polylimb::pairing::{G1, G2, Gt, PairingEngine, PairingName};
use polylimb::{Alone, Result, Split};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};
use std::sync::Arc;

/// Pairs in the longest product.
const MANY: usize = 8;

/// For each turn scalars `a`, `b`, `k` and the points `a G`, `b H`.
pub(super) struct Points {
    engine: Arc<dyn PairingEngine>,
    order: BigUint,
    scalars: [[BigUint; 3]; TURNS],
    /// The scalars `k`.
    factors: [Natural; TURNS],
    first: [G1; TURNS],
    second: [G2; TURNS],
}

/// Converts to the library's numbers.
fn natural(n: &BigUint) -> Natural {
    Natural::from_be_bytes(&n.to_bytes_be())
}

impl Points {
    pub(super) fn draw(seed: u64, curve: PairingName) -> Result<Self> {
        let engine = PairingName::engine(curve, Features::detect());
        let order = engine.order().iter().rev().fold(BigUint::ZERO, |n, &word| {
            (n << polylimb::authors::limb::WORD_BITS as u32) + BigUint::from(word)
        });
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let mut scalar = || {
            let mut bytes = [0; 64];
            rng.fill_bytes(&mut bytes);
            BigUint::from_bytes_be(&bytes) % &order
        };
        let scalars = turns(|_| [scalar(), scalar(), scalar()]);
        let first = turns(|turn| times_generator(&*engine, &scalars[turn][0]));
        let second = turns(|turn| times_generator(&*engine, &scalars[turn][1]));
        let ([p, q], [r, s]) = (first, second);
        let factors = turns(|turn| natural(&scalars[turn][2]));
        Ok(Self { factors, first: [p?, q?], second: [r?, s?], engine, order, scalars })
    }

    /// `e(G, H)^k`.
    fn power(&self, k: &BigUint) -> Result<Gt> {
        let (g1, g2) = (self.engine.g1(), self.engine.g2());
        let base = self.engine.pairing(&g1.generator(), &g2.generator())?;
        let k = natural(&(k % &self.order));
        self.engine.power_vartime(&base, Bits::new(k.words()))
    }

    /// `count` pairs, starting with the pair of a turn.
    fn pairs(&self, turn: usize, count: usize) -> Vec<(&G1, &G2)> {
        (turn..turn + count).map(|i| (&self.first[i % TURNS], &self.second[i % TURNS])).collect()
    }

    /// The correct result for [`Self::pairs`].
    fn expected(&self, turn: usize, count: usize) -> Result<Vec<u8>> {
        let exponent = |i: usize| &self.scalars[i % TURNS][0] * &self.scalars[i % TURNS][1];
        let sum: BigUint = (turn..turn + count).map(exponent).sum();
        Ok(self.power(&sum)?.as_bytes().to_vec())
    }

    /// The pairing, its two halves and products on the threads of `split`; on one thread also
    /// whether a product is 1.
    pub(super) fn pairings(&self, split: &Arc<dyn Split>) -> Result<Turns<'_>> {
        let mut ops = Vec::new();
        let product = |name, count| -> Result<Op<'_>> {
            let expected = [self.expected(0, count)?, self.expected(1, count)?];
            let split = Arc::clone(split);
            let run = move |turn: usize, out: &mut Vec<u8>| {
                if let Ok(value) = self.engine.product_on(&*split, &self.pairs(turn, count)) {
                    out.extend(value.as_bytes());
                }
            };
            Ok(Op::new(name, run, |turn| expected[turn].clone()))
        };
        ops.push(product("one", 1)?);
        ops.extend(self.halves(split)?);
        ops.push(product("product of 2", 2)?);
        ops.push(product("product of 8", MANY)?);
        if split.threads() == 1 {
            ops.push(self.batch()?);
            ops.push(self.check()?);
        }
        Ok(Turns::new(ops, None))
    }

    /// Eight pairings at a time: each result is the value of its own pair.
    fn batch(&self) -> Result<Op<'_>> {
        let values = [self.expected(0, 1)?, self.expected(1, 1)?];
        let run = move |turn: usize, out: &mut Vec<u8>| {
            for value in self.engine.pair_batch(&self.pairs(turn, MANY)).unwrap_or_default() {
                out.extend(value.as_bytes());
            }
        };
        Ok(Op::new("batch of 8", run, |turn| {
            (turn..turn + MANY).flat_map(|i| values[i % TURNS].iter().copied()).collect()
        }))
    }

    /// The Miller loop of a pair, and the final exponentiation of its value.
    fn halves(&self, split: &Arc<dyn Split>) -> Result<[Op<'_>; 2]> {
        let values = turns(|turn| self.engine.miller_loop_on(&Alone, &self.pairs(turn, 1)));
        let [first, second] = values;
        let values = [first?, second?];
        let expected = turns(|turn| values[turn].as_bytes().to_vec());
        let on = Arc::clone(split);
        let miller = move |turn: usize, out: &mut Vec<u8>| {
            if let Ok(value) = self.engine.miller_loop_on(&*on, &self.pairs(turn, 1)) {
                out.extend(value.as_bytes());
            }
        };
        let miller = Op::new("Miller loop", miller, |turn| expected[turn].clone());
        let expected = [self.expected(0, 1)?, self.expected(1, 1)?];
        let on = Arc::clone(split);
        let power = move |turn: usize, out: &mut Vec<u8>| {
            if let Ok(value) = self.engine.final_exponentiation_on(&*on, &values[turn]) {
                out.extend(value.as_bytes());
            }
        };
        let power = Op::new("final exponentiation", power, |turn| expected[turn].clone());
        Ok([miller, power])
    }

    /// Whether a product is 1.
    fn check(&self) -> Result<Op<'_>> {
        // e(a G, b H) = e(a b G, H).
        let opposite = |turn: usize| {
            let [a, b, _] = &self.scalars[turn];
            let point: G1 = times_generator(&*self.engine, &(a * b % &self.order))?;
            self.engine.g1().negate(&point)
        };
        let opposites = [opposite(0)?, opposite(1)?];
        let generator = self.engine.g2().generator();
        let is_one = move |turn: usize, other: usize| {
            let pairs = [(&self.first[turn], &self.second[turn]), (&opposites[other], &generator)];
            self.engine.product_is_one_vartime(&pairs).unwrap_or(false)
        };
        let same = is_one.clone();
        Ok(Op::check("check of 2", move |turn| same(turn, turn), move || is_one(0, 1)))
    }

    /// The operations of `G₁`.
    pub(super) fn first_group(&self) -> Result<Turns<'_>> {
        self.group(&self.first, 0)
    }

    /// The operations of `G₂`.
    pub(super) fn second_group(&self) -> Result<Turns<'_>> {
        self.group(&self.second, 1)
    }

    /// Multiples of `points`, whose scalars have the index `place`, and of the generator; decoding
    /// of points.
    fn group<'a, P: SourcePoint + 'a>(
        &'a self,
        points: &'a [P; TURNS],
        place: usize,
    ) -> Result<Turns<'a>> {
        let group = P::group(&*self.engine);
        let expected = |turn: usize, factor: &BigUint| {
            let point: P =
                times_generator(&*self.engine, &(&self.scalars[turn][2] * factor % &self.order))?;
            group.encode(&point)
        };
        let mut multiples = Vec::new();
        let mut of_generator = Vec::new();
        let mut encoded = Vec::new();
        for (turn, point) in points.iter().enumerate() {
            multiples.push(expected(turn, &self.scalars[turn][place])?);
            of_generator.push(expected(turn, &BigUint::from(1u8))?);
            encoded.push(group.encode(point)?);
        }
        let encode = move |point: Result<P>, out: &mut Vec<u8>| {
            out.extend(point.and_then(|p| group.encode(&p)).unwrap_or_default());
        };
        let factor = |turn: usize| Bits::new(self.factors[turn].words());
        // An ordinate with its last bit flipped is not a point.
        let mut wrong = encoded[0].clone();
        if let Some(byte) = wrong.last_mut() {
            *byte ^= 1;
        }
        let ops = vec![
            Op::new(
                "multiply",
                move |turn, out| {
                    encode(group.multiply(factor(turn), &points[turn]), out);
                },
                |turn| multiples[turn].clone(),
            ),
            Op::new(
                "generator",
                move |turn, out| {
                    encode(Ok(group.multiply_generator(factor(turn))), out);
                },
                |turn| of_generator[turn].clone(),
            ),
            Op::check(
                "decode",
                move |turn| group.decode(&encoded[turn]).is_ok_and(|p| p == points[turn]),
                move || group.decode(&wrong).is_ok(),
            ),
        ];
        Ok(Turns::new(ops, None))
    }
}

/// `k` times the generator by windows over Jacobian coordinates, a different method from that for
/// secrets.
fn times_generator<P: SourcePoint>(engine: &dyn PairingEngine, k: &BigUint) -> Result<P> {
    let (group, k) = (P::group(engine), natural(k));
    group.sum_of_multiples_vartime(&[(Bits::new(k.words()), &group.generator())])
}
