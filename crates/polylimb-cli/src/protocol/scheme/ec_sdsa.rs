//! `ec-sdsa` on any curve, in three forms.

use super::super::files::Message;
use super::super::hash::{self, Hash};
use super::super::random;
use super::{Nonce, Options, Scheme, Signed, Verified, details, unfit};
use polylimb::protocol::Curve;
use polylimb::protocol::ec_sdsa::Form;
use polylimb::protocol::keys::{AnyPublicKey, AnySecretKey};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number::shorten;
use rand_core::RngCore;
use serde_json::{Map, Value, json};
use zeroize::Zeroizing;

pub(super) const SCHEME: Scheme = Scheme { name: "ec-sdsa", sign, verify };

const NEEDS: &str = "on a curve y^2 = x^3 + a x + b";
/// Random bytes in a hedged nonce.
const HEDGE_BYTES: usize = 32;

fn sign(
    key: &AnySecretKey,
    message: &Message<'_>,
    options: &Options,
    nonce: Option<Nonce>,
) -> Result<Signed> {
    let AnySecretKey::Weierstrass(key) = key else { return Err(unfit(SCHEME.name, NEEDS)) };
    let (form, hash) = options.schnorr()?;
    let mut extra = Zeroizing::new(Vec::new());
    if nonce == Some(Nonce::Hedged) {
        extra.resize(HEDGE_BYTES, 0);
        random::with(|random| {
            random.fill_bytes(&mut extra);
            Ok(())
        })?;
    }
    let signature = (hash.sign_schnorr)(key, form, &message.read()?, &extra)?;
    Ok(Signed { signature, details: fields(key.curve(), form, hash) })
}

fn verify(
    key: &AnyPublicKey,
    message: &Message<'_>,
    signature: &[u8],
    options: &Options,
) -> Result<Verified> {
    let AnyPublicKey::Weierstrass(key) = key else { return Err(unfit(SCHEME.name, NEEDS)) };
    let (form, hash) = options.schnorr()?;
    let verdict = (hash.verify_schnorr)(key, form, &message.read()?, signature);
    Ok(Verified { verdict, details: fields(key.curve(), form, hash) })
}

fn fields(curve: &Curve, form: Form, hash: &Hash) -> Map<String, Value> {
    details([
        ("curve", json!(curve.name())),
        ("form", json!(form.name())),
        ("hash", json!(hash.name)),
    ])
}

impl Options {
    /// The form and the hash.
    fn schnorr(&self) -> Result<(Form, &'static Hash)> {
        if self.format.is_some() || self.low_s {
            return Err(Failure::usage(
                "--format and --low-s are for ecdsa; ec-sdsa has one form in bytes, --form says which standard's",
            ));
        }
        let name = self.form.as_deref().unwrap_or(Form::Iso.name());
        let form = Form::ALL.into_iter().find(|form| form.name().eq_ignore_ascii_case(name));
        let form = form.ok_or_else(|| {
            let names = Form::ALL.map(Form::name).join(", ");
            Failure::usage(format!("there is no form '{}'; there are: {names}", shorten(name)))
        })?;
        Ok((form, hash::find(self.hash.as_deref().unwrap_or(hash::DEFAULT))?))
    }
}
