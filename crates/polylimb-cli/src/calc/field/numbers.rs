//! A field with numbers as inputs and outputs, for any element type.

use polylimb::Error;
use polylimb::authors::field::binary::{AnyBinary, Sparse, words_for};
use polylimb::authors::field::prime::{Prime, Toy};
use polylimb::authors::field::{Encoding, SquareRoot, VartimeField};
use polylimb::authors::limb::{Bits, Natural, WORD_BITS};
use polylimb::authors::modmul::is_probable_prime_vartime;
use polylimb::modmul::{Modulus, Options};
use polylimb_lab::failure::{Failure, Result};

/// The operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::calc) enum Op {
    Add,
    Sub,
    Neg,
    Mul,
    Sqr,
    Inv,
    Div,
    Sqrt,
    Pow,
    Reduce,
}

impl Op {
    pub(super) const ALL: [(&'static str, Self); 10] = [
        ("add", Self::Add),
        ("sub", Self::Sub),
        ("neg", Self::Neg),
        ("mul", Self::Mul),
        ("sqr", Self::Sqr),
        ("inv", Self::Inv),
        ("div", Self::Div),
        ("sqrt", Self::Sqrt),
        ("pow", Self::Pow),
        ("reduce", Self::Reduce),
    ];

    /// The number of its operands.
    pub(super) const fn operands(self) -> usize {
        match self {
            Self::Add | Self::Sub | Self::Mul | Self::Div | Self::Pow => 2,
            _ => 1,
        }
    }
}

/// A field whose elements are numbers below its size.
pub(in crate::calc) trait Numbers {
    /// `a op b`; `None` for the square root of a nonsquare. An operation with one operand ignores
    /// `b`.
    ///
    /// # Errors
    /// [`Failure::Usage`] for numbers that are not elements, and for a division by 0.
    fn apply(&self, op: Op, a: &Natural, b: &Natural) -> Result<Option<Natural>>;
}

/// A field, the weight of a number's second digit, and its square root.
struct Over<F: VartimeField + Encoding> {
    field: F,
    /// 2 modulo a prime, x in a binary field.
    radix: F::El,
    root: fn(&F, &F::El) -> Option<F::El>,
}

impl<F: VartimeField + Encoding> Over<F> {
    fn element(&self, n: &Natural, name: &str) -> Result<F::El> {
        let bytes = n.to_be_bytes_padded(self.field.encoded_bytes());
        bytes.and_then(|bytes| self.field.decode_be(&bytes)).map_err(|_| {
            Failure::usage(format!(
                "{name} is no element of the field; calc field reduce makes one"
            ))
        })
    }

    fn number(&self, a: &F::El) -> Result<Natural> {
        let mut bytes = vec![0; self.field.encoded_bytes()];
        self.field.encode_be(&mut bytes, a)?;
        Ok(Natural::from_be_bytes(&bytes))
    }

    fn inverse(&self, a: &F::El) -> Result<F::El> {
        if self.field.is_zero_vartime(a) {
            return Err(Failure::usage("0 has no inverse; divide by an element that is not 0"));
        }
        Ok(self.field.inv0(a))
    }

    /// Any number, from its top bit down.
    fn reduce(&self, n: &Natural) -> F::El {
        let (f, bits) = (&self.field, Bits::new_vartime(n.words()));
        (0..bits.len()).rev().fold(f.zero(), |r, i| {
            let r = f.mul(&r, &self.radix);
            if bits.bit(i) == 1 { f.add(&r, &f.one()) } else { r }
        })
    }

    fn power(&self, a: &F::El, exponent: &Natural) -> F::El {
        let (f, bits) = (&self.field, Bits::new_vartime(exponent.words()));
        (0..bits.len()).rev().fold(f.one(), |r, i| {
            let r = f.sqr(&r);
            if bits.bit(i) == 1 { f.mul(&r, a) } else { r }
        })
    }
}

impl<F: VartimeField + Encoding> Numbers for Over<F> {
    fn apply(&self, op: Op, a: &Natural, b: &Natural) -> Result<Option<Natural>> {
        let f = &self.field;
        if op == Op::Reduce {
            return self.number(&self.reduce(a)).map(Some);
        }
        let x = self.element(a, "A")?;
        let y = || self.element(b, "B");
        let result = match op {
            Op::Add => f.add(&x, &y()?),
            Op::Sub => f.sub(&x, &y()?),
            Op::Neg => f.neg(&x),
            Op::Mul => f.mul(&x, &y()?),
            Op::Sqr => f.sqr(&x),
            Op::Inv => self.inverse(&x)?,
            Op::Div => f.mul(&x, &self.inverse(&y()?)?),
            Op::Pow => self.power(&x, b),
            Op::Reduce => x,
            Op::Sqrt => match (self.root)(f, &x) {
                // The smaller root, as a number.
                Some(root) => {
                    let roots = [self.number(&root)?, self.number(&f.neg(&root))?];
                    return Ok(roots.into_iter().min());
                }
                None => return Ok(None),
            },
        };
        self.number(&result).map(Some)
    }
}

/// The integers modulo a prime.
///
/// # Errors
/// [`Failure::Usage`] if `p` is not prime, or too large.
pub(in crate::calc) fn prime(p: &Natural) -> Result<Box<dyn Numbers>> {
    if p.bits_vartime() > 6144 {
        return Err(Error::TooLarge { what: "the field's prime", max_bits: 6144 }.into());
    }
    if !is_probable_prime_vartime(p.words()) {
        return Err(Failure::usage("the modulus of the field is not prime; a field needs a prime"));
    }
    if let [small] = p.to_be_bytes()[..] {
        return Ok(over_prime(Toy::new(small)?));
    }
    let modulus = Modulus::new(p.words(), &Options::default())?;
    let modmul = modulus.modmul().clone();
    let words = modmul.residue_words().max(modmul.modulus().len());
    macro_rules! by_size {
        ($($bits:literal),+) => {
            $(
                if words <= $bits / WORD_BITS {
                    return Ok(over_prime(Prime::<{ $bits / WORD_BITS }, _>::new(modmul)?));
                }
            )+
        };
    }
    by_size!(576, 8192);
    Err(Error::TooLarge { what: "a residue", max_bits: 8192 }.into())
}

fn over_prime<F: VartimeField + Encoding + SquareRoot + 'static>(field: F) -> Box<dyn Numbers> {
    let root = |f: &F, a: &F::El| {
        let (root, exists) = f.sqrt(a);
        exists.to_bool_vartime().then_some(root)
    };
    Box::new(Over { radix: field.small(2), root, field })
}

/// Polynomials over `F_2` modulo `x^m + Σ x^e`, `e` in `lower`.
///
/// # Errors
/// [`Failure::Usage`] if this field is not implemented.
pub(super) fn binary(m: usize, lower: &[usize]) -> Result<Box<dyn Numbers>> {
    let field = AnyBinary::<{ words_for(571) }>::new(Sparse::new(m, lower)?)?;
    // Every element is a square.
    let root = |f: &AnyBinary<_>, a: &_| Some(f.sqrt(a).0);
    Ok(Box::new(Over { radix: field.from_bit(1), root, field }))
}
