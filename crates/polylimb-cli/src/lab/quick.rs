//! `polylimb lab` without a study: a quick run of every study of times.

use super::options::{Algorithms, Beside, Bits, How, Kernels, Parallel, Timed, Times};
use super::{batch, field, modmul, pairing, powm, protocol, scalar};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::study::Study;

/// The options of the quick run. Each study takes its own of them.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    bits: Bits,
    #[command(flatten)]
    parallel: Parallel,
    #[command(flatten)]
    algorithms: Algorithms,
    #[command(flatten)]
    kernels: Kernels,
    #[command(flatten)]
    times: Times,
    #[command(flatten)]
    beside: Beside,
}

impl Timed for Options {
    const QUICK: bool = true;

    fn times(&self) -> &Times {
        &self.times
    }

    fn beside(&self) -> Beside {
        self.beside
    }

    fn studies(&self, how: &How) -> Result<Vec<Box<dyn Study>>> {
        let Self { bits, parallel, algorithms, kernels, times, beside } = self.clone();
        let modmul = modmul::Options {
            bits: bits.clone(),
            parallel: parallel.clone(),
            algorithms: algorithms.clone(),
            kernels: kernels.clone(),
            times: times.clone(),
            beside,
            ..Default::default()
        };
        let powm = powm::Options {
            bits,
            parallel: parallel.clone(),
            algorithms: algorithms.clone(),
            kernels: kernels.clone(),
            times: times.clone(),
            beside,
            ..Default::default()
        };
        let scalar = scalar::Options {
            parallel: parallel.clone(),
            kernels,
            times: times.clone(),
            ..Default::default()
        };
        let field = field::Options {
            algorithms: algorithms.clone(),
            times: times.clone(),
            ..Default::default()
        };
        let pairing = pairing::Options {
            parallel: parallel.clone(),
            algorithms: algorithms.clone(),
            times: times.clone(),
            ..Default::default()
        };
        let protocol = protocol::Options {
            algorithms: algorithms.clone(),
            times: times.clone(),
            ..Default::default()
        };
        let batch = batch::Options { parallel, algorithms, times, ..Default::default() };
        let mut studies = modmul.studies(how)?;
        studies.extend(powm.studies(how)?);
        // Its rows have no names of algorithms.
        if self.algorithms.names().is_none() {
            studies.extend(scalar.studies(how)?);
        }
        studies.extend(field.studies(how)?);
        studies.extend(pairing.studies(how)?);
        studies.extend(protocol.studies(how)?);
        studies.extend(batch.studies(how)?);
        if studies.is_empty() && how.here() {
            return Err(Failure::usage(
                "--algorithms: no study has any of them; see polylimb list",
            ));
        }
        Ok(studies)
    }
}
