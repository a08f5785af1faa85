//! Signatures, verification and key exchange beside ring's, and bad input.

use crate::common::{GROUPS, KEYS, certificate, ours, schemes, secret_key};
use rustls::crypto::{ActiveKeyExchange, CryptoProvider, SupportedKxGroup, ring};
use rustls::pki_types::SignatureVerificationAlgorithm;
use rustls::server::ParsedCertificate;
use rustls::{Error, NamedGroup, PeerMisbehaved, SignatureScheme};
use std::sync::Barrier;
use std::thread;

const MESSAGE: &[u8] = b"what both sides have said";

/// What verifies signatures of this scheme by this key.
fn verifier(
    provider: &CryptoProvider,
    scheme: SignatureScheme,
) -> &'static dyn SignatureVerificationAlgorithm {
    let mapping = provider.signature_verification_algorithms.mapping;
    mapping.iter().find(|entry| entry.0 == scheme).unwrap().1[0]
}

/// The key's bits in the certificate.
fn public_key(name: &str) -> Vec<u8> {
    let certificate = certificate(name);
    let info = ParsedCertificate::try_from(&certificate).unwrap().subject_public_key_info();
    // The bits are the last element of the sequence; a byte 0 says that there are eight to a byte.
    let length = match name {
        "rsa2048" => 270,
        "rsa3072" => 398,
        "p256" => 65,
        "p384" => 97,
        "p521" => 133,
        _ => 32,
    };
    info[info.len() - length..].to_vec()
}

#[test]
fn signatures_are_verified_by_the_other() {
    let (ours, ring) = (ours(), ring::default_provider());
    let mut count = 0;
    for name in KEYS {
        let public = public_key(name);
        for &scheme in schemes(name) {
            // ring has no P-521: there both sides are ours.
            let other = if name == "p521" { &ours } else { &ring };
            for (signing, verifying) in [(&ours, other), (other, &ours)] {
                let signer = secret_key(signing, name).choose_scheme(&[scheme]).unwrap();
                assert_eq!(signer.scheme(), scheme);
                let signature = signer.sign(MESSAGE).unwrap();
                let verifier = verifier(verifying, scheme);
                verifier.verify_signature(&public, MESSAGE, &signature).unwrap();
                count += 1;
            }
        }
    }
    assert_eq!(count, 2 * (6 + 6 + 4));
}

#[test]
fn changed_signatures_messages_and_keys_are_refused() {
    let ours = ours();
    for name in KEYS {
        let public = public_key(name);
        for &scheme in schemes(name) {
            let signer = secret_key(&ours, name).choose_scheme(&[scheme]).unwrap();
            let (signature, verifier) = (signer.sign(MESSAGE).unwrap(), verifier(&ours, scheme));
            let refuses = |key: &[u8], message: &[u8], signature: &[u8]| {
                let result = verifier.verify_signature(key, message, signature);
                assert!(result.is_err(), "{name}, {scheme:?}");
            };
            refuses(&public, b"something else", &signature);
            for i in [0, 1, signature.len() / 2, signature.len() - 1] {
                let mut changed = signature.clone();
                changed[i] ^= 4;
                refuses(&public, MESSAGE, &changed);
            }
            for length in [0, 1, signature.len() - 1] {
                refuses(&public, MESSAGE, &signature[..length]);
                refuses(&public, MESSAGE, &vec![0; length]);
            }
            refuses(&public, MESSAGE, &[&signature[..], &[0]].concat());
            for length in [0, 1, public.len() - 1] {
                refuses(&public[..length], MESSAGE, &signature);
                refuses(&vec![0; length], MESSAGE, &signature);
            }
            refuses(&[&public[..], &[0]].concat(), MESSAGE, &signature);
            // Of RSA's keys the first bytes are their encoding.
            let mut changed = public.clone();
            changed[public.len() / 2] ^= 4;
            refuses(&changed, MESSAGE, &signature);
        }
    }
}

#[test]
fn compressed_points_are_refused() {
    let provider = ours();
    let scheme = SignatureScheme::ECDSA_NISTP256_SHA256;
    let signature = secret_key(&provider, "p256").choose_scheme(&[scheme]).unwrap().sign(MESSAGE);
    let public = public_key("p256");
    let mut compressed = public[..33].to_vec();
    compressed[0] = 2 | public[64] & 1;
    let result =
        verifier(&provider, scheme).verify_signature(&compressed, MESSAGE, &signature.unwrap());
    assert!(result.is_err());
}

