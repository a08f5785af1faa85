//! Keys, certificates and configurations.

use polylimb_rustls::over;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use rustls::sign::SigningKey;
use rustls::{
    ClientConfig, NamedGroup, RootCertStore, ServerConfig, SignatureScheme,
    SupportedProtocolVersion,
};
use std::sync::Arc;

pub const KEYS: [&str; 6] = ["rsa2048", "rsa3072", "p256", "p384", "p521", "ed25519"];
pub const GROUPS: [NamedGroup; 3] =
    [NamedGroup::X25519, NamedGroup::secp256r1, NamedGroup::secp384r1];
pub const VERSIONS: [&SupportedProtocolVersion; 2] =
    [&rustls::version::TLS12, &rustls::version::TLS13];

pub fn ours() -> CryptoProvider {
    over(ring::default_provider())
}

/// The file with a key and its certificate; `tests/keys/make` made them.
pub fn path(name: &str) -> String {
    format!("{}/tests/keys/{name}.pem", env!("CARGO_MANIFEST_DIR"))
}

pub fn secret_der(name: &str) -> PrivateKeyDer<'static> {
    PrivateKeyDer::from_pem_file(path(name)).unwrap()
}

pub fn certificate(name: &str) -> CertificateDer<'static> {
    CertificateDer::from_pem_file(path(name)).unwrap()
}

pub fn secret_key(provider: &CryptoProvider, name: &str) -> Arc<dyn SigningKey> {
    provider.key_provider.load_private_key(secret_der(name)).unwrap()
}

/// The schemes that a key signs by.
pub fn schemes(name: &str) -> &'static [SignatureScheme] {
    match name {
        "p256" => &[SignatureScheme::ECDSA_NISTP256_SHA256],
        "p384" => &[SignatureScheme::ECDSA_NISTP384_SHA384],
        "p521" => &[SignatureScheme::ECDSA_NISTP521_SHA512],
        "ed25519" => &[SignatureScheme::ED25519],
        _ => &[
            SignatureScheme::RSA_PSS_SHA512,
            SignatureScheme::RSA_PSS_SHA384,
            SignatureScheme::RSA_PSS_SHA256,
            SignatureScheme::RSA_PKCS1_SHA512,
            SignatureScheme::RSA_PKCS1_SHA384,
            SignatureScheme::RSA_PKCS1_SHA256,
        ],
    }
}

pub fn roots(name: &str) -> RootCertStore {
    let mut roots = RootCertStore::empty();
    roots.add(certificate(name)).unwrap();
    roots
}

/// A server with this key; with `client`, one that asks for that certificate.
pub fn server(
    provider: CryptoProvider,
    version: &'static SupportedProtocolVersion,
    name: &str,
    client: Option<&str>,
) -> ServerConfig {
    let provider = Arc::new(provider);
    let builder = ServerConfig::builder_with_provider(provider.clone())
        .with_protocol_versions(&[version])
        .unwrap();
    let builder = match client {
        None => builder.with_no_client_auth(),
        Some(client) => {
            let roots = Arc::new(roots(client));
            let verifier = WebPkiClientVerifier::builder_with_provider(roots, provider);
            builder.with_client_cert_verifier(verifier.build().unwrap())
        }
    };
    builder.with_single_cert(vec![certificate(name)], secret_der(name)).unwrap()
}

/// A client that trusts the certificate `server`, with a key of its own or without.
pub fn client(
    provider: CryptoProvider,
    version: &'static SupportedProtocolVersion,
    server: &str,
    own: Option<&str>,
) -> ClientConfig {
    let builder = ClientConfig::builder_with_provider(Arc::new(provider))
        .with_protocol_versions(&[version])
        .unwrap()
        .with_root_certificates(roots(server));
    match own {
        None => builder.with_no_client_auth(),
        Some(own) => {
            builder.with_client_auth_cert(vec![certificate(own)], secret_der(own)).unwrap()
        }
    }
}
