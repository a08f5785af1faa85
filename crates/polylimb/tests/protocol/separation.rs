//! What one protocol does with a key tells nothing of another that the same key serves.
//!
//! Each protocol is in one of four groups. Those with keys of their own type cannot share one. Of
//! the others signatures have nonces that no other signature has; they take no point, so they
//! multiply none by the key (`[Degabriele2012]` shows signatures and ECIES together secure).
//! Agreements and ECIES compute one product of key and point; what anyone sees of it is a key whose
//! derivation names its purpose.

use crate::protocol_common::{hex, resized, rng};
use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use digest::common::BlockSizeUser;
use digest::{FixedOutput, HashMarker, Output, OutputSizeUser, Update};
use num_bigint::BigUint;
use polylimb::authors::limb::{Bits, Natural};
use polylimb::protocol::ec_sdsa::{self, Form};
use polylimb::protocol::ecmqv::Pair;
use polylimb::protocol::elgamal::Dedicated;
use polylimb::protocol::keys::{
    AnySecretKey, PairingScheme, PairingSecretKey, PublicKey, SecretKey,
};
use polylimb::protocol::{Curve, Hash, bip340, ecdsa, ecies, ibe, joux, kdf, sok};
use polylimb::{Error, bls12_381 as bls, ed25519, x25519};
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512, Sha512_256};
use sha3::Sha3_256;
use std::any::TypeId;
use std::collections::HashMap;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    Signs,
    Agrees,
    Encrypts,
    /// With keys of this type.
    Own(TypeId),
}

