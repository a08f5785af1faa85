//! Signing keys.

use crate::gather::{Gather, Output, Work, most};
use crate::general;
use crate::random::{System, with_random};
use crate::verify::RSA_BITS;
use polylimb::protocol::keys::{AnySecretKey, SecretKey};
use polylimb::protocol::{Hash, ecdsa};
use polylimb::{Alone, ed25519, rsa};
use rand_core::RngCore;
use rustls::crypto::KeyProvider;
use rustls::pki_types::{PrivateKeyDer, SubjectPublicKeyInfoDer};
use rustls::sign::{Signer, SigningKey};
use rustls::{Error, SignatureAlgorithm, SignatureScheme};
use sha2::{Digest, Sha256, Sha384, Sha512};
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;
use std::time::{Duration, Instant};
use zeroize::Zeroizing;

/// Loads our keys, and leaves others to another provider.
#[derive(Debug)]
pub(crate) struct Keys {
    others: &'static dyn KeyProvider,
}

impl Keys {
    pub(crate) fn over(others: &'static dyn KeyProvider) -> Self {
        Self { others }
    }
}

impl KeyProvider for Keys {
    fn load_private_key(&self, der: PrivateKeyDer<'static>) -> Result<Arc<dyn SigningKey>, Error> {
        // Its error, too, for a key that nobody knows.
        let others = self.others.load_private_key(der.clone_key());
        match Key::read(&der, others.as_ref().ok()) {
            Some(key) => Ok(Arc::new(key)),
            None => others,
        }
    }
}

/// A secret key with the schemes that it signs by, the preferred one first.
struct Key {
    algorithm: SignatureAlgorithm,
    public: Vec<u8>,
    schemes: Vec<Scheme>,
}

/// A scheme with the key inside.
#[derive(Clone)]
struct Scheme {
    scheme: SignatureScheme,
    key: SchemeKey,
}

#[derive(Clone)]
enum SchemeKey {
    Rsa(Arc<Gather<Rsa>>),
    Ecdsa(Arc<Gather<Ecdsa>>),
    /// The library signs one by one.
    Ed25519(Arc<ed25519::SecretKey>),
}

impl Key {
    /// `None` for a key of another kind. `others` is the same key, if another provider knows it.
    fn read(der: &PrivateKeyDer<'_>, others: Option<&Arc<dyn SigningKey>>) -> Option<Self> {
        let key = AnySecretKey::decode(der.secret_der()).ok()?;
        let name = key.name();
        match (key, name) {
            (AnySecretKey::Rsa(key), _) => Self::rsa(&key, others),
            (AnySecretKey::Ed25519(key), _) => {
                let public = key.public_key().to_spki_der();
                let key = SchemeKey::Ed25519(Arc::new(key));
                Some(Self::of_one(
                    SignatureAlgorithm::ED25519,
                    public,
                    SignatureScheme::ED25519,
                    key,
                ))
            }
            (AnySecretKey::Weierstrass(key), Some("secp256r1")) => {
                Self::ecdsa::<Sha256>(SignatureScheme::ECDSA_NISTP256_SHA256, key)
            }
            (AnySecretKey::Weierstrass(key), Some("secp384r1")) => {
                Self::ecdsa::<Sha384>(SignatureScheme::ECDSA_NISTP384_SHA384, key)
            }
            (AnySecretKey::Weierstrass(key), Some("secp521r1")) => {
                Self::ecdsa::<Sha512>(SignatureScheme::ECDSA_NISTP521_SHA512, key)
            }
            _ => None,
        }
    }

    /// `None` for a key of a length that TLS does not use.
    fn rsa(key: &rsa::SecretKey, others: Option<&Arc<dyn SigningKey>>) -> Option<Self> {
        if !RSA_BITS.contains(&key.public_key().bits()) {
            return None;
        }
        let with = |others: Option<&Arc<dyn SigningKey>>, scheme, padding, digest| {
            let others = others.and_then(|others| others.choose_scheme(&[scheme]));
            Rsa { key: key.clone(), padding, digest, others }
        };
        let trial = |others| {
            let padding = rsa::Scheme::pkcs1v15::<Sha256>();
            let key = with(others, SignatureScheme::RSA_PKCS1_SHA256, padding, digest::<Sha256>);
            time_alone(&key)
        };
        let others = others.filter(|others| trial(Some(others)) < trial(None));
        let scheme = |scheme, padding, digest| {
            let key = Gather::new(with(others, scheme, padding, digest), most());
            Scheme { scheme, key: SchemeKey::Rsa(Arc::new(key)) }
        };
        let (sha256, sha384, sha512) = (digest::<Sha256>, digest::<Sha384>, digest::<Sha512>);
        let schemes = vec![
            scheme(SignatureScheme::RSA_PSS_SHA512, rsa::Scheme::pss::<Sha512>(), sha512),
            scheme(SignatureScheme::RSA_PSS_SHA384, rsa::Scheme::pss::<Sha384>(), sha384),
            scheme(SignatureScheme::RSA_PSS_SHA256, rsa::Scheme::pss::<Sha256>(), sha256),
            scheme(SignatureScheme::RSA_PKCS1_SHA512, rsa::Scheme::pkcs1v15::<Sha512>(), sha512),
            scheme(SignatureScheme::RSA_PKCS1_SHA384, rsa::Scheme::pkcs1v15::<Sha384>(), sha384),
            scheme(SignatureScheme::RSA_PKCS1_SHA256, rsa::Scheme::pkcs1v15::<Sha256>(), sha256),
        ];
        let public = key.public_key().to_spki_der().ok()?;
        Some(Self { algorithm: SignatureAlgorithm::RSA, public, schemes })
    }

