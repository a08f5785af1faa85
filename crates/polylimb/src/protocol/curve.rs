//! A curve with all that protocols need of it, and batches of jobs on several curves.

use super::scalars::Scalars;
use crate::cpu::Features;
use crate::curve::named::{NamedCurve, Parameters};
use crate::error::{Error, Result};
use crate::field::lanes::LANES;
use crate::modmul::{OddModulus, Options};
use crate::multiply::eights::part;
use crate::multiply::engine::{Engine, engine};
use crate::team::{Split, map_parts};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

/// A curve, its scalar multiplications and the integers modulo its order. Clones share everything.
/// Tables of the generator are made when they are first needed, and belong to the curve: make it
/// once.
///
/// ```
/// use polylimb::protocol::Curve;
/// let curve = Curve::named("secp521r1")?;
/// assert_eq!((curve.name(), curve.coordinate_bytes()), (Some("secp521r1"), 66));
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone)]
pub struct Curve(Arc<Parts>);

struct Parts {
    named: Option<&'static NamedCurve>,
    engine: Arc<dyn Engine>,
    scalars: Scalars,
}

impl Curve {
    /// The curve of that name or alias, in any case, on this machine's best kernels.
    ///
    /// # Errors
    /// [`Error::UnknownName`].
    pub fn named(name: &str) -> Result<Self> {
        let named = NamedCurve::find(name)?;
        Self::over(&Parameters::named(named.name)?, Some(named), Features::detect())
    }

    /// The curve with these parameters, on kernels within `features`.
    ///
    /// # Errors
    /// As [`engine`].
    pub fn new(parameters: &Parameters, features: Features) -> Result<Self> {
        let is = |c: &&NamedCurve| Parameters::named(c.name).as_ref() == Ok(parameters);
        Self::over(parameters, NamedCurve::all().find(is), features)
    }

    fn over(
        parameters: &Parameters,
        named: Option<&'static NamedCurve>,
        features: Features,
    ) -> Result<Self> {
        let options = Options { features, ..Options::default() };
        let scalars = Scalars::new(OddModulus::new(parameters.order(), &options)?);
        Ok(Self(Arc::new(Parts { named, engine: engine(parameters, features)?, scalars })))
    }

    /// Its name in the standard that introduced it; `None` for a curve without a name here.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        self.0.named.map(|c| c.name)
    }

    /// Its parameters.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        self.0.engine.parameters()
    }

    /// Its scalar multiplications.
    #[must_use]
    pub fn engine(&self) -> &dyn Engine {
        &*self.0.engine
    }

    /// Bytes of a coordinate.
    #[must_use]
    pub fn coordinate_bytes(&self) -> usize {
        self.0.engine.coordinate_bytes()
    }

    /// Bytes of a scalar: a secret key, half of a signature.
    #[must_use]
    pub fn scalar_bytes(&self) -> usize {
        self.scalars().bytes()
    }

    pub(super) fn scalars(&self) -> &Scalars {
        &self.0.scalars
    }

    /// Whether both are the same curve.
    pub(crate) fn same_as(&self, other: &Self) -> Result<()> {
        if Arc::ptr_eq(&self.0, &other.0) || self.parameters() == other.parameters() {
            return Ok(());
        }
        Err(Error::Key {
            wrong: "the keys or signatures belong to different curves; take those of one",
        })
    }
}

impl fmt::Debug for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Curve({}, {} bits)", self.name().unwrap_or("unnamed"), self.parameters().bits())
    }
}

/// The results of all jobs in their order. Jobs of one curve are computed together: `compute` takes
/// a curve and a part of its jobs and returns a result for each. Whole parts run over `split`,
/// because a protocol does much work other than multiples of points.
pub(super) fn by_curve<J: Sync, R: Send>(
    jobs: &[J],
    split: &dyn Split,
    curve: impl Fn(&J) -> &Curve,
    compute: impl Fn(&Curve, &[&J]) -> Vec<R> + Sync,
) -> Vec<R> {
    let mut results: Vec<Option<R>> = jobs.iter().map(|_| None).collect();
    while let Some(first) = results.iter().position(Option::is_none) {
        let here = curve(&jobs[first]);
        let same = |i: &usize| results[*i].is_none() && curve(&jobs[*i]).same_as(here).is_ok();
        let indices: Vec<usize> = (first..jobs.len()).filter(same).collect();
        let together: Vec<&J> = indices.iter().map(|&i| &jobs[i]).collect();
        let part = part(split, together.len(), LANES, usize::MAX);
        let computed = map_parts(split, &together, part, &|jobs| compute(here, jobs));
        for (i, result) in indices.into_iter().zip(computed) {
            results[i] = Some(result);
        }
    }
    results.into_iter().flatten().collect()
}
