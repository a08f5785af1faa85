//! One operation in an extension field of the towers `F_p²`, `F_p⁶`, `F_p¹²`: elements as lists of
//! coefficients, the lowest first.

use super::Op;
use polylimb::authors::field::extension::{Fp2, Fp6, Fp12, NinePlusU, OnePlusU, Xi};
use polylimb::authors::field::prime::{Bls12381, Bn254Nogami, Bn254Snark, Portable, Prime};
use polylimb::authors::field::{Encoding, Field, SquareRoot};
use polylimb::authors::limb::{Bits, Mask, Natural, WORD_BITS, Word};
use polylimb::authors::modmul::ModMul;
use polylimb::modmul::{Modulus, Options};
use polylimb::pairing::PairingName;
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number;

/// The operands of an operation, as on the command line.
pub(super) struct Operands<'a> {
    pub(super) op: Op,
    pub(super) a: &'a str,
    pub(super) b: Option<&'a str>,
}

/// The result in the storey of that degree; `None` for the square root of a nonsquare.
pub(super) fn apply(
    curve: PairingName,
    degree: usize,
    operands: &Operands<'_>,
) -> Result<Option<String>> {
    match curve {
        PairingName::Bn254 => {
            storey::<OnePlusU>(Bn254Nogami::new(Portable).modulus(), degree, operands)
        }
        PairingName::Bn254Snark => {
            storey::<NinePlusU>(Bn254Snark::new(Portable).modulus(), degree, operands)
        }
        PairingName::Bls12381 => {
            storey::<OnePlusU>(Bls12381::new(Portable).modulus(), degree, operands)
        }
        other => {
            Err(Failure::usage(format!("there is no tower over the prime of {}", other.name())))
        }
    }
}

type Two<B> = [<B as Field>::El; 2];
type Six<B> = [Two<B>; 3];

/// The prime of any of the curves.
type Base<'a> = Prime<{ 384 / WORD_BITS }, &'a dyn ModMul>;

fn storey<X: Xi>(p: &[Word], degree: usize, o: &Operands<'_>) -> Result<Option<String>> {
    let modulus = Modulus::new(p, &Options::default())?;
    let base = || Base::new(&**modulus.modmul());
    let f = Coefficients { base: base()?, p: Natural::from_words(p) };
    let fp2 = Fp2::<_, X>::new(base()?);
    let fp6 = Fp6::new(Fp2::<_, X>::new(base()?));
    let roots = Roots { fp2: &fp2, fp6: &fp6, p: &f.p };
    match degree {
        2 => {
            let numbers = |a: &Two<Base>| f.of_two(a);
            over(&fp2, (o, p), &|c| f.two(c), &numbers, &|a| root_of(&fp2, a), 2)
        }
        6 => {
            let numbers = |a: &Six<Base>| f.of_six(a);
            over(&fp6, (o, p), &|c| f.six(c), &numbers, &|a| roots.six(a), 6)
        }
        _ => {
            let element = |c: &[Natural]| Ok([f.six(&c[..6])?, f.six(&c[6..])?]);
            let numbers = |a: &[Six<Base>; 2]| Ok([f.of_six(&a[0])?, f.of_six(&a[1])?].concat());
            let fp12 = Fp12::new(Fp2::<_, X>::new(base()?));
            over(&fp12, (o, p), &element, &numbers, &|a| roots.twelve(a), 12)
        }
    }
}

/// Numbers as elements of the prime field and back.
struct Coefficients<B> {
    base: B,
    p: Natural,
}

impl<B: Encoding> Coefficients<B> {
    fn one(&self, n: &Natural) -> Result<B::El> {
        let bytes = n.to_be_bytes_padded(self.base.encoded_bytes());
        bytes.and_then(|bytes| self.base.decode_be(&bytes)).map_err(|_| {
            Failure::usage("a coefficient is not below the prime; calc field reduce makes one")
        })
    }

    fn two(&self, c: &[Natural]) -> Result<Two<B>> {
        Ok([self.one(&c[0])?, self.one(&c[1])?])
    }

    fn six(&self, c: &[Natural]) -> Result<Six<B>> {
        Ok([self.two(&c[..2])?, self.two(&c[2..4])?, self.two(&c[4..])?])
    }

    fn of_two(&self, a: &Two<B>) -> Result<Vec<Natural>> {
        let number = |a: &B::El| {
            let mut bytes = vec![0; self.base.encoded_bytes()];
            self.base.encode_be(&mut bytes, a)?;
            Ok(Natural::from_be_bytes(&bytes))
        };
        a.iter().map(number).collect()
    }

    fn of_six(&self, a: &Six<B>) -> Result<Vec<Natural>> {
        Ok(a.iter().map(|a| self.of_two(a)).collect::<Result<Vec<_>>>()?.concat())
    }
}

