//! Key exchange: X25519, secp256r1, secp384r1.
//!
//! A peer's key that is no point, or of low order, is refused as RFC 8446, 4.2.8.2 and 7.4.2, ask
//! for; so are compressed points. Agreements on X25519 that are wanted at the same time are
//! computed together.

use crate::gather::{Gather, Output, Work, most};
use crate::random::with_random;
use crate::{general, random};
use polylimb::ec::{Curve, PublicKey, SecretKey};
use polylimb::p256::P256;
use polylimb::p384::P384;
use polylimb::{Alone, x25519};
use rustls::crypto::{ActiveKeyExchange, SharedSecret, SupportedKxGroup};
use rustls::ffdhe_groups::FfdheGroup;
use rustls::{Error, NamedGroup, PeerMisbehaved};
use std::fmt::{self, Debug, Formatter};
use std::sync::LazyLock;
use zeroize::Zeroizing;

/// Our group of this name.
pub(crate) fn group(name: NamedGroup) -> Option<&'static dyn SupportedKxGroup> {
    GROUPS.iter().find(|group| group.name == name).map(|group| group as _)
}

static GROUPS: [Group; 3] = [
    Group { name: NamedGroup::X25519, start: start::<x25519::SecretKey> },
    Group { name: NamedGroup::secp256r1, start: start::<SecretKey<P256>> },
    Group { name: NamedGroup::secp384r1, start: start::<SecretKey<P384>> },
];

struct Group {
    name: NamedGroup,
    start: fn(NamedGroup) -> Result<Box<dyn ActiveKeyExchange>, Error>,
}

impl SupportedKxGroup for Group {
    fn start(&self) -> Result<Box<dyn ActiveKeyExchange>, Error> {
        (self.start)(self.name)
    }

    fn ffdhe_group(&self) -> Option<FfdheGroup<'static>> {
        None
    }

    fn name(&self) -> NamedGroup {
        self.name
    }
}

impl Debug for Group {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.name.fmt(f)
    }
}

/// A key of one's own.
trait Agreement: Send + Sync + Sized + 'static {
    fn generate(rng: &mut random::System) -> polylimb::Result<Self>;
    fn public(&self) -> polylimb::Result<Vec<u8>>;
    fn agree(&self, peer: &[u8]) -> Result<SharedSecret, Error>;
}

impl Agreement for x25519::SecretKey {
    fn generate(rng: &mut random::System) -> polylimb::Result<Self> {
        Ok(Self::generate(rng))
    }

    fn public(&self) -> polylimb::Result<Vec<u8>> {
        Ok(self.public_key().as_bytes().to_vec())
    }

    fn agree(&self, peer: &[u8]) -> Result<SharedSecret, Error> {
        static TOGETHER: LazyLock<Gather<X25519>> = LazyLock::new(|| Gather::new(X25519, most()));
        if peer.len() != self.as_bytes().len() {
            return Err(PeerMisbehaved::InvalidKeyShare.into());
        }
        let both = Zeroizing::new([self.as_bytes(), peer].concat());
        TOGETHER.compute(&both).map(SharedSecret::from)
    }
}

/// Agreements: of one's own secret key with the other's public key behind it.
struct X25519;

impl Work for X25519 {
    fn prepare(&self, both: &[u8]) -> Vec<u8> {
        both.to_vec()
    }

    fn alone(&self, both: &[u8]) -> Output {
        let (own, peer) = keys(both);
        secret(own.agree(&peer))
    }

    fn batch(&self, all: &[&[u8]]) -> Vec<Output> {
        let keys: Vec<_> = all.iter().map(|both| keys(both)).collect();
        let jobs: Vec<_> = keys.iter().map(|(own, peer)| (own, peer)).collect();
        x25519::SecretKey::agree_all(&jobs, &Alone).into_iter().map(secret).collect()
    }
}

/// The keys in 64 bytes.
fn keys(both: &[u8]) -> (x25519::SecretKey, x25519::PublicKey) {
    let mut halves = Zeroizing::new([[0; 32]; 2]);
    halves.as_flattened_mut().copy_from_slice(both);
    (x25519::SecretKey::from_bytes(halves[0]), x25519::PublicKey::from_bytes(halves[1]))
}

fn secret(shared: polylimb::Result<x25519::SharedSecret>) -> Output {
    shared.map(|shared| shared.as_bytes().to_vec()).map_err(invalid)
}

/// What makes an agreement fail is the peer's key.
fn invalid(_: polylimb::Error) -> Error {
    PeerMisbehaved::InvalidKeyShare.into()
}

impl<C: Curve> Agreement for SecretKey<C> {
    fn generate(rng: &mut random::System) -> polylimb::Result<Self> {
        Self::generate(rng)
    }

    fn public(&self) -> polylimb::Result<Vec<u8>> {
        Ok(self.public_key()?.to_sec1().as_ref().to_vec())
    }

    fn agree(&self, peer: &[u8]) -> Result<SharedSecret, Error> {
        let peer = uncompressed::<C>(peer).map_err(invalid)?;
        Ok(SharedSecret::from(self.agree(&peer).map_err(invalid)?.as_bytes().as_ref()))
    }
}

/// A public key in the one form that TLS allows.
///
/// # Errors
/// As [`PublicKey::from_sec1`].
pub(crate) fn uncompressed<C: Curve>(bytes: &[u8]) -> polylimb::Result<PublicKey<C>> {
    if bytes.first() != Some(&4) {
        return Err(polylimb::Error::Encoding { expected: "an uncompressed point" });
    }
    PublicKey::from_sec1(bytes)
}

struct Exchange<K> {
    group: NamedGroup,
    own: K,
    public: Vec<u8>,
}

fn start<K: Agreement>(group: NamedGroup) -> Result<Box<dyn ActiveKeyExchange>, Error> {
    let own = with_random(K::generate)?.map_err(general)?;
    let public = own.public().map_err(general)?;
    Ok(Box::new(Exchange { group, own, public }))
}

impl<K: Agreement> ActiveKeyExchange for Exchange<K> {
    fn complete(self: Box<Self>, peer: &[u8]) -> Result<SharedSecret, Error> {
        self.own.agree(peer)
    }

    fn pub_key(&self) -> &[u8] {
        &self.public
    }

    fn ffdhe_group(&self) -> Option<FfdheGroup<'static>> {
        None
    }

    fn group(&self) -> NamedGroup {
        self.group
    }
}
