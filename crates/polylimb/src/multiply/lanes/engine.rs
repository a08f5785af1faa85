//! An engine that takes batches in eights.

use super::curve::{Eights, LaneCurve};
use super::parts::in_eights;
use crate::cpu::Features;
use crate::curve::named::Parameters;
use crate::error::Result;
use crate::field::lanes::{Vector, primes};
use crate::limb::Bits;
use crate::multiply::engine::{Engine, PlainPoint};
use crate::team::Split;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Batches and single multiples of the generator over lanes, other single operations by one engine.
struct Batched {
    engine: Arc<dyn Engine>,
    eights: Box<dyn Eights>,
}

/// `engine` with its batches over the vectors `V`, or as it is if they are not for its prime or not for this CPU.
pub(in crate::multiply) fn batched<V: Vector>(
    engine: Arc<dyn Engine>,
    features: Features,
) -> Arc<dyn Engine> {
    macro_rules! over {
        ($($prime:ident, $d:literal);+) => {
            $(
                if let Some(curve) = LaneCurve::<V, primes::$prime, $d>::new(&engine, features) {
                    return match curve {
                        Ok(curve) => Arc::new(Batched { engine, eights: Box::new(curve) }),
                        Err(_) => engine,
                    };
                }
            )+
        };
    }
    over!(P256, 5; Secp256k1, 5; P384, 8; P521, 11);
    engine
}

impl Engine for Batched {
    fn parameters(&self) -> &Parameters {
        self.engine.parameters()
    }

    fn coordinate_bytes(&self) -> usize {
        self.engine.coordinate_bytes()
    }

    fn check(&self, p: &PlainPoint) -> Result<()> {
        self.engine.check(p)
    }

    fn multiply(&self, k: Bits<'_>, p: &PlainPoint) -> Result<Option<PlainPoint>> {
        self.engine.multiply(k, p)
    }

    fn multiply_generator(&self, k: Bits<'_>) -> Option<PlainPoint> {
        self.eights.multiply_generator_once(k)
    }

    fn multiply_add_vartime(
        &self,
        a: Bits<'_>,
        b: Bits<'_>,
        q: &PlainPoint,
    ) -> Result<Option<PlainPoint>> {
        self.engine.multiply_add_vartime(a, b, q)
    }

    fn sum_has_abscissa_vartime(
        &self,
        a: Bits<'_>,
        b: Bits<'_>,
        q: &PlainPoint,
        abscissas: &[Vec<u8>],
    ) -> Result<bool> {
        self.engine.sum_has_abscissa_vartime(a, b, q, abscissas)
    }

    fn add(&self, p: &PlainPoint, q: &PlainPoint) -> Result<Option<PlainPoint>> {
        self.engine.add(p, q)
    }

    fn decompress(&self, x: &[u8], odd: bool) -> Result<PlainPoint> {
        self.engine.decompress(x, odd)
    }

    fn compression_bit(&self, p: &PlainPoint) -> Result<bool> {
        self.engine.compression_bit(p)
    }

    fn multiply_batch(
        &self,
        jobs: &[(Bits<'_>, &PlainPoint)],
        split: &dyn Split,
    ) -> Vec<Result<Option<PlainPoint>>> {
        let one = |job: &(Bits<'_>, &PlainPoint)| self.engine.multiply(job.0, job.1);
        in_eights(split, jobs, one, |jobs| self.eights.multiply(jobs))
    }

    fn multiply_generator_batch(
        &self,
        scalars: &[Bits<'_>],
        split: &dyn Split,
    ) -> Vec<Option<PlainPoint>> {
        let one = |k: &Bits<'_>| self.engine.multiply_generator(*k);
        in_eights(split, scalars, one, |scalars| self.eights.multiply_generator(scalars))
    }

    fn multiply_add_batch_vartime(
        &self,
        jobs: &[(Bits<'_>, Bits<'_>, &PlainPoint)],
        split: &dyn Split,
    ) -> Vec<Result<Option<PlainPoint>>> {
        let one = |job: &(Bits<'_>, Bits<'_>, &PlainPoint)| {
            self.engine.multiply_add_vartime(job.0, job.1, job.2)
        };
        in_eights(split, jobs, one, |jobs| self.eights.multiply_add(jobs))
    }
}
