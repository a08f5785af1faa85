//! X25519 and Ed25519, checked by num-bigint.

use super::turns::{Op, TURNS, Turns, turns};
use crate::judge::{curve as judge, edwards};
use num_bigint::BigUint;
use polylimb::{ed25519, x25519};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};

/// 32 random bytes for each turn, from which both protocols make keys.
pub(super) struct Seeds([[u8; 32]; TURNS]);

impl Seeds {
    pub(super) fn draw(seed: u64) -> Self {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        Self(turns(|_| {
            let mut bytes = [0; 32];
            rng.fill_bytes(&mut bytes);
            bytes
        }))
    }

    /// Key generation and agreement.
    pub(super) fn x25519(&self) -> Turns<'_> {
        let secret = self.0.map(x25519::SecretKey::from_bytes);
        let public = turns(|turn| secret[turn].public_key());
        let base = BigUint::from(9u8);
        let ops = vec![
            Op::new(
                "generate",
                |turn, out| {
                    let key = x25519::SecretKey::from_bytes(self.0[turn]);
                    out.extend(key.public_key().as_bytes());
                },
                |turn| abscissa(&[self.0[turn]], &base),
            ),
            Op::new(
                "agree",
                move |turn, out| {
                    if let Ok(shared) = secret[turn].agree(&public[1 - turn]) {
                        out.extend(shared.as_bytes());
                    }
                },
                |turn| abscissa(&[self.0[1 - turn], self.0[turn]], &base),
            ),
        ];
        Turns::new(ops, None)
    }

    /// Key generation, signing, verifying.
    pub(super) fn ed25519(&self) -> Turns<'_> {
        let secret = turns(|turn| ed25519::SecretKey::from_bytes(&self.0[turn]));
        let public = turns(|turn| secret[turn].public_key());
        let message = |turn: usize| [turn as u8; 32];
        let signed = turns(|turn| secret[turn].sign(&message(turn)));
        let wrong = signed[1];
        let other = public[0];
        let ops = vec![
            Op::new(
                "generate",
                |turn, out| {
                    let key = ed25519::SecretKey::from_bytes(&self.0[turn]);
                    out.extend(key.public_key().as_bytes());
                },
                |turn| edwards::public_key(&self.0[turn]).to_vec(),
            ),
            Op::new(
                "sign",
                move |turn, out| out.extend(secret[turn].sign(&message(turn)).to_bytes()),
                |turn| edwards::sign(&self.0[turn], &message(turn)).to_vec(),
            ),
            Op::check(
                "verify",
                move |turn| public[turn].verify(&message(turn), &signed[turn]).is_ok(),
                move || other.verify(&message(0), &wrong).is_ok(),
            ),
        ];
        Turns::new(ops, Some("sha512"))
    }
}

/// The abscissa `u` of the multiple, by these clamped scalars, of the point with the abscissa
/// `base`, computed in Weierstrass form: the clamped multiples of a point of the large subgroup are
/// never neutral.
pub(in crate::study) fn abscissa(scalars: &[[u8; 32]], base: &BigUint) -> Vec<u8> {
    let (curve, shift) = judge::Curve::curve25519();
    let p = curve.prime().clone();
    // v² = u³ + A u² + u has a root by the power (p + 3) / 8, times a root of -1 if necessary;
    // either root serves.
    let square = ((base + 486_662u32) * base % &p * base + base) % &p;
    let mut v = square.modpow(&((&p + 3u8) >> 3u32), &p);
    if &v * &v % &p != square {
        v = v * BigUint::from(2u8).modpow(&((&p - 1u8) >> 2u32), &p) % &p;
    }
    let point = Some([(base + &shift) % &p, v]);
    let multiple = scalars.iter().fold(point, |point, scalar| {
        let mut clamped = *scalar;
        clamped[0] &= 0xf8;
        clamped[31] = clamped[31] & 0x7f | 0x40;
        curve.multiply(&BigUint::from_bytes_le(&clamped), &point)
    });
    let u = multiple.map_or(BigUint::ZERO, |[x, _]| (x + &p - shift) % &p);
    let mut bytes = u.to_bytes_le();
    bytes.resize(32, 0);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `[RFC7748]`, 6.1: the result of the first party.
    #[test]
    fn the_answer_of_the_standard() {
        let hex = |text: &str| -> [u8; 32] {
            std::array::from_fn(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap())
        };
        let secret = hex("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a");
        let other = hex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f");
        let shared = hex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");
        assert_eq!(abscissa(&[secret], &BigUint::from_bytes_le(&other)), shared);
    }
}
