//! Protocols: time and operations per second of the usual protocols on a curve.
//!
//! The keys and messages of a curve are drawn from the seed and take turns. Signing is
//! deterministic, so that each result has one correct value: keys, shared secrets and signatures
//! are compared byte for byte with the results over num-bigint, or confirmed over num-bigint by the
//! scheme's equation. A correct signature must verify, and a signature of another key must not.
//! `pairings.rs` says how the protocols on pairings are checked. The time of key generation
//! includes drawing random numbers (`ChaCha20`).

mod curve25519;
mod encryption;
mod judge;
mod mqv_schnorr;
mod pairings;
mod rsa;
pub(super) mod turns;
mod weierstrass;

use super::plan::Plan;
use super::{Bench, Row, Size, Study};
use crate::failure::{Failure, Result};
use crate::record::Measurement;
use crate::registry;
use crate::study::scalar::Curve;
use curve25519::Seeds;
pub(super) use curve25519::abscissa;
pub(super) use judge::Judge;
use pairings::Parties;
use polylimb::authors::entry::Entry;
use polylimb::cpu::Features;
use polylimb::pairing::PairingName;
use polylimb::rsa::Scheme;
use polylimb::{Error, Split};
use polylimb_catalogue::protocols::PROTOCOLS;
use rsa::RsaKeys;
use sha2::Sha256;
use std::sync::Arc;
use weierstrass::Keys;

/// The hash of the messages; `None` if nothing is hashed.
pub(super) type Hashed = Option<&'static str>;

/// The curve, pairing or length of the protocols.
#[derive(Debug, Clone)]
pub enum Ground {
    /// A curve `y² = x³ + a x + b`, or `y² + x y = x³ + a x² + b` over a binary field.
    Weierstrass(Curve),
    /// Curve25519 in its two forms.
    Curve25519,
    /// BLS12-381 with its pairing.
    Bls12381,
    /// RSA, by the bits of its moduli.
    Rsa(RsaBits),
}

/// The lengths of RSA that are measured: a name, and the bits of a modulus.
#[derive(Debug, Clone, Copy)]
pub struct RsaBits(&'static str, usize);

impl RsaBits {
    /// The length of that name, in any case.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        const ALL: [RsaBits; 4] = [
            RsaBits("RSA-2048", 2048),
            RsaBits("RSA-3072", 3072),
            RsaBits("RSA-4096", 4096),
            RsaBits("RSA-8192", 8192),
        ];
        ALL.into_iter().find(|bits| bits.0.eq_ignore_ascii_case(name))
    }
}

/// The names that mean [`Ground::Curve25519`].
pub const CURVE25519: [&str; 4] = ["Curve25519", "X25519", "edwards25519", "Ed25519"];

impl Ground {
    /// Its name.
    #[must_use]
    pub fn title(&self) -> &str {
        match self {
            Self::Weierstrass(curve) => &curve.title,
            Self::Curve25519 => CURVE25519[0],
            Self::Bls12381 => PairingName::Bls12381.name(),
            Self::Rsa(RsaBits(name, _)) => name,
        }
    }

    pub(super) fn bits(&self) -> usize {
        match self {
            Self::Weierstrass(curve) => curve.parameters.bits(),
            Self::Curve25519 => 255,
            Self::Bls12381 => 381,
            Self::Rsa(RsaBits(_, bits)) => *bits,
        }
    }

    /// The measured operations of a protocol; empty if it does not run on this ground.
    fn operations(&self, protocol: &str) -> &'static [&'static str] {
        match (self, protocol) {
            (Self::Weierstrass(_), "ecdh") | (Self::Curve25519, "x25519") => &["generate", "agree"],
            // Keys are recovered only on curves of cofactor 1.
            (Self::Weierstrass(curve), "ecdsa") if curve.parameters.cofactor() != [1] => {
                &["sign", "verify"]
            }
            (Self::Weierstrass(_), "ecdsa") => &["sign", "verify", "recover"],
            (Self::Weierstrass(curve), "bip340") if curve.title == "secp256k1" => {
                &["sign", "verify"]
            }
            (Self::Weierstrass(_), "ecmqv")
            | (Self::Bls12381, "sakai-ohgishi-kasahara" | "joux") => &["agree"],
            (Self::Weierstrass(_), "ec-sdsa") | (Self::Rsa(_), "rsa-pss" | "rsa-pkcs1v15") => {
                &["sign", "verify"]
            }
            (Self::Weierstrass(_), "ecies")
            | (Self::Bls12381, "boneh-franklin")
            | (Self::Rsa(_), "rsa-oaep") => &["encrypt", "decrypt"],
            // The encoding searches for a block among the points of the subgroup.
            (Self::Weierstrass(curve), "ec-elgamal") if curve.parameters.cofactor() == [1] => {
                &["encrypt", "decrypt"]
            }
            (Self::Curve25519, "ed25519") => &["generate", "sign", "verify"],
            (Self::Bls12381, "bls") => &["sign", "verify", "verify sum of 8", "verify batch of 8"],
            _ => &[],
        }
    }
}

/// The study of a plan, on one curve.
pub struct Protocols {
    plan: Plan,
    ground: Ground,
    rows: Vec<Row>,
}

