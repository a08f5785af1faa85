//! Hash functions by name.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// SHA-2.
#[derive(Clone, Copy)]
pub enum Hash {
    Sha224,
    Sha256,
    Sha384,
    Sha512,
}

impl Hash {
    /// The function of this name, as `hashlib` writes it.
    ///
    /// # Errors
    /// `ValueError` for another name.
    pub fn named(name: &str) -> PyResult<Self> {
        match name {
            "sha224" => Ok(Self::Sha224),
            "sha256" => Ok(Self::Sha256),
            "sha384" => Ok(Self::Sha384),
            "sha512" => Ok(Self::Sha512),
            _ => Err(PyValueError::new_err(format!(
                "there is no hash {name:?}; give sha224, sha256, sha384 or sha512"
            ))),
        }
    }
}

/// `$body` with the type `$hash` of this [`Hash`].
macro_rules! with_hash {
    ($value:expr, $hash:ident => $body:expr) => {
        match $value {
            $crate::hash::Hash::Sha224 => {
                type $hash = sha2::Sha224;
                $body
            }
            $crate::hash::Hash::Sha256 => {
                type $hash = sha2::Sha256;
                $body
            }
            $crate::hash::Hash::Sha384 => {
                type $hash = sha2::Sha384;
                $body
            }
            $crate::hash::Hash::Sha512 => {
                type $hash = sha2::Sha512;
                $body
            }
        }
    };
}

pub(crate) use with_hash;