/// The operation over any storey: `element` takes coefficients below the prime.
fn over<F: Field<Mask = Mask>>(
    f: &F,
    (operands, p): (&Operands<'_>, &[Word]),
    element: &dyn Fn(&[Natural]) -> Result<F::El>,
    numbers: &dyn Fn(&F::El) -> Result<Vec<Natural>>,
    root: &dyn Fn(&F::El) -> Option<F::El>,
    degree: usize,
) -> Result<Option<String>> {
    let list = |text: &str, name: &str| {
        let numbers = text.split(',').map(|text| number::parse(text.trim(), name));
        let numbers: Vec<Natural> = numbers.collect::<Result<_>>()?;
        if numbers.len() == degree {
            return Ok(numbers);
        }
        Err(Failure::usage(format!(
            "{name} has {} of the {degree} coefficients of this field; write c0,c1,…, the lowest first",
            numbers.len()
        )))
    };
    let b = || operands.b.unwrap_or_default();
    let inverse = |a: &F::El| {
        if f.is_zero(a).to_bool_vartime() {
            return Err(Failure::usage("0 has no inverse; divide by an element that is not 0"));
        }
        Ok(f.inv0(a))
    };
    let text = |numbers: Vec<Natural>| {
        numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
    };
    let mut a = list(operands.a, "A")?;
    if operands.op == Op::Reduce {
        let prime = Modulus::new(p, &Options::default())?;
        for n in &mut a {
            *n = Natural::from_words(prime.reduce(n.words())?);
        }
    }
    let x = element(&a)?;
    let y = || element(&list(b(), "B")?);
    let result = match operands.op {
        Op::Add => f.add(&x, &y()?),
        Op::Sub => f.sub(&x, &y()?),
        Op::Neg => f.neg(&x),
        Op::Mul => f.mul(&x, &y()?),
        Op::Sqr => f.sqr(&x),
        Op::Inv => inverse(&x)?,
        Op::Div => f.mul(&x, &inverse(&y()?)?),
        Op::Pow => power(f, &x, &number::parse(b(), "B")?),
        Op::Reduce => x,
        Op::Sqrt => {
            let Some(root) = root(&x).filter(|r| f.equal(&f.sqr(r), &x).to_bool_vartime()) else {
                return Ok(None);
            };
            let roots = [numbers(&root)?, numbers(&f.neg(&root))?];
            return Ok(roots.into_iter().min().map(text));
        }
    };
    Ok(Some(text(numbers(&result)?)))
}

fn power<F: Field>(f: &F, a: &F::El, exponent: &Natural) -> F::El {
    let bits = Bits::new_vartime(exponent.words());
    (0..bits.len()).rev().fold(f.one(), |r, i| {
        let r = f.sqr(&r);
        if bits.bit(i) == 1 { f.mul(&r, a) } else { r }
    })
}

fn root_of<F: SquareRoot<Mask = Mask>>(f: &F, a: &F::El) -> Option<F::El> {
    let (root, exists) = f.sqrt(a);
    exists.to_bool_vartime().then_some(root)
}

/// Square roots in the upper storeys, from those in `F_p²`.
struct Roots<'a, B, X> {
    fp2: &'a Fp2<B, X>,
    fp6: &'a Fp6<Fp2<B, X>>,
    p: &'a Natural,
}

impl<B, X: Xi> Roots<'_, B, X>
where
    B: SquareRoot + Field<Mask = Mask>,
{
    /// In `F_p⁶`, of odd degree over `F_q`, `q = p²`: `a^(q² + q + 1)` is the norm, which lies in
    /// `F_q`, so `a^((q² + q + 2)/2)` over a root of the norm is a root of `a`.
    fn six(&self, a: &Six<B>) -> Option<Six<B>> {
        let f = self.fp6;
        let frobenius = |a: &Six<B>| power(f, &power(f, a, self.p), self.p);
        let to_q = frobenius(a);
        let [norm, ..] = f.mul(&f.mul(a, &to_q), &frobenius(&to_q));
        let root = root_of(self.fp2, &norm)?;
        // (q + 1)/2 = (p - 1)/2 · (p + 1) + 1.
        let half = power(f, &to_q, &halved(self.p));
        let half = f.mul(&f.mul(&power(f, &half, self.p), &half), &to_q);
        let zero = self.fp2.zero();
        let inverse = [self.fp2.inv0(&root), zero, zero];
        let candidate = f.mul(&f.mul(a, &half), &inverse);
        // The norm of 0 is 0.
        let found = f.equal(&f.sqr(&candidate), a);
        found.to_bool_vartime().then_some(candidate)
    }

    /// In `F_p¹² = F_p⁶[w]`, `w² = v`: the complex method.
    fn twelve(&self, a: &[Six<B>; 2]) -> Option<[Six<B>; 2]> {
        let f = self.fp6;
        let zero = f.zero();
        let v = [self.fp2.zero(), self.fp2.one(), self.fp2.zero()];
        let [a0, a1] = a;
        if f.is_zero(a1).to_bool_vartime() {
            if let Some(root) = self.six(a0) {
                return Some([root, zero]);
            }
            return Some([zero, self.six(&f.mul(a0, &f.inv0(&v)))?]);
        }
        let norm = f.sub(&f.sqr(a0), &f.mul(&v, &f.sqr(a1)));
        let root = self.six(&norm)?;
        let of = |sum: Six<B>| self.six(&f.halve(&sum));
        let c0 = of(f.add(a0, &root)).or_else(|| of(f.sub(a0, &root)))?;
        Some([c0, f.mul(a1, &f.inv0(&f.double(&c0)))])
    }
}

/// `(p - 1)/2` for an odd p.
fn halved(p: &Natural) -> Natural {
    let words = p.words();
    let above = words.iter().skip(1).chain([&0]);
    let half = words.iter().zip(above).map(|(low, high)| low >> 1 | high << (Word::BITS - 1));
    Natural::from_words(half.collect::<Vec<_>>())
}
