//! Binary fields on each product: of a polynomial known to the compiler, or of any.

use super::op::Op;
use super::over::{Over, decoded, encoded};
use super::{Chain, Operands, Way};
use polylimb::Result;
use polylimb::authors::entry::ConstantTime;
use polylimb::authors::field::binary::{
    AnyBinary, Binary, Comb, F163, F233, F283, F409, F571, LopezDahab, Polynomial, Product,
    Quadratic, Sparse, WithProduct, with_best, words_for,
};
use polylimb::authors::field::{Encoding, SquareRoot};
use polylimb::cpu::Features;

/// The implementations modulo the polynomial, except the published methods.
///
/// # Errors
/// Never: the polynomial is one of the library's.
pub(super) fn ways(degree: usize, lower: &'static [usize]) -> Result<Vec<Way>> {
    let polynomial = Sparse::new(degree, lower)?;
    let mut ways = vec![with_best(Features::detect(), With(polynomial, ConstantTime::Yes))];
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    if let Some(kernel) = polylimb_catalogue::binary_field::Pdep::available(Features::detect()) {
        ways.push(With(polynomial, ConstantTime::Yes).call(kernel));
    }
    if ways[0].kernel != Comb::NAME {
        ways.push(With(polynomial, ConstantTime::Yes).call(Comb));
    }
    ways.push(With(polynomial, ConstantTime::Cacheless).call(LopezDahab));
    Ok(ways)
}

/// The field modulo the polynomial on one product.
struct With(Sparse, ConstantTime);

impl WithProduct for With {
    type Out = Way;

    fn call<K: Product>(self, kernel: K) -> Way {
        let Self(polynomial, constant_time) = self;
        let fixed = [163, 233, 283, 409, 571].contains(&polynomial.degree());
        Way {
            algorithm: if fixed { "fixed" } else { "any-polynomial" }.into(),
            kernel: K::NAME,
            constant_time,
            ops: Op::OF_BINARY.to_vec(),
            make: Box::new(move |operands| match polynomial.degree() {
                163 => fixed_over::<{ words_for(163) }, F163, K>(kernel, operands),
                233 => fixed_over::<{ words_for(233) }, F233, K>(kernel, operands),
                283 => fixed_over::<{ words_for(283) }, F283, K>(kernel, operands),
                409 => fixed_over::<{ words_for(409) }, F409, K>(kernel, operands),
                571 => fixed_over::<{ words_for(571) }, F571, K>(kernel, operands),
                _ => over(AnyBinary::<{ words_for(239) }, K>::with(kernel, polynomial)?, operands),
            }),
        }
    }
}

fn fixed_over<const N: usize, P: Polynomial + 'static, K: Product>(
    kernel: K,
    operands: &Operands,
) -> Result<Box<dyn Chain>> {
    over(Binary::<N, P, K>::with(kernel), operands)
}

fn over<F: Encoding + SquareRoot + Quadratic + 'static>(
    field: F,
    operands: &Operands,
) -> Result<Box<dyn Chain>> {
    Ok(Box::new(Over {
        start: decoded(&field, &operands.start[0])?,
        operand: decoded(&field, &operands.b[0])?,
        sqrt: |f: &F, a| f.sqrt(a).0,
        half_trace: |f: &F, a| f.half_trace(a),
        numbers: Box::new(|f: &F, a| vec![encoded(f, a)]),
        field,
    }))
}
