//! The right results, by num-bigint and by known answers.

use crate::Result;
use num_bigint::BigUint;

/// `p` of BLS12-381.
const P_381: &str = "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab";
/// `p = 36 u⁴ + 36 u³ + 24 u² + 6 u + 1` for `u = -(2^62 + 2^55 + 1)`.
const P: &str = "2523648240000001ba344d80000000086121000000000013a700000000000013";
const VECTORS: &str = include_str!("../../../crates/polylimb/tests/vectors/pairing.txt");

/// The judge of one curve, and of the field of another.
pub struct Judge {
    p: BigUint,
    /// `1 / R mod p` for `R` of eight or twelve words: elements are in Montgomery's representation.
    inverse: BigUint,
    other: Option<Box<Self>>,
}

fn number(text: &str) -> Result<BigUint> {
    BigUint::parse_bytes(text.as_bytes(), 16).ok_or_else(|| format!("no number: {text}").into())
}

fn numbers(text: &str) -> Result<Vec<BigUint>> {
    text.split(',').map(number).collect()
}

impl Judge {
    pub fn new() -> Result<Self> {
        let of = |p: &str, bits: u32, other| {
            let p = number(p)?;
            let inverse = (BigUint::from(1u8) << bits).modinv(&p).ok_or("p is odd")?;
            Ok(Self { p, inverse, other })
        };
        of(P, 256, Some(Box::new(of(P_381, 384, None)?)))
    }

    /// The product of Montgomery's representation.
    fn product(&self, a: &BigUint, b: &BigUint) -> BigUint {
        a * b * &self.inverse % &self.p
    }

    fn minus(&self, a: &BigUint, b: &BigUint) -> BigUint {
        (a + &self.p - b) % &self.p
    }

    /// Whether `result` is right; `None` if a later line shows it.
    pub fn right(&self, kind: &str, a: &str, b: &str, result: &str) -> Result<Option<bool>> {
        if let (Some(kind), Some(other)) = (kind.strip_suffix("-381"), &self.other) {
            return other.right(kind, a, b, result);
        }
        let expected = match kind {
            // Two at once: one after another.
            "multiply-two" | "reduce-two" | "mul-two" => {
                let kind = kind.strip_suffix("-two").unwrap_or(kind);
                let mut right = result.split(',').count() == 2;
                for ((a, b), result) in
                    a.split(',').zip(b.split(',').cycle()).zip(result.split(','))
                {
                    right &= self.right(kind, a, b, result)? == Some(true);
                }
                return Ok(Some(right));
            }
            "multiply" => vec![number(a)? * number(b)?],
            "reduce" => vec![number(a)? * &self.inverse % &self.p],
            "add" => vec![(number(a)? + number(b)?) % &self.p],
            "sub" => vec![self.minus(&number(a)?, &number(b)?)],
            "mul" => vec![self.product(&number(a)?, &number(b)?)],
            "fp2-mul" | "fp2-sqr" => {
                let a = numbers(a)?;
                let b = if kind == "fp2-sqr" { a.clone() } else { numbers(b)? };
                let real = self.minus(&self.product(&a[0], &b[0]), &self.product(&a[1], &b[1]));
                let imaginary = self.product(&a[0], &b[1]) + self.product(&a[1], &b[0]);
                vec![real, imaginary % &self.p]
            }
            "miller" | "pair" => return Ok(None),
            "power" => {
                let begins = format!("bn254 pairing {a} {b} ");
                let line = VECTORS.lines().find_map(|line| line.strip_prefix(&begins));
                numbers(line.ok_or("no such known answer")?)?
            }
            other => return Err(format!("no such kind: {other}").into()),
        };
        Ok(Some(numbers(result)? == expected))
    }
}
