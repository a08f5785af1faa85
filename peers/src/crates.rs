//! Other crates, each with the fastest modular multiplication of its public interface for a modulus
//! known at run time.

use crate::chain::{Case, Chain, bytes, number, timed};
use crypto_bigint::modular::{BoxedMontyForm, BoxedMontyParams};
use crypto_bigint::{BoxedUint, MontyForm, MontyMultiplier, Odd};
use dashu_int::UBig;
use dashu_int::monty::{Montgomery, MontgomeryRepr};
use num_bigint::BigUint;
use std::time::Duration;

/// crypto-bigint: Montgomery form, constant time, with its prepared multiplier.
pub struct CryptoBigint {
    multiplier: <BoxedMontyForm as MontyForm>::Multiplier<'static>,
    x: BoxedMontyForm,
    b: BoxedMontyForm,
}

impl CryptoBigint {
    /// For this case. Leaks the parameters, once per size: the multiplier borrows them.
    pub fn boxed(case: &Case) -> Box<dyn Chain> {
        let boxed = |words: &[u64]| BoxedUint::from_words(words.iter().copied());
        let m = Odd::new(boxed(&case.m)).expect("the modulus is odd");
        let params: &'static BoxedMontyParams =
            Box::leak(Box::new(BoxedMontyParams::new_vartime(m)));
        let [x, b] = [&case.x, &case.b].map(|a| BoxedMontyForm::new(boxed(a), params));
        Box::new(Self { multiplier: params.into(), x, b })
    }
}

impl Chain for CryptoBigint {
    fn run(&mut self, times: usize) -> Duration {
        timed(times, || {
            MontyMultiplier::mul_assign(&mut self.multiplier, &mut self.x, &self.b);
        })
    }

    fn value(&mut self) -> BigUint {
        BigUint::from_bytes_le(&self.x.retrieve().to_le_bytes())
    }
}

/// dashu-int: Montgomery form.
pub struct Dashu {
    x: Montgomery<'static>,
    b: Montgomery<'static>,
}

impl Dashu {
    /// For this case. Leaks the ring, once per size: its elements borrow it.
    pub fn boxed(case: &Case) -> Box<dyn Chain> {
        let big = |words: &[u64]| UBig::from_le_bytes(&bytes(words));
        let ring: &'static MontgomeryRepr = Box::leak(Box::new(MontgomeryRepr::new(big(&case.m))));
        Box::new(Self { x: ring.reduce(big(&case.x)), b: ring.reduce(big(&case.b)) })
    }
}

impl Chain for Dashu {
    fn run(&mut self, times: usize) -> Duration {
        timed(times, || self.x *= &self.b)
    }

    fn value(&mut self) -> BigUint {
        BigUint::from_bytes_le(&self.x.residue().to_le_bytes())
    }
}

/// num-bigint: product, then remainder.
pub struct NumBigint {
    x: BigUint,
    b: BigUint,
    m: BigUint,
}

impl NumBigint {
    /// For this case.
    pub fn boxed(case: &Case) -> Box<dyn Chain> {
        let [x, b, m] = [&case.x, &case.b, &case.m].map(|a| number(a));
        Box::new(Self { x, b, m })
    }
}

impl Chain for NumBigint {
    fn run(&mut self, times: usize) -> Duration {
        timed(times, || {
            self.x *= &self.b;
            self.x %= &self.m;
        })
    }

    fn value(&mut self) -> BigUint {
        self.x.clone()
    }
}