    /// By the scheme that TLS 1.3 has for the curve.
    fn ecdsa<D: Hash>(scheme: SignatureScheme, key: SecretKey) -> Option<Self> {
        let public = key.public_key().and_then(|public| public.to_spki_der()).ok()?;
        let key = Ecdsa { key, digest: digest::<D>, sign: sign_hedged::<D> };
        let key = SchemeKey::Ecdsa(Arc::new(Gather::new(key, most())));
        Some(Self::of_one(SignatureAlgorithm::ECDSA, public, scheme, key))
    }

    fn of_one(
        algorithm: SignatureAlgorithm,
        public: Vec<u8>,
        scheme: SignatureScheme,
        key: SchemeKey,
    ) -> Self {
        Self { algorithm, public, schemes: vec![Scheme { scheme, key }] }
    }
}

/// The least time of three signatures.
fn time_alone(key: &Rsa) -> Duration {
    let time = || {
        let start = Instant::now();
        key.alone(b"a trial").map_or(Duration::MAX, |_| start.elapsed())
    };
    time().min(time()).min(time())
}

type Signed = Vec<polylimb::Result<Vec<u8>>>;
type DigestOf = fn(&[u8]) -> Vec<u8>;

fn digest<D: Digest>(message: &[u8]) -> Vec<u8> {
    D::digest(message).to_vec()
}

struct Rsa {
    key: rsa::SecretKey,
    padding: rsa::Scheme,
    digest: DigestOf,
    /// Another provider's signer, if it signs one message faster.
    others: Option<Box<dyn Signer>>,
}

impl Work for Rsa {
    fn prepare(&self, message: &[u8]) -> Vec<u8> {
        (self.digest)(message)
    }

    fn alone(&self, message: &[u8]) -> Output {
        if let Some(others) = &self.others {
            return others.sign(message);
        }
        let digest = self.prepare(message);
        with_random(|rng| self.key.sign_digest(&self.padding, &digest, rng))?.map_err(general)
    }

    fn batch(&self, digests: &[&[u8]]) -> Vec<Output> {
        let jobs: Vec<_> = digests.iter().map(|digest| (&self.key, *digest)).collect();
        signatures(jobs.len(), |rng| {
            rsa::SecretKey::sign_digests(&jobs, &self.padding, &Alone, rng)
        })
    }
}

struct Ecdsa {
    key: SecretKey,
    digest: DigestOf,
    sign: fn(&SecretKey, &[&[u8]], &mut System) -> Signed,
}

/// The nonces depend on fresh random numbers too.
fn sign_hedged<D: Hash>(key: &SecretKey, digests: &[&[u8]], rng: &mut System) -> Signed {
    let mut extra = Zeroizing::new([0; 32]);
    rng.fill_bytes(&mut *extra);
    let mut signer = ecdsa::Signer::default();
    signer.extra = &*extra;
    let signed = if let [digest] = digests {
        vec![signer.sign_digest::<D>(key, digest)]
    } else {
        let jobs: Vec<_> = digests.iter().map(|digest| (key, *digest)).collect();
        signer.sign_digests::<D>(&jobs, &Alone)
    };
    signed.into_iter().map(|signed| Ok(signed?.0.to_der())).collect()
}

impl Work for Ecdsa {
    fn prepare(&self, message: &[u8]) -> Vec<u8> {
        (self.digest)(message)
    }

    fn alone(&self, message: &[u8]) -> Output {
        self.batch(&[&self.prepare(message)]).remove(0)
    }

    fn batch(&self, digests: &[&[u8]]) -> Vec<Output> {
        signatures(digests.len(), |rng| (self.sign)(&self.key, digests, rng))
    }
}

/// What `sign` makes with random numbers, `count` signatures.
fn signatures(count: usize, sign: impl FnOnce(&mut System) -> Signed) -> Vec<Output> {
    match with_random(sign) {
        Ok(signed) => signed.into_iter().map(|signed| signed.map_err(general)).collect(),
        Err(error) => vec![Err(error); count],
    }
}

impl SigningKey for Key {
    fn choose_scheme(&self, offered: &[SignatureScheme]) -> Option<Box<dyn Signer>> {
        let scheme = self.schemes.iter().find(|scheme| offered.contains(&scheme.scheme))?;
        Some(Box::new(scheme.clone()))
    }

    fn public_key(&self) -> Option<SubjectPublicKeyInfoDer<'_>> {
        Some(SubjectPublicKeyInfoDer::from(&self.public[..]))
    }

    fn algorithm(&self) -> SignatureAlgorithm {
        self.algorithm
    }
}

impl Signer for Scheme {
    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, Error> {
        match &self.key {
            SchemeKey::Rsa(key) => key.compute(message),
            SchemeKey::Ecdsa(key) => key.compute(message),
            SchemeKey::Ed25519(key) => Ok(key.sign(message).to_bytes().to_vec()),
        }
    }

    fn scheme(&self) -> SignatureScheme {
        self.scheme
    }
}

impl Debug for Key {
    /// Without the key.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Key").field("algorithm", &self.algorithm).finish_non_exhaustive()
    }
}

impl Debug for Scheme {
    /// Without the key.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signer").field("scheme", &self.scheme).finish_non_exhaustive()
    }
}
