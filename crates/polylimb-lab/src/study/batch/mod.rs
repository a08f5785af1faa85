//! Batches: the library's batch functions, and the same operations one by one, both on any number
//! of threads.
//!
//! A row is a protocol on a curve, a way of computing and a thread count. It has 64 jobs; times are
//! per job. Twelve different jobs, drawn from the seed, take turns, so that each occurs in several
//! lanes. The result of every job of every sample is compared with the result over num-bigint, or
//! confirmed over num-bigint by the scheme's equation. Some of the signatures to verify are wrong,
//! and exactly these must be refused. The study `powm` has batches of powers.

mod curve25519;
mod jobs;
mod weierstrass;

use super::plan::Plan;
use super::protocol::Ground;
use super::{Bench, Row, Size, Study};
use crate::executor;
use crate::failure::{Failure, Result};
use crate::record::Measurement;
use crate::registry;
use curve25519::Secrets;
use jobs::Batch;
use polylimb::authors::entry::Entry;
use polylimb::cpu::Features;
use polylimb::{Error, Split};
use polylimb_catalogue::protocols::PROTOCOLS;
use std::sync::Arc;
use weierstrass::Keys;

/// Jobs in a batch.
pub const JOBS: usize = 64;

/// How a batch is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// By the batch function, which uses eight lanes where curve and processor support them.
    Together,
    /// Each job by the function for one job, the jobs distributed over the threads.
    OneByOne,
}

impl Way {
    const ALL: [Self; 2] = [Self::Together, Self::OneByOne];

    const fn name(self) -> &'static str {
        match self {
            Self::Together => "batch",
            Self::OneByOne => "one by one",
        }
    }
}

/// The measured operations of a protocol; empty without a batch function, or on another ground.
fn operations(ground: &Ground, protocol: &str) -> &'static [&'static str] {
    match (ground, protocol) {
        (Ground::Weierstrass(_), "ecdh") => &["public-key", "agree"],
        (Ground::Weierstrass(curve), "ecdsa") if curve.parameters.cofactor() == [1] => {
            &["sign", "verify", "recover"]
        }
        (Ground::Weierstrass(_), "ecdsa") => &["sign", "verify"],
        (Ground::Weierstrass(curve), "bip340") if curve.title == "secp256k1" => &["verify"],
        (Ground::Curve25519, "x25519") => &["agree"],
        (Ground::Curve25519, "ed25519") => &["verify"],
        _ => &[],
    }
}

/// The protocols that have a batch function.
pub const WITH_BATCHES: [&str; 5] = ["ecdh", "ecdsa", "bip340", "x25519", "ed25519"];

/// The study of a plan, on one curve.
pub struct Batches {
    plan: Plan,
    ground: Ground,
    rows: Vec<Row>,
    ways: Vec<Way>,
}

impl Batches {
    /// The library's protocols with batch functions on this ground. The plan's sizes become the
    /// curve's, its algorithms the protocols' names.
    ///
    /// # Errors
    /// [`Failure::Usage`] if there are none.
    pub fn new(mut plan: Plan, ground: Ground) -> Result<Self> {
        plan.bits = vec![ground.bits()];
        let asked = |p: &&Entry<()>| {
            plan.algorithms.as_ref().is_none_or(|names| names.iter().any(|n| n == p.name))
        };
        let (mut rows, mut ways) = (Vec::new(), Vec::new());
        for &threads in &plan.threads {
            for protocol in PROTOCOLS.iter().filter(asked) {
                if operations(&ground, protocol.name).is_empty() {
                    continue;
                }
                for executor in plan.executors_for(threads) {
                    for way in Way::ALL {
                        rows.push(row(protocol, &ground, way, threads, executor));
                        ways.push(way);
                    }
                }
            }
        }
        if rows.is_empty() {
            return Err(Failure::usage(format!(
                "none of these protocols has batches on {}; ecdh and ecdsa have them on curves y² = x³ + a x + b, bip340 on secp256k1, ed25519 and x25519 on Curve25519",
                ground.title()
            )));
        }
        Ok(Self { plan, ground, rows, ways })
    }
}

fn row(
    protocol: &Entry<()>,
    ground: &Ground,
    way: Way,
    threads: usize,
    executor: Option<&'static executor::Entry>,
) -> Row {
    let mut names = Measurement {
        study: "batch".into(),
        algorithm: protocol.name.into(),
        threads,
        executor: executor.map_or("alone", |e| e.name).into(),
        constant_time: registry::constant_time(protocol.constant_time).into(),
        library: true,
        variant: format!("{}, {}", ground.title(), way.name()),
        kernel: polylimb::authors::limb::Kernel::best(Features::detect()).name().into(),
        ..Measurement::default()
    };
    names.params.insert("curve".into(), ground.title().into());
    names.params.insert("way".into(), way.name().into());
    names.params.insert("jobs".into(), JOBS.into());
    let threads_word = threads.to_string();
    let words =
        ["--curve", ground.title(), "--algorithms", protocol.name, "--threads", &threads_word];
    Row { threads, executor, names, words: words.map(str::to_owned).into() }
}

impl Study for Batches {
    fn name(&self) -> &'static str {
        "batch"
    }

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn rows(&self) -> &[Row] {
        &self.rows
    }

    fn planned(&self, row: usize, _bits: usize) -> usize {
        operations(&self.ground, &self.rows[row].names.algorithm).len()
    }

    fn at(&self, _bits: usize) -> Box<dyn Size + '_> {
        Box::new(match &self.ground {
            Ground::Weierstrass(curve) => OnGround::Weierstrass(
                self,
                Box::new(Keys::draw(self.plan.seed, &curve.parameters, Features::detect())),
            ),
            // The others have no batches and so no rows.
            Ground::Curve25519 | Ground::Bls12381 | Ground::Rsa(_) => {
                OnGround::Curve25519(self, Box::new(Secrets::draw(self.plan.seed)))
            }
        })
    }
}

/// The keys; a user's curve may have none.
enum OnGround<'a> {
    Weierstrass(&'a Batches, Box<polylimb::Result<Keys>>),
    Curve25519(&'a Batches, Box<Secrets>),
}

impl Size for OnGround<'_> {
    fn bench(&self, row: usize, split: &Arc<dyn Split>) -> polylimb::Result<Box<dyn Bench + '_>> {
        let (Self::Weierstrass(study, _) | Self::Curve25519(study, _)) = self;
        let way = study.ways[row];
        let works = match (self, study.rows[row].names.algorithm.as_str()) {
            (Self::Weierstrass(_, keys), "ecdh") => {
                (**keys).as_ref().map_err(Clone::clone)?.ecdh(way)
            }
            (Self::Weierstrass(_, keys), "ecdsa") => {
                (**keys).as_ref().map_err(Clone::clone)?.ecdsa(way)
            }
            (Self::Weierstrass(_, keys), "bip340") => {
                (**keys).as_ref().map_err(Clone::clone)?.bip340(way)?
            }
            (Self::Curve25519(_, secrets), "x25519") => secrets.x25519(way),
            (Self::Curve25519(_, secrets), "ed25519") => secrets.ed25519(way),
            _ => return Err(Error::UnknownName { kind: "protocol" }),
        };
        Ok(Box::new(Batch::new(works, split)))
    }
}