impl Protocols {
    /// The library's protocols that run on this ground. The plan's sizes become the curve's, its
    /// algorithms the protocols' names.
    ///
    /// # Errors
    /// [`Failure::Usage`] if there are none.
    pub fn new(mut plan: Plan, ground: Ground) -> Result<Self> {
        plan.bits = vec![ground.bits()];
        let asked = |p: &&Entry<()>| {
            plan.algorithms.as_ref().is_none_or(|names| names.iter().any(|n| n == p.name))
        };
        let runs = |p: &&Entry<()>| !ground.operations(p.name).is_empty();
        let rows: Vec<Row> =
            PROTOCOLS.iter().filter(asked).filter(runs).map(|p| row(p, &ground)).collect();
        if rows.is_empty() {
            return Err(Failure::usage(format!(
                "none of these protocols runs on {}; see polylimb list protocol",
                ground.title()
            )));
        }
        Ok(Self { plan, ground, rows })
    }
}

fn row(protocol: &Entry<()>, ground: &Ground) -> Row {
    let mut names = Measurement {
        study: "protocol".into(),
        algorithm: protocol.name.into(),
        threads: 1,
        executor: "alone".into(),
        constant_time: registry::constant_time(protocol.constant_time).into(),
        library: true,
        variant: ground.title().into(),
        kernel: polylimb::authors::limb::Kernel::best(Features::detect()).name().into(),
        ..Measurement::default()
    };
    names.params.insert("curve".into(), ground.title().into());
    let words = ["--curve", ground.title(), "--algorithms", protocol.name];
    Row { threads: 1, executor: None, names, words: words.map(str::to_owned).into() }
}

impl Study for Protocols {
    fn name(&self) -> &'static str {
        "protocol"
    }

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn rows(&self) -> &[Row] {
        &self.rows
    }

    fn planned(&self, row: usize, _bits: usize) -> usize {
        self.ground.operations(&self.rows[row].names.algorithm).len()
    }

    fn at(&self, _bits: usize) -> Box<dyn Size + '_> {
        Box::new(match &self.ground {
            Ground::Weierstrass(curve) => OnGround::Weierstrass(
                self,
                Box::new(Keys::draw(self.plan.seed, &curve.parameters, Features::detect())),
            ),
            Ground::Curve25519 => OnGround::Curve25519(self, Seeds::draw(self.plan.seed)),
            Ground::Bls12381 => OnGround::Bls12381(self, Box::new(Parties::draw(self.plan.seed))),
            Ground::Rsa(RsaBits(_, bits)) => {
                OnGround::Rsa(self, Box::new(RsaKeys::draw(self.plan.seed, *bits)))
            }
        })
    }
}

/// The keys; a user's curve may have none.
enum OnGround<'a> {
    Weierstrass(&'a Protocols, Box<polylimb::Result<Keys>>),
    Curve25519(&'a Protocols, Seeds),
    Bls12381(&'a Protocols, Box<polylimb::Result<Parties>>),
    Rsa(&'a Protocols, Box<polylimb::Result<RsaKeys>>),
}

impl Size for OnGround<'_> {
    fn bench(&self, row: usize, _: &Arc<dyn Split>) -> polylimb::Result<Box<dyn Bench + '_>> {
        let name = |study: &Protocols| study.rows[row].names.algorithm.clone();
        let turns = match self {
            Self::Weierstrass(study, keys) => {
                let keys = (**keys).as_ref().map_err(Clone::clone)?;
                match name(study).as_str() {
                    "ecdh" => keys.ecdh(),
                    "ecdsa" => keys.ecdsa()?,
                    "bip340" => keys.bip340()?,
                    "ecmqv" => keys.ecmqv(),
                    "ec-sdsa" => keys.ec_sdsa()?,
                    "ecies" => keys.ecies()?,
                    "ec-elgamal" => keys.elgamal()?,
                    _ => return Err(Error::UnknownName { kind: "protocol" }),
                }
            }
            Self::Curve25519(study, seeds) => match name(study).as_str() {
                "x25519" => seeds.x25519(),
                "ed25519" => seeds.ed25519(),
                _ => return Err(Error::UnknownName { kind: "protocol" }),
            },
            Self::Bls12381(study, parties) => {
                let parties = (**parties).as_ref().map_err(Clone::clone)?;
                match name(study).as_str() {
                    "bls" => parties.bls()?,
                    "boneh-franklin" => parties.boneh_franklin()?,
                    "sakai-ohgishi-kasahara" => parties.sakai_ohgishi_kasahara(),
                    "joux" => parties.joux(),
                    _ => return Err(Error::UnknownName { kind: "protocol" }),
                }
            }
            Self::Rsa(study, keys) => {
                let keys = (**keys).as_ref().map_err(Clone::clone)?;
                match name(study).as_str() {
                    "rsa-pss" => keys.signatures(Scheme::pss::<Sha256>(), true)?,
                    "rsa-pkcs1v15" => keys.signatures(Scheme::pkcs1v15::<Sha256>(), false)?,
                    "rsa-oaep" => keys.oaep()?,
                    _ => return Err(Error::UnknownName { kind: "protocol" }),
                }
            }
        };
        Ok(Box::new(turns))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::curve;
    use polylimb::authors::entry::Domain;

    #[test]
    fn every_protocol_runs_somewhere() {
        let grounds = [
            Ground::Weierstrass(Curve::new(curve::find("secp256k1").unwrap())),
            Ground::Curve25519,
            Ground::Bls12381,
            Ground::Rsa(RsaBits::find("rsa-2048").unwrap()),
        ];
        // The others have a modulus; their own words run them.
        let on_curves = |p: &&Entry<()>| matches!(p.domain, Domain::Any | Domain::Curve(_));
        let names = PROTOCOLS.iter().filter(on_curves).map(|p| p.name);
        for name in names {
            assert_eq!(
                grounds.iter().filter(|g| !g.operations(name).is_empty()).count(),
                1,
                "{name}"
            );
        }
    }
}
