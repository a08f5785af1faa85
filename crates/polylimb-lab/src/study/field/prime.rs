//! Prime fields: some curves' fields on kernel sets of their own, and every field over a modular
//! multiplication.
//!
//! A prime with kernels of its own is compiled here once for each kernel set; therefore only some
//! of the library's primes are.

use super::op::Op;
use super::over::{Over, decoded, encoded, none};
use super::{Chain, Make, Operands, Way};
use num_bigint::BigUint;
use polylimb::authors::entry::ConstantTime;
use polylimb::authors::field::prime::{
    Bls12381, Bn254Nogami, KernelSet, P256, P256Order, P384, P521, Portable, Prime, Secp256k1,
    WithKernel, with_best,
};
use polylimb::authors::field::{Encoding, SquareRoot};
use polylimb::authors::limb::{Natural, WORD_BITS, Word};
use polylimb::cpu::Features;
use polylimb::modmul::{Modulus, Options};
use polylimb::{Error, Result};

/// The number with these words.
pub(super) fn number(words: &[Word]) -> BigUint {
    BigUint::from_bytes_be(&Natural::from_words(words).to_be_bytes())
}

/// The implementations modulo the prime.
///
/// # Errors
/// [`Error::OddModulusRequired`], [`Error::TooLarge`].
pub(super) fn ways(prime: &Natural) -> Result<Vec<Way>> {
    let p = number(prime.words());
    let mut ways: Vec<Way> = with_best(Features::detect(), Fixed(&p)).into_iter().collect();
    if ways.iter().any(|way| way.kernel != Portable::NAME) {
        ways.extend(Fixed(&p).call(Portable));
    }
    ways.push(by_modmul(prime)?);
    Ok(ways)
}

/// The field of this prime on a kernel set, if the prime is among those compiled here.
struct Fixed<'a>(&'a BigUint);

impl WithKernel for Fixed<'_> {
    type Out = Option<Way>;

    fn call<K: KernelSet>(self, kernel: K) -> Option<Way> {
        macro_rules! first_of {
            ($($field:ident),+) => {
                $(
                    let field = $field::new(kernel);
                    if number(field.modulus()) == *self.0 {
                        return Some(Way {
                            algorithm: "fixed".into(),
                            kernel: K::NAME,
                            constant_time: ConstantTime::Yes,
                            ops: Op::OF_PRIMES.to_vec(),
                            make: Box::new(move |operands| over(field, operands)),
                        });
                    }
                )+
            };
        }
        first_of!(P256, P256Order, P384, P521, Secp256k1, Bn254Nogami, Bls12381);
        None
    }
}

/// The field over the multiplication that the library chooses for this modulus.
fn by_modmul(prime: &Natural) -> Result<Way> {
    let modulus = Modulus::new(prime.words(), &Options::default())?;
    let modmul = modulus.modmul().clone();
    let (algorithm, kernel) = (modmul.name().into(), modmul.kernel().name());
    let words = modmul.residue_words().max(modmul.modulus().len());
    let make = move |make: Make| Way {
        algorithm,
        kernel,
        constant_time: ConstantTime::Yes,
        ops: Op::OF_PRIMES.to_vec(),
        make,
    };
    macro_rules! by_size {
        ($($bits:literal),+) => {
            $(
                if words <= $bits / WORD_BITS {
                    let field = Prime::<{ $bits / WORD_BITS }, _>::new(modmul)?;
                    return Ok(make(Box::new(move |operands| over(field.clone(), operands))));
                }
            )+
        };
    }
    by_size!(256, 576, 2048, 6144, 8192);
    Err(Error::TooLarge { what: "a residue", max_bits: 8192 })
}

fn over<F: Encoding + SquareRoot + 'static>(
    field: F,
    operands: &Operands,
) -> Result<Box<dyn Chain>> {
    Ok(Box::new(Over {
        start: decoded(&field, &operands.start[0])?,
        operand: decoded(&field, &operands.b[0])?,
        sqrt: |f: &F, a| f.sqr(&f.sqrt(a).0),
        half_trace: none,
        numbers: Box::new(|f: &F, a| vec![encoded(f, a)]),
        field,
    }))
}
