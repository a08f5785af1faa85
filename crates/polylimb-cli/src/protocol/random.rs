//! The operating system's random numbers for a library that takes any generator.

use polylimb_lab::failure::{Failure, Result};
use rand_core::{CryptoRng, RngCore};

/// The operating system's generator; keeps its error.
pub(crate) struct SystemRandom {
    failed: Option<getrandom::Error>,
}

/// The result of `f` with the generator; no result if the generator failed.
///
/// # Errors
/// [`Failure::Run`] if the operating system gives no random numbers; the errors of `f`.
pub(crate) fn with<T>(f: impl FnOnce(&mut SystemRandom) -> Result<T>) -> Result<T> {
    let mut random = SystemRandom { failed: None };
    let made = f(&mut random);
    match random.failed {
        Some(error) => {
            Err(Failure::run(format!("the operating system gives no random numbers: {error}")))
        }
        None => made,
    }
}

impl RngCore for SystemRandom {
    fn next_u32(&mut self) -> u32 {
        rand_core::impls::next_u32_via_fill(self)
    }

    fn next_u64(&mut self) -> u64 {
        rand_core::impls::next_u64_via_fill(self)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        if let Err(error) = getrandom::fill(bytes) {
            bytes.fill(0);
            self.failed = Some(error);
        }
    }
}

impl CryptoRng for SystemRandom {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_made_with_a_failed_generator_is_used() {
        let failed = with(|random| {
            random.failed = Some(getrandom::Error::UNSUPPORTED);
            Ok(())
        });
        assert_eq!(failed.unwrap_err().status(), 3);
        let draw = || with(|random| Ok([random.next_u64(), random.next_u64()])).unwrap();
        assert_ne!(draw(), draw());
    }
}