/// All protocols.
fn protocols() -> [(&'static str, Use); 13] {
    [
        ("ecdsa", Use::Signs),
        ("ec-sdsa", Use::Signs),
        ("bip340", Use::Signs),
        ("ecdh", Use::Agrees),
        ("ecmqv", Use::Agrees),
        ("ecies", Use::Encrypts),
        ("ec-elgamal", Use::Own(TypeId::of::<Dedicated<SecretKey>>())),
        ("x25519", Use::Own(TypeId::of::<x25519::SecretKey>())),
        ("ed25519", Use::Own(TypeId::of::<ed25519::SecretKey>())),
        ("bls", Use::Own(TypeId::of::<bls::SecretKey>())),
        ("boneh-franklin", Use::Own(TypeId::of::<ibe::Authority>())),
        ("sakai-ohgishi-kasahara", Use::Own(TypeId::of::<sok::Authority>())),
        ("joux", Use::Own(TypeId::of::<joux::SecretKey>())),
    ]
}

#[test]
fn every_pair_of_protocols_is_apart() {
    let shared = Shared::new();
    let nonces = shared.nonces();
    let mut counts = [0; 4];
    for (i, &(a, first)) in protocols().iter().enumerate() {
        for &(b, second) in &protocols()[i + 1..] {
            counts[match (first, second) {
                (Use::Own(_), _) | (_, Use::Own(_)) => {
                    assert_ne!(first, second, "{a} and {b} have one type of key");
                    0
                }
                (Use::Signs, Use::Signs) => {
                    let [first, second] = [a, b].map(|name| &nonces[name]);
                    assert!(first.iter().all(|nonce| !second.contains(nonce)));
                    1
                }
                (Use::Signs, _) | (_, Use::Signs) => {
                    let signer = if first == Use::Signs { a } else { b };
                    shared.signature_has_no_multiple(signer);
                    2
                }
                _ => {
                    shared.derived_keys_open_no_file();
                    3
                }
            }] += 1;
        }
    }
    println!("{counts:?} pairs: own types, nonces, signature and point, derived keys");
    assert_eq!(counts, [7 * 6 + 7 * 6 / 2, 3, 9, 3]);
}

/// A key that serves all protocols that keys can share.
struct Shared {
    curve: Curve,
    key: SecretKey,
    d: BigUint,
    n: BigUint,
    /// For that key.
    file: Vec<u8>,
}

/// The number in at most 32 bytes.
fn number(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_be(bytes)
}

impl Shared {
    fn new() -> Self {
        let curve = Curve::named("secp256k1").unwrap();
        let key = SecretKey::generate(&curve, &mut rng(110)).unwrap();
        let n = number(&Natural::from_words(curve.parameters().order()).to_be_bytes());
        let file = ecies::encrypt(&key.public_key().unwrap(), b"a secret", &mut rng(111)).unwrap();
        Self { d: number(&key.to_bytes()), n, curve, key, file }
    }

    /// The file's point.
    fn ephemeral(&self) -> PublicKey {
        let start = 7 + "secp256k1".len();
        PublicKey::from_sec1(&self.curve, &self.file[start..start + 65]).unwrap()
    }

    fn secret(&self, scalar: &BigUint) -> SecretKey {
        SecretKey::from_bytes(&self.curve, &resized(&scalar.to_bytes_be(), 32)).unwrap()
    }

    /// A nonce, of k and -k the smaller.
    fn of_sign(&self, k: BigUint) -> BigUint {
        let k = k % &self.n;
        let negated = &self.n - &k;
        k.min(negated)
    }

    /// `k` of `s = (z + r d) / k`.
    fn ecdsa<D: Hash>(&self, message: &[u8]) -> BigUint {
        let signature = ecdsa::sign::<D>(&self.key, message).unwrap().to_bytes();
        let (r, s) = (number(&signature[..32]), number(&signature[32..]));
        let digest = D::digest(message);
        let z = number(&digest[..digest.len().min(32)]);
        self.of_sign((z + r * &self.d) * s.modinv(&self.n).unwrap())
    }

    /// `k` of `s = k ± r d`.
    fn ec_sdsa<D: Hash>(&self, form: Form, message: &[u8], extra: &[u8]) -> BigUint {
        let signature = ec_sdsa::sign::<D>(&self.key, form, message, extra).unwrap();
        let (r, s) = signature.split_at(signature.len() - 32);
        let product = number(r) * &self.d % &self.n;
        let negated = &self.n - &product;
        self.of_sign(number(s) + if form == Form::Bsi { product } else { negated })
    }

    /// `k` of `s = k + e d`.
    fn bip340(&self, message: &[u8]) -> BigUint {
        let key = bip340::SigningKey::new(&self.key).unwrap();
        let signature = key.sign_with(message, &[0; 32]).unwrap();
        let tag = Sha256::digest("BIP0340/challenge");
        let public = key.verifying_key().to_bytes();
        let e = [&tag[..], &tag, &signature[..32], &public, message].concat();
        let odd = self.key.public_key().unwrap().to_sec1_compressed()[0] == 3;
        let d = if odd { &self.n - &self.d } else { self.d.clone() };
        let product = number(&Sha256::digest(&e)) * d % &self.n;
        self.of_sign(number(&signature[32..]) + &self.n - product)
    }

    /// The nonces of each signature scheme, which all differ, for the same messages.
    fn nonces(&self) -> HashMap<&'static str, Vec<BigUint>> {
        let mut nonces = HashMap::<_, Vec<_>>::new();
        for message in [&b""[..], b"message", &[0x80; 200]] {
            nonces.entry("ecdsa").or_default().extend([
                self.ecdsa::<Sha224>(message),
                self.ecdsa::<Sha256>(message),
                self.ecdsa::<Sha512_256>(message),
                self.ecdsa::<Sha384>(message),
                self.ecdsa::<Sha512>(message),
                self.ecdsa::<Sha3_256>(message),
            ]);
            for form in Form::ALL {
                for extra in [&b""[..], b"m", &[0; 8]] {
                    nonces.entry("ec-sdsa").or_default().extend([
                        self.ec_sdsa::<Sha224>(form, message, extra),
                        self.ec_sdsa::<Sha256>(form, message, extra),
                        self.ec_sdsa::<Sha512_256>(form, message, extra),
                        self.ec_sdsa::<Sha512>(form, message, extra),
                        self.ec_sdsa::<Sha3_256>(form, message, extra),
                    ]);
                }
            }
            nonces.entry("bip340").or_default().push(self.bip340(message));
        }
        let mut all: Vec<_> = nonces.values().flatten().collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 3 * (6 + 3 * 3 * 5 + 1));
        nonces
    }

    /// Signs what another protocol takes for a point, and the whole file.
    fn signature_has_no_multiple(&self, signer: &str) {
        let multiple =
            polylimb::protocol::keys::SecretKey::agree(&self.key, &self.ephemeral()).unwrap();
        for message in [&self.ephemeral().to_sec1()[..], &self.file] {
            let signature = match signer {
                "ecdsa" => ecdsa::sign::<Sha256>(&self.key, message).unwrap().to_bytes(),
                "ec-sdsa" => ec_sdsa::sign::<Sha256>(&self.key, Form::Bsi, message, b"").unwrap(),
                _ => {
                    let key = bip340::SigningKey::new(&self.key).unwrap();
                    key.sign_with(message, &[0; 32]).unwrap().to_vec()
                }
            };
            assert!(!signature.windows(32).any(|bytes| bytes == multiple.as_bytes()));
            assert!(ecies::decrypt(&self.key, &signature).is_err());
        }
    }

    /// ECDH with the file's point has the secret of the file, and so has ECMQV with two points that
    /// an attacker computes from it. The keys that the standards derive from it open nothing.
    fn derived_keys_open_no_file(&self) {
        let z = polylimb::protocol::keys::SecretKey::agree(&self.key, &self.ephemeral()).unwrap();
        let (fixed, ephemeral) = self.pair_for(&self.ephemeral());
        let pair = Pair { fixed: &fixed, ephemeral: &ephemeral };
        let of_mqv =
            polylimb::protocol::ecmqv::Pair::agree(Pair::one_pass(&self.key), pair).unwrap();
        assert_eq!(of_mqv.as_bytes(), z.as_bytes());

        let sealed = &self.file[7 + 9 + 65..];
        let infos = [&b""[..], b"polylimb ecmqv", &self.file[..7 + 9 + 65], &self.file];
        let mut tried = 0;
        for info in infos {
            for key in [
                z.as_bytes().to_vec(),
                kdf::one_step::<Sha256>(z.as_bytes(), info, 64).unwrap().to_vec(),
                kdf::x963::<Sha256>(z.as_bytes(), info, 64).unwrap().to_vec(),
                kdf::one_step::<Sha512>(z.as_bytes(), info, 64).unwrap().to_vec(),
            ] {
                for part in key.windows(32) {
                    let cipher = ChaCha20Poly1305::new(&Key::try_from(part).unwrap());
                    assert!(cipher.decrypt(&Nonce::default(), sealed).is_err());
                    tried += 1;
                }
            }
        }
        assert_eq!(tried, 4 * (1 + 3 * 33));
        assert_eq!(ecies::decrypt(&self.key, &self.file).unwrap()[..], *b"a secret");
    }

    /// Q' and E' with (1 + a(Q)) (E' + a(E') Q') = point, Q the shared key's.
    fn pair_for(&self, point: &PublicKey) -> (PublicKey, PublicKey) {
        let engine = self.curve.engine();
        let half = |key: &PublicKey| -> BigUint {
            let f = BigUint::from(1u8) << 128;
            number(key.point().x()) % &f + f
        };
        let times = |k: &BigUint, p: &PublicKey| {
            let k = Natural::from_be_bytes(&resized(&k.to_bytes_be(), 32));
            let point = engine.multiply(Bits::with_len(k.words(), 256), p.point()).unwrap();
            PublicKey::new(&self.curve, point.unwrap()).unwrap()
        };
        let ephemeral = self.secret(&BigUint::from(5u8));
        let negated = self.secret(&(&self.n - 5u8)).public_key().unwrap();
        let ephemeral = ephemeral.public_key().unwrap();
        let own: BigUint = half(&self.key.public_key().unwrap()) + 1u8;
        let base = times(&own.modinv(&self.n).unwrap(), point);
        let rest = engine.add(base.point(), negated.point()).unwrap().unwrap();
        let rest = PublicKey::new(&self.curve, rest).unwrap();
        (times(&half(&ephemeral).modinv(&self.n).unwrap(), &rest), ephemeral)
    }
}

