//! ECMQV and EC-SDSA, checked by num-bigint.

use super::judge::Judge;
use super::turns::{Op, Turns, turns};
use super::weierstrass::{HASH, Keys};
use num_bigint::BigUint;
use polylimb::Result;
use polylimb::protocol::ec_sdsa::{self, Form};
use polylimb::protocol::ecmqv::Pair;
use polylimb::protocol::keys::SecretKey;
use sha2::{Digest, Sha256};

impl Keys {
    /// Full ECMQV agreement; each key also acts for the other side, in another role.
    pub(super) fn ecmqv(&self) -> Turns<'_> {
        let agree = |turn: usize, out: &mut Vec<u8>| {
            let own = Pair { fixed: &self.secret[turn], ephemeral: &self.secret[1 - turn] };
            let other = Pair { fixed: &self.public[1 - turn], ephemeral: &self.public[turn] };
            if let Ok(secret) = Pair::agree(own, other) {
                out.extend(secret.as_bytes());
            }
        };
        let expected = |turn: usize| {
            let [own, other] = [&self.secret[turn], &self.secret[1 - turn]];
            self.judge.ecmqv([own, other], [other, own])
        };
        Turns::new(vec![Op::new("agree", agree, expected)], None)
    }

    /// Signing (deterministic) and verifying, in the first form of `[ISO14888-3]`.
    pub(super) fn ec_sdsa(&self) -> Result<Turns<'_>> {
        let sign = |turn: usize| {
            ec_sdsa::sign::<Sha256>(&self.secret[turn], Form::Iso, &self.digests[turn], &[])
        };
        let signed = [sign(0)?, sign(1)?];
        let expected = turns(|turn| {
            let right = self.judge.schnorr(&self.secret[turn], &self.digests[turn], &signed[turn]);
            if right { signed[turn].clone() } else { Vec::new() }
        });
        let wrong = signed[1].clone();
        let verify = |key: usize, signature: &[u8]| {
            let message = &self.digests[key];
            ec_sdsa::verify::<Sha256>(&self.public[key], Form::Iso, message, signature).is_ok()
        };
        let ops = vec![
            Op::new(
                "sign",
                move |turn, out| out.extend(sign(turn).unwrap_or_default()),
                |turn| expected[turn].clone(),
            ),
            Op::check("verify", move |turn| verify(turn, &signed[turn]), move || verify(0, &wrong)),
        ];
        Ok(Turns::new(ops, Some(HASH)))
    }
}

impl Judge {
    /// The abscissa of `h s (E' + a(E') Q')`, `s = e + a(E) d`, for the fixed and ephemeral keys of
    /// one side and of the other.
    fn ecmqv(&self, own: [&SecretKey; 2], other: [&SecretKey; 2]) -> Vec<u8> {
        let number = |key: &SecretKey| BigUint::from_bytes_be(&key.to_bytes());
        let half = |key: &SecretKey| {
            let bound = BigUint::from(1u32) << self.order.bits().div_ceil(2);
            self.public(key).map_or(BigUint::ZERO, |[x, _]| x % &bound + bound)
        };
        let signature = |[fixed, ephemeral]: [&SecretKey; 2]| {
            (number(ephemeral) + half(ephemeral) * number(fixed)) % &self.order
        };
        let cofactor = &self.cofactor;
        // Both implicit signatures times the generator.
        let scalar = cofactor * signature(own) * signature(other) % &self.order;
        self.coordinate(self.times(&scalar).as_ref().map_or(&BigUint::ZERO, |[x, _]| x))
    }

    /// Whether `[ISO14888-3]` accepts: `r` is the hash of `s G - r Q` and the message.
    fn schnorr(&self, key: &SecretKey, message: &[u8], signature: &[u8]) -> bool {
        let (r, s) = signature.split_at(32);
        let challenge = &self.order - BigUint::from_bytes_be(r) % &self.order;
        let multiple = self.curve.multiply(&challenge, &self.public(key));
        let point = self.curve.add(&self.times(&BigUint::from_bytes_be(s)), &multiple);
        point.is_some_and(|[x, y]| {
            Sha256::digest([&self.coordinate(&x)[..], &self.coordinate(&y), message].concat())[..]
                == *r
        })
    }
}
