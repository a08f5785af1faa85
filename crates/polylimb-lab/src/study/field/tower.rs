//! Extension fields of the curves with pairings, on each kernel set.

use super::op::Op;
use super::over::{Over, decoded, encoded, none};
use super::prime::number;
use super::{Chain, Operands, Way};
use crate::judge::field::{Element, Field as Judge};
use num_bigint::BigUint;
use polylimb::Result;
use polylimb::authors::entry::ConstantTime;
use polylimb::authors::field::extension::{Fp2, Fp6, Fp12, NinePlusU, OnePlusU, Xi};
use polylimb::authors::field::prime::{
    Bls12381, Bn254Nogami, Bn254Snark, KernelSet, Portable, WithKernel, with_best,
};
use polylimb::authors::field::{Encoding, Field};
use polylimb::cpu::Features;
use polylimb::pairing::PairingName;

/// The field over num-bigint.
pub(super) fn judge(curve: PairingName, degree: usize) -> Judge {
    let (p, xi) = match curve {
        PairingName::Bn254 => (number(Bn254Nogami::new(Portable).modulus()), OnePlusU::RE),
        PairingName::Bn254Snark => (number(Bn254Snark::new(Portable).modulus()), NinePlusU::RE),
        PairingName::Bls12381 => (number(Bls12381::new(Portable).modulus()), OnePlusU::RE),
        _ => unreachable!("no tower of {}", curve.name()),
    };
    Judge::Tower { p, degree, xi }
}

/// The implementations of the extension field.
pub(super) fn ways(curve: PairingName, degree: usize) -> Vec<Way> {
    let mut ways = vec![with_best(Features::detect(), Tower(curve, degree))];
    if ways[0].kernel != Portable::NAME {
        ways.push(Tower(curve, degree).call(Portable));
    }
    ways
}

struct Tower(PairingName, usize);

impl WithKernel for Tower {
    type Out = Way;

    fn call<K: KernelSet>(self, kernel: K) -> Way {
        let Self(curve, degree) = self;
        Way {
            algorithm: "tower".into(),
            kernel: K::NAME,
            constant_time: ConstantTime::Yes,
            ops: Op::OF_TOWERS.to_vec(),
            make: Box::new(move |o| match curve {
                PairingName::Bn254 => tower::<_, OnePlusU>(Bn254Nogami::new(kernel), degree, o),
                PairingName::Bn254Snark => {
                    tower::<_, NinePlusU>(Bn254Snark::new(kernel), degree, o)
                }
                PairingName::Bls12381 => tower::<_, OnePlusU>(Bls12381::new(kernel), degree, o),
                _ => unreachable!("no tower of {}", curve.name()),
            }),
        }
    }
}

/// The storey of that degree over the prime field.
fn tower<B: Encoding + Copy + 'static, X: Xi>(
    base: B,
    degree: usize,
    operands: &Operands,
) -> Result<Box<dyn Chain>> {
    let fp2 = Fp2::<B, X>::new(base);
    match degree {
        2 => over(fp2, operands, |c| two(&base, c), move |a| of_two(&base, a)),
        6 => over(Fp6::new(fp2), operands, |c| six(&base, c), move |a| of_six(&base, a)),
        _ => over(
            Fp12::new(fp2),
            operands,
            |c| Ok([six(&base, &c[..6])?, six(&base, &c[6..])?]),
            move |a| a.iter().flat_map(|a| of_six(&base, a)).collect(),
        ),
    }
}

fn over<F: Field + 'static>(
    field: F,
    operands: &Operands,
    element: impl Fn(&[BigUint]) -> Result<F::El>,
    numbers: impl Fn(&F::El) -> Element + 'static,
) -> Result<Box<dyn Chain>> {
    Ok(Box::new(Over {
        field,
        start: element(&operands.start)?,
        operand: element(&operands.b)?,
        sqrt: none,
        half_trace: none,
        numbers: Box::new(move |_, a| numbers(a)),
    }))
}

type Two<B> = [<B as Field>::El; 2];

fn two<B: Encoding>(base: &B, c: &[BigUint]) -> Result<Two<B>> {
    Ok([decoded(base, &c[0])?, decoded(base, &c[1])?])
}

fn six<B: Encoding>(base: &B, c: &[BigUint]) -> Result<[Two<B>; 3]> {
    Ok([two(base, &c[..2])?, two(base, &c[2..4])?, two(base, &c[4..])?])
}

fn of_two<B: Encoding>(base: &B, a: &Two<B>) -> Element {
    a.iter().map(|a| encoded(base, a)).collect()
}

fn of_six<B: Encoding>(base: &B, a: &[Two<B>; 3]) -> Element {
    a.iter().flat_map(|a| of_two(base, a)).collect()
}