/// SHA-256 without the first byte: messages that differ there alone have one digest, as the
/// published collisions of SHA-1 have.
#[derive(Clone, Default)]
struct Colliding {
    hash: Sha256,
    begun: bool,
}

impl HashMarker for Colliding {}

impl OutputSizeUser for Colliding {
    type OutputSize = <Sha256 as OutputSizeUser>::OutputSize;
}

impl BlockSizeUser for Colliding {
    type BlockSize = <Sha256 as BlockSizeUser>::BlockSize;
}

impl Update for Colliding {
    fn update(&mut self, data: &[u8]) {
        let skip = usize::from(!self.begun && !data.is_empty());
        self.begun |= skip == 1;
        Update::update(&mut self.hash, &data[skip..]);
    }
}

impl FixedOutput for Colliding {
    fn finalize_into(self, out: &mut Output<Self>) {
        FixedOutput::finalize_into(self.hash, out);
    }
}

/// With one nonce for both, `(s - s') / (r - r')` would be the key.
#[test]
fn messages_of_one_digest_have_nonces_of_their_own() {
    let shared = Shared::new();
    let messages = [b"a contract", b"A contract"];
    assert_eq!(Colliding::digest(messages[0]), Colliding::digest(messages[1]));
    for form in Form::ALL {
        let [one, other] = messages.map(|m| shared.ec_sdsa::<Colliding>(form, m, b""));
        assert_ne!(one, other, "{form:?}");
    }
}

