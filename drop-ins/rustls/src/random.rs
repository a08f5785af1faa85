//! The operating system's random numbers, whose failure is an error.

use rand_core::{CryptoRng, RngCore};
use rustls::Error;

/// Gives zeros after a failure, whose results [`with_random`] drops.
pub(crate) struct System {
    failed: bool,
}

/// What `f` makes with random numbers.
///
/// # Errors
/// [`Error::FailedToGetRandomBytes`] if the operating system gave none.
pub(crate) fn with_random<T>(f: impl FnOnce(&mut System) -> T) -> Result<T, Error> {
    let mut system = System { failed: false };
    let result = f(&mut system);
    if system.failed { Err(Error::FailedToGetRandomBytes) } else { Ok(result) }
}

impl RngCore for System {
    fn next_u32(&mut self) -> u32 {
        let mut bytes = [0; 4];
        self.fill_bytes(&mut bytes);
        u32::from_le_bytes(bytes)
    }

    fn next_u64(&mut self) -> u64 {
        let mut bytes = [0; 8];
        self.fill_bytes(&mut bytes);
        u64::from_le_bytes(bytes)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        if getrandom::fill(bytes).is_err() {
            bytes.fill(0);
            self.failed = true;
        }
    }
}

impl CryptoRng for System {}
