//! polylimb for Python: the compiled module `polylimb._polylimb`.
//!
//! | file | what it is |
//! |---|---|
//! | `column.rs` | what comes in: integers, bytes, buffers, Arrow arrays, as rows of bytes |
//! | `arrow.rs` | the Arrow C data interface, by which columns come and go |
//! | `answer.rs` | what goes out: a list for lists, a `Column` for columns |
//! | `batch.rs` | rows over threads, without the interpreter's lock, until Ctrl-C; a bar |
//! | `number.rs` | Python's integers |
//! | `modulus.rs`, `fixed_base.rs`, `crt.rs`, `primes.rs` | numbers |
//! | `ec.rs`, `ecdsa.rs`, `ecdh.rs`, … | protocols: keys, and batches over rows |
//!
//! A batch reads its columns while it holds the interpreter's lock and computes without it. Memory
//! of Arrow and `bytes` does not change and is borrowed; any other buffer is copied first.

use pyo3::prelude::*;

mod answer;
mod arrow;
mod batch;
mod bip340;
mod bls;
mod column;
mod crt;
mod ec;
mod ecdh;
mod ecdsa;
mod ed25519;
mod error;
mod fixed_base;
mod hash;
mod modulus;
mod number;
mod paillier;
mod primes;
mod rsa;
mod x25519;

#[pymodule]
mod _polylimb {
    #[pymodule_export]
    use crate::answer::Column;
    #[pymodule_export]
    use crate::bip340::{Bip340PublicKey, Bip340SecretKey, bip340_verify_many};
    #[pymodule_export]
    use crate::bls::{Bls, BlsSecretKey};
    #[pymodule_export]
    use crate::crt::CrtModulus;
    #[pymodule_export]
    use crate::ec::{EcPublicKey, EcSecretKey};
    #[pymodule_export]
    use crate::ecdh::ecdh_agree_many;
    #[pymodule_export]
    use crate::ecdsa::{ecdsa_recover_many, ecdsa_sign_many, ecdsa_verify_many};
    #[pymodule_export]
    use crate::ed25519::{
        Ed25519PublicKey, Ed25519SecretKey, ed25519_sign_many, ed25519_verify_many,
    };
    #[pymodule_export]
    use crate::error::InvalidSignature;
    #[pymodule_export]
    use crate::fixed_base::FixedBase;
    #[pymodule_export]
    use crate::modulus::Modulus;
    #[pymodule_export]
    use crate::paillier::{PaillierPublicKey, PaillierSecretKey, PaillierShortExponents};
    #[pymodule_export]
    use crate::primes::{
        is_probable_prime_vartime, next_prime_vartime, random_prime, random_safe_prime,
    };
    #[pymodule_export]
    use crate::rsa::{RsaPublicKey, RsaSecretKey, rsa_sign_many, rsa_verify_many};
    #[pymodule_export]
    use crate::x25519::{X25519PublicKey, X25519SecretKey, x25519_agree_many};
}
