//! Handshakes in memory, ours and ring's on either side.

use crate::common::{
    GROUPS, KEYS, VERSIONS, certificate, client, ours, path, secret_der, secret_key, server,
};
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::{CertifiedKey, Signer, SigningKey};
use rustls::version::TLS13;
use rustls::{
    CertificateError, ClientConfig, ClientConnection, Error, InconsistentKeys, PeerIncompatible,
    ServerConfig, ServerConnection, SignatureAlgorithm, SignatureScheme,
};
use std::io::{Read, Write};
use std::sync::Arc;
use std::thread;

type Pair = (ClientConnection, ServerConnection);

/// A handshake and a message each way; the error of the side that found one, and which side.
fn handshake(
    client: &Arc<ClientConfig>,
    server: &Arc<ServerConfig>,
) -> Result<Pair, (&'static str, Error)> {
    let name = "localhost".try_into().unwrap();
    let mut client = ClientConnection::new(client.clone(), name).unwrap();
    let mut server = ServerConnection::new(server.clone()).unwrap();
    let mut wire = Vec::new();
    client.writer().write_all(b"question").unwrap();
    for _ in 0..10 {
        while client.wants_write() {
            client.write_tls(&mut wire).unwrap();
        }
        let mut sent = &wire[..];
        while !sent.is_empty() {
            server.read_tls(&mut sent).unwrap();
            server.process_new_packets().map_err(|error| ("server", error))?;
        }
        wire.clear();
        while server.wants_write() {
            server.write_tls(&mut wire).unwrap();
        }
        let mut sent = &wire[..];
        while !sent.is_empty() {
            client.read_tls(&mut sent).unwrap();
            client.process_new_packets().map_err(|error| ("client", error))?;
        }
        wire.clear();
        if !client.is_handshaking() && !server.is_handshaking() && !client.wants_write() {
            break;
        }
    }
    let mut question = [0; 8];
    server.reader().read_exact(&mut question).unwrap();
    assert_eq!(&question, b"question");
    server.writer().write_all(b"answer").unwrap();
    while server.wants_write() {
        server.write_tls(&mut wire).unwrap();
    }
    let mut sent = &wire[..];
    while !sent.is_empty() {
        client.read_tls(&mut sent).unwrap();
        client.process_new_packets().unwrap();
    }
    let mut answer = [0; 6];
    client.reader().read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"answer");
    Ok((client, server))
}

/// Ours beside ring and ring beside ours, and both ours; ring has no P-521.
fn sides(keys: &[&str]) -> Vec<(CryptoProvider, CryptoProvider)> {
    let mut sides = vec![(ours(), ours())];
    if !keys.contains(&"p521") {
        sides.extend([(ours(), ring::default_provider()), (ring::default_provider(), ours())]);
    }
    sides
}

#[test]
fn all_keys_in_both_versions_with_client_certificates() {
    let mut count = 0;
    for (i, name) in KEYS.iter().enumerate() {
        let other = KEYS[(i + 1) % KEYS.len()];
        for version in VERSIONS {
            for own in [None, Some(other)] {
                for (a, b) in sides(&[name, own.unwrap_or_default()]) {
                    let client = Arc::new(client(a, version, name, own));
                    let server = Arc::new(server(b, version, name, own));
                    let (_, server) = handshake(&client, &server).unwrap();
                    assert_eq!(server.peer_certificates().is_some(), own.is_some());
                    count += 1;
                }
            }
        }
    }
    // Of 12 pairs of keys three have P-521, which ring lacks.
    assert_eq!(count, 2 * (9 * 3 + 3));
}

#[test]
fn all_groups_in_both_versions() {
    for version in VERSIONS {
        for group in GROUPS {
            for (mut a, b) in sides(&[]) {
                a.kx_groups.retain(|kx| kx.name() == group);
                let client = Arc::new(client(a, version, "p256", None));
                let server = Arc::new(server(b, version, "p256", None));
                let (client, _) = handshake(&client, &server).unwrap();
                let agreed = client.negotiated_key_exchange_group().unwrap();
                assert_eq!(agreed.name(), group);
            }
        }
    }
}

#[test]
fn handshakes_of_many_threads() {
    for name in ["rsa2048", "p256"] {
        let server = Arc::new(server(ours(), &TLS13, name, None));
        let client = Arc::new(client(ring::default_provider(), &TLS13, name, None));
        thread::scope(|scope| {
            for _ in 0..20 {
                scope.spawn(|| (0..3).for_each(|_| drop(handshake(&client, &server).unwrap())));
            }
        });
    }
}

