//! Shared code of the BLS subcommands.

use super::files::wrong_key;
use polylimb::bls12_381::{MinimalPubkeySize, MinimalSignatureSize, PublicKey, Scheme};
use polylimb::protocol::keys::{AnyPublicKey, PairingPublicKey};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number::shorten;
use std::path::PathBuf;

/// The draft's schemes, as `--form` names them.
const FORMS: [(&str, Scheme); 3] = [
    ("basic", Scheme::Basic),
    ("aug", Scheme::MessageAugmentation),
    ("pop", Scheme::ProofOfPossession),
];

/// The scheme of that name, in any case; without a name, with proofs of possession.
pub(crate) fn form(name: Option<&str>) -> Result<Scheme> {
    let name = name.unwrap_or("pop");
    let found = FORMS.iter().find(|(form, _)| form.eq_ignore_ascii_case(name));
    found.map(|(_, scheme)| *scheme).ok_or_else(|| {
        Failure::usage(format!("there is no form '{}'; there are: basic, aug, pop", shorten(name)))
    })
}

/// Public keys whose signatures can be added.
pub(crate) enum Keys {
    /// With signatures of 96 bytes.
    Short(Vec<PublicKey<MinimalPubkeySize>>),
    /// With signatures of 48 bytes.
    Long(Vec<PublicKey<MinimalSignatureSize>>),
}

/// The keys in these files; they must be of one kind.
pub(crate) fn public_keys(paths: &[PathBuf]) -> Result<Keys> {
    let (mut short, mut long) = (Vec::new(), Vec::new());
    for path in paths {
        match super::files::public_key(path)? {
            AnyPublicKey::Pairing(PairingPublicKey::Bls(key)) => short.push(key),
            AnyPublicKey::Pairing(PairingPublicKey::BlsMinimalSignature(key)) => long.push(key),
            _ => {
                let wrong = "a public key of BLS signatures is needed, from key generate --curve bls12-381 and key public";
                return Err(wrong_key(path, polylimb::Error::Key { wrong }));
            }
        }
    }
    match (short.is_empty(), long.is_empty()) {
        (_, true) => Ok(Keys::Short(short)),
        (true, _) => Ok(Keys::Long(long)),
        _ => Err(Failure::usage(
            "some keys are of bls and some of bls-min-sig; their signatures lie in different groups, so give keys of one kind",
        )),
    }
}