/// The attack on ECIES through EC-ElGamal: a forged file whose first point is the ephemeral one.
#[test]
fn a_file_of_elgamal_is_none_for_a_key_of_ecies() {
    let shared = Shared::new();
    let rng = &mut rng(112);
    let dedicated = Dedicated::new(SecretKey::generate(&shared.curve, rng).unwrap());
    for (key, variant) in [
        (AnySecretKey::ElGamal(dedicated.clone()), "ElGamal"),
        (AnySecretKey::Weierstrass(shared.key.clone()), "Weierstrass"),
    ] {
        for bytes in [key.to_der().unwrap().to_vec(), key.to_pem().unwrap().as_bytes().to_vec()] {
            let is = matches!(AnySecretKey::decode(&bytes).unwrap(), AnySecretKey::ElGamal(_));
            assert_eq!(is, variant == "ElGamal");
        }
    }
    let pem = AnySecretKey::ElGamal(dedicated).to_pem().unwrap();
    assert!(SecretKey::from_pem(&pem).is_err(), "no key of the other protocols");
    let start = b"PLEC\x01\x02\x09secp256k1";
    let forged = [&start[..], &shared.ephemeral().to_sec1_compressed()].concat();
    let forged = [&forged[..], &shared.key.public_key().unwrap().to_sec1_compressed()].concat();
    assert!(matches!(ecies::decrypt(&shared.key, &forged), Err(Error::Encoding { .. })));
}

/// One number in each kind of key: the schemes on BLS12-381 refuse each other's.
#[test]
fn keys_on_bls12_381_name_their_scheme() {
    let bytes = hex(&"17".repeat(32));
    let mut apart = 0;
    for scheme in PairingScheme::ALL {
        let key = PairingSecretKey::from_bytes(scheme, None, &bytes).unwrap();
        let read = AnySecretKey::decode(&AnySecretKey::Pairing(key).to_der().unwrap()).unwrap();
        for other in PairingScheme::ALL {
            let is = matches!(&read, AnySecretKey::Pairing(key) if key.scheme() == other);
            assert_eq!(is, scheme == other);
            apart += usize::from(!is);
        }
    }
    assert_eq!(apart, 5 * 4);
}