#[test]
fn schemes_that_a_key_does_not_have() {
    for name in KEYS {
        let key = secret_key(&ours(), name);
        let unknown = [SignatureScheme::ECDSA_SHA1_Legacy, SignatureScheme::Unknown(0xfefe)];
        assert!(key.choose_scheme(&[]).is_none());
        assert!(key.choose_scheme(&unknown).is_none());
        for other in KEYS.iter().filter(|other| other[..3] != name[..3]) {
            assert!(key.choose_scheme(schemes(other)).is_none());
        }
        // Its own order, not the offer's.
        let offered: Vec<_> = schemes(name).iter().rev().copied().collect();
        assert_eq!(key.choose_scheme(&offered).unwrap().scheme(), schemes(name)[0]);
    }
}

#[test]
fn signatures_of_many_threads() {
    let (ours, ring) = (ours(), ring::default_provider());
    for name in ["rsa2048", "rsa3072", "p256", "p384"] {
        let (key, public) = (secret_key(&ours, name), public_key(name));
        for &scheme in schemes(name) {
            let (signer, verifier) =
                (key.choose_scheme(&[scheme]).unwrap(), verifier(&ring, scheme));
            let barrier = Barrier::new(20);
            thread::scope(|scope| {
                for i in 0..20 {
                    let (signer, public, barrier) = (&signer, &public, &barrier);
                    scope.spawn(move || {
                        barrier.wait();
                        for j in 0..2 {
                            let message = [i, j];
                            let signature = signer.sign(&message).unwrap();
                            verifier.verify_signature(public, &message, &signature).unwrap();
                        }
                    });
                }
            });
        }
    }
}

fn group(provider: &CryptoProvider, name: NamedGroup) -> &'static dyn SupportedKxGroup {
    *provider.kx_groups.iter().find(|group| group.name() == name).unwrap()
}

fn start(provider: &CryptoProvider, name: NamedGroup) -> Box<dyn ActiveKeyExchange> {
    let exchange = group(provider, name).start().unwrap();
    assert_eq!(exchange.group(), name);
    exchange
}

#[test]
fn both_sides_agree() {
    let (ours, ring) = (ours(), ring::default_provider());
    for name in GROUPS {
        for (a, b) in [(&ours, &ring), (&ring, &ours), (&ours, &ours)] {
            let (a, b) = (start(a, name), start(b, name));
            let (public_a, public_b) = (a.pub_key().to_vec(), b.pub_key().to_vec());
            assert_ne!(public_a, public_b);
            let (a, b) = (a.complete(&public_b).unwrap(), b.complete(&public_a).unwrap());
            assert_eq!(a.secret_bytes(), b.secret_bytes());
        }
    }
}

#[test]
fn keys_of_peers_that_are_none() {
    let ours = ours();
    let misbehaved = Error::PeerMisbehaved(PeerMisbehaved::InvalidKeyShare);
    let mut count = 0;
    for name in GROUPS {
        let good = start(&ours, name).pub_key().to_vec();
        let mut bad =
            vec![vec![], vec![4], good[..good.len() - 1].to_vec(), [&good[..], &[0]].concat()];
        // The neutral element and points of low order.
        bad.extend([vec![0], vec![0; good.len()]]);
        if name == NamedGroup::X25519 {
            let mut one = vec![0; 32];
            one[0] = 1;
            bad.push(one);
        } else {
            let (mut off_curve, mut hybrid, mut beyond) =
                (good.clone(), good.clone(), good.clone());
            off_curve[good.len() - 1] ^= 1;
            hybrid[0] = 6 | good[good.len() - 1] & 1;
            beyond[1..].fill(0xff);
            let mut compressed = good[..=good.len() / 2].to_vec();
            compressed[0] = 2 | good[good.len() - 1] & 1;
            bad.extend([off_curve, hybrid, beyond, compressed]);
        }
        for bad in bad {
            let Err(error) = start(&ours, name).complete(&bad) else {
                panic!("{name:?} takes {bad:02x?}")
            };
            assert_eq!(error, misbehaved);
            count += 1;
        }
    }
    assert_eq!(count, 7 + 2 * 10);
}

#[test]
fn what_the_base_has_stays() {
    let (ours, base) = (ours(), ring::default_provider());
    assert_eq!(ours.cipher_suites, base.cipher_suites);
    let names = |provider: &CryptoProvider| -> Vec<_> {
        provider.kx_groups.iter().map(|group| group.name()).collect()
    };
    assert_eq!(names(&ours), names(&base));
    let all = |provider: &CryptoProvider| -> Vec<_> {
        let all = provider.signature_verification_algorithms.all.iter();
        all.map(|a| (a.public_key_alg_id(), a.signature_alg_id())).collect()
    };
    let ours_all = all(&ours);
    assert!(all(&base).iter().all(|id| ours_all.contains(id)));
    assert!(ours_all.iter().enumerate().all(|(i, id)| !ours_all[..i].contains(id)));
    for scheme in base.signature_verification_algorithms.supported_schemes() {
        assert!(ours.signature_verification_algorithms.supported_schemes().contains(&scheme));
    }
}
