//! The kernels of the fixed fields with MULX, ADCX and ADOX: `crates/polylimb/src/field/prime/fixed/x86_64`.

use super::four_words;
use crate::field::lanes::proofs::assembly::{Argument, Case, Exact, prove};
use crate::field::prime::fixed::parameters::{Derived, PrimeParameters};
use crate::field::prime::fixed::primes::P256;
use crate::limb::Word;
use num_bigint::BigInt;

type Words<const N: usize> = [Word; N];

fn prime<P: PrimeParameters<N>, const N: usize>() -> BigInt {
    let words = P::MODULUS.iter().rev();
    words.fold(BigInt::ZERO, |p, word| (p << 64) + word)
}

/// A kernel of two operands, as a function.
macro_rules! of_two {
    ($n:literal, $kernel:path) => {{
        extern "sysv64" fn kernel(r: &mut Words<$n>, a: &Words<$n>, b: &Words<$n>) {
            // SAFETY: only called where BMI2 and ADX are.
            *r = unsafe { $kernel(a, b) };
        }
        kernel as *const ()
    }};
}

#[test]
fn p256() {
    let p = prime::<P256, 4>();
    prove("P-256: a b / R", |case| {
        let (r, a, b) = (case.place(4), case.operand_up_to(4, &(&p - 1)), case.operand(4));
        let product = case.number(a).mul(&case.number(b));
        // SAFETY: the kernel has these arguments.
        unsafe { case.call(of_two!(4, four_words::p256::mul), &[Argument::Memory(r), Argument::Memory(a), Argument::Memory(b)])? };
        let r = case.number(r);
        case.verify_range(&r, &(&p - 1));
        case.verify_congruent(&r.shl(256), &product, &p);
        Some(())
    });
}