#[test]
fn strange_certificates_are_refused() {
    for name in KEYS {
        // Another's certificate is trusted.
        let stranger = if name == "p256" { "p384" } else { "p256" };
        let trusting = Arc::new(client(ours(), &TLS13, stranger, None));
        let fitting = Arc::new(server(ours(), &TLS13, name, None));
        let refused = handshake(&trusting, &fitting).unwrap_err();
        let unknown = Error::InvalidCertificate(CertificateError::UnknownIssuer);
        assert_eq!(refused, ("client", unknown), "{name}");

        // So it is the other way round.
        let trusting = Arc::new(server(ours(), &TLS13, "p256", Some(stranger)));
        let strange = Arc::new(client(ours(), &TLS13, "p256", Some(name)));
        let (side, error) = handshake(&strange, &trusting).unwrap_err();
        assert_eq!(side, "server", "{name}");
        assert!(matches!(error, Error::InvalidCertificate(_)), "{name}: {error}");

        // A bit of the signature in the certificate is changed.
        let mut changed = certificate(name).to_vec();
        *changed.last_mut().unwrap() ^= 1;
        let key = secret_key(&ours(), name);
        let forged = with_key(CertifiedKey::new(vec![CertificateDer::from(changed)], key));
        let trusting = Arc::new(client(ours(), &TLS13, name, None));
        assert_eq!(
            handshake(&trusting, &forged).unwrap_err(),
            ("client", bad_signature()),
            "{name}"
        );
    }
}

#[test]
fn wrong_signatures_are_refused() {
    for name in KEYS {
        for version in VERSIONS {
            let key = Arc::new(Wrong(secret_key(&ours(), name)));
            let wrong = with_key(CertifiedKey::new(vec![certificate(name)], key));
            let trusting = Arc::new(client(ours(), version, name, None));
            let refused = handshake(&trusting, &wrong).unwrap_err();
            assert_eq!(refused, ("client", bad_signature()), "{name}");
        }
    }
}

#[test]
fn no_scheme_in_common() {
    let mut ed25519_only = ours();
    let algorithms = &mut ed25519_only.signature_verification_algorithms;
    let mapping = algorithms.mapping.iter().filter(|entry| entry.0 == SignatureScheme::ED25519);
    algorithms.mapping = mapping.copied().collect::<Vec<_>>().leak();
    let client = Arc::new(client(ed25519_only, &TLS13, "rsa2048", None));
    let server = Arc::new(server(ours(), &TLS13, "rsa2048", None));
    let none = Error::PeerIncompatible(PeerIncompatible::NoSignatureSchemesInCommon);
    assert_eq!(handshake(&client, &server).unwrap_err(), ("server", none));
}

#[test]
fn keys_that_do_not_belong_to_their_certificate() {
    for (name, other) in [("rsa2048", "rsa3072"), ("p256", "p384"), ("ed25519", "p521")] {
        let refused = ServerConfig::builder_with_provider(Arc::new(ours()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate(name)], secret_der(other))
            .unwrap_err();
        assert_eq!(refused, Error::InconsistentKeys(InconsistentKeys::KeyMismatch));
    }
}

#[test]
fn keys_that_are_none() {
    let provider = ours();
    let load = |der| provider.key_provider.load_private_key(der);
    for name in KEYS {
        let PrivateKeyDer::Pkcs8(der) = secret_der(name) else { panic!("{}", path(name)) };
        let der = der.secret_pkcs8_der().to_vec();
        for length in [0, 1, der.len() / 2, der.len() - 1] {
            assert!(load(PrivateKeyDer::Pkcs8(der[..length].to_vec().into())).is_err(), "{name}");
        }
        // As what it is not.
        assert!(load(PrivateKeyDer::Pkcs1(vec![0x30; 40].into())).is_err());
        assert!(load(PrivateKeyDer::Sec1(vec![0x30; 40].into())).is_err());
    }
}

fn bad_signature() -> Error {
    Error::InvalidCertificate(CertificateError::BadSignature)
}

/// A server with this key, right or wrong.
fn with_key(key: CertifiedKey) -> Arc<ServerConfig> {
    let config = ServerConfig::builder_with_provider(Arc::new(ours()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(Always(Arc::new(key))));
    Arc::new(config)
}

#[derive(Debug)]
struct Always(Arc<CertifiedKey>);

impl ResolvesServerCert for Always {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.0.clone())
    }
}

/// Signs another message.
#[derive(Debug)]
struct Wrong(Arc<dyn SigningKey>);

#[derive(Debug)]
struct WrongSigner(Box<dyn Signer>);

impl SigningKey for Wrong {
    fn choose_scheme(&self, offered: &[SignatureScheme]) -> Option<Box<dyn Signer>> {
        Some(Box::new(WrongSigner(self.0.choose_scheme(offered)?)))
    }

    fn algorithm(&self) -> SignatureAlgorithm {
        self.0.algorithm()
    }
}

impl Signer for WrongSigner {
    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, Error> {
        self.0.sign(&[message, b"?"].concat())
    }

    fn scheme(&self) -> SignatureScheme {
        self.0.scheme()
    }
}
