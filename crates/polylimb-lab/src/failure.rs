//! What went wrong, and the exit status for it.

use crate::number::printable;
use std::fmt;
use std::io;

/// The result of a fallible function of the laboratory.
pub type Result<T> = std::result::Result<T, Failure>;

/// Why a command failed. The message is one line: what was wrong, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// A check failed; exit status 1.
    No(String),
    /// The input or the usage was wrong; exit status 2.
    Usage(String),
    /// The run failed: I/O, a missing tool or board, a wrong result; exit status 3.
    Run(String),
    /// The reader of the output closed it, which is no failure: exit status 0 and no message.
    ReaderGone,
}

impl Failure {
    /// A wrong input or usage.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into())
    }

    /// A failed run.
    pub fn run(message: impl Into<String>) -> Self {
        Self::Run(message.into())
    }

    /// The exit status of the command.
    #[must_use]
    pub const fn status(&self) -> u8 {
        match self {
            Self::ReaderGone => 0,
            Self::No(_) => 1,
            Self::Usage(_) => 2,
            Self::Run(_) => 3,
        }
    }

    /// An error in reading: what is no file is the wrong input, all else a failed run.
    #[must_use]
    pub fn reading(error: &io::Error, message: String) -> Self {
        match error.kind() {
            io::ErrorKind::InvalidInput => Self::Usage(message),
            _ => Self::Run(message),
        }
    }

    /// An I/O error, with what it happened to.
    #[must_use]
    pub fn io(error: &io::Error, what: &str) -> Self {
        Self::Run(format!("{what}: {error}"))
    }
}

/// For writing to standard output, whose reader may close it.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ReaderGone
        } else {
            Self::Run(format!("cannot write the output: {error}"))
        }
    }
}

impl From<polylimb::Error> for Failure {
    fn from(error: polylimb::Error) -> Self {
        match error {
            polylimb::Error::PartPanicked
            | polylimb::Error::ThreadStart
            | polylimb::Error::FaultDetected
            | polylimb::Error::Randomness => Self::Run(error.to_string()),
            polylimb::Error::Signature
            | polylimb::Error::Proof
            | polylimb::Error::Confirmation
            | polylimb::Error::Ciphertext => Self::No(error.to_string()),
            _ => Self::Usage(error.to_string()),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::No(message) | Self::Usage(message) | Self::Run(message) => {
                f.write_str(&printable(&message.split_whitespace().collect::<Vec<_>>().join(" ")))
            }
            Self::ReaderGone => Ok(()),
        }
    }
}

impl std::error::Error for Failure {}
