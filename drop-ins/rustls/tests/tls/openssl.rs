//! Handshakes with OpenSSL's `s_server` and `s_client` on loopback.

use crate::common::{GROUPS, KEYS, VERSIONS, client, ours, path, schemes, server};
use rustls::{
    ClientConnection, ServerConnection, SignatureScheme, StreamOwned, SupportedProtocolVersion,
};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// How long the other side may say nothing.
const PATIENCE: Option<Duration> = Some(Duration::from_secs(40));

/// Ends with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// `openssl` with these arguments, or `None` and a line that says so.
fn openssl(arguments: &[&str]) -> Option<Process> {
    let mut command = Command::new("openssl");
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    match command.spawn() {
        Ok(child) => Some(Process(child)),
        Err(error) => {
            println!("SKIPPED handshakes with OpenSSL: {error}");
            None
        }
    }
}

fn flag(version: &SupportedProtocolVersion) -> &'static str {
    if version == VERSIONS[0] { "-tls1_2" } else { "-tls1_3" }
}

/// `s_server` sends each line back, its letters in reverse.
#[test]
fn our_client() {
    let mut count = 0;
    for (i, name) in KEYS.iter().enumerate() {
        for (j, version) in VERSIONS.into_iter().enumerate() {
            // OpenSSL sends a key of P-521 in TLS 1.2 only to clients that agree on that curve too.
            if (*name, j) == ("p521", 0) {
                continue;
            }
            let (key, own) = (path(name), (j == 1).then_some(KEYS[5 - i]));
            let group = (i + j) % GROUPS.len();
            let mut arguments =
                vec!["s_server", "-accept", "127.0.0.1:0", "-key", &key, "-cert", &key];
            arguments.extend(["-naccept", "1", "-rev", flag(version)]);
            let trusted = path(own.unwrap_or(name));
            if own.is_some() {
                arguments.extend(["-Verify", "1", "-verify_return_error", "-CAfile", &trusted]);
            }
            let Some(mut process) = openssl(&arguments) else { return };
            // `ACCEPT 127.0.0.1:PORT`.
            let output = BufReader::new(process.0.stdout.take().unwrap());
            let mut lines = output.lines().map(Result::unwrap);
            let accepts = lines.find(|line| line.starts_with("ACCEPT")).expect("s_server listens");
            let port: u16 = accepts.rsplit(':').next().unwrap().parse().unwrap();

            let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
            stream.set_read_timeout(PATIENCE).unwrap();
            let mut provider = ours();
            provider.kx_groups.sort_by_key(|kx| kx.name() != GROUPS[group]);
            let config = Arc::new(client(provider, version, name, own));
            let connection =
                ClientConnection::new(config, "localhost".try_into().unwrap()).unwrap();
            let mut stream = StreamOwned::new(connection, stream);
            stream.write_all(b"abc\n").unwrap();
            let mut answer = [0; 4];
            stream.read_exact(&mut answer).unwrap();
            assert_eq!(&answer, b"cba\n", "{name}");
            let agreed = stream.conn.negotiated_key_exchange_group().unwrap();
            assert_eq!(agreed.name(), GROUPS[group]);
            count += 1;
        }
    }
    assert_eq!(count, 11);
}

#[test]
fn our_server() {
    let mut count = 0;
    for (i, name) in KEYS.iter().enumerate() {
        for (j, version) in VERSIONS.into_iter().enumerate() {
            let own = (j == 0).then_some(KEYS[5 - i]);
            let sigalgs = schemes(name).iter().map(|scheme| openssl_scheme(*scheme));
            for (k, sigalg) in sigalgs.enumerate() {
                // TLS 1.3 has no PKCS #1 v1.5 in handshakes.
                if j == 1 && sigalg.starts_with("rsa_pkcs1") {
                    continue;
                }
                let group = (i + j + k) % GROUPS.len();
                if !our_server_with(name, own, version, group, sigalg) {
                    return;
                }
                count += 1;
            }
        }
    }
    assert_eq!(count, (6 + 3) * 2 + 4 * 2);
}

/// Whether there is an openssl.
fn our_server_with(
    name: &str,
    own: Option<&str>,
    version: &'static SupportedProtocolVersion,
    group: usize,
    sigalg: &str,
) -> bool {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (trusted, key) = (path(name), path(own.unwrap_or(name)));
    // What the client verifies by, and what it signs by.
    let own_sigalg = own.map(|own| openssl_scheme(schemes(own)[0]));
    let sigalgs = [Some(sigalg), own_sigalg].into_iter().flatten().collect::<Vec<_>>().join(":");
    let mut arguments = vec!["s_client", "-connect", &address, "-servername", "localhost"];
    arguments.extend([
        "-CAfile",
        &trusted,
        "-verify_return_error",
        "-verify_hostname",
        "localhost",
    ]);
    arguments.extend(["-sigalgs", &sigalgs, "-quiet", flag(version)]);
    if own.is_some() {
        arguments.extend(["-key", &key, "-cert", &key]);
    }
    let Some(mut process) = openssl(&arguments) else { return false };
    process.0.stdin.as_mut().unwrap().write_all(b"abc\n").unwrap();

    let (stream, _) = listener.accept().unwrap();
    stream.set_read_timeout(PATIENCE).unwrap();
    // Without a share for the one group that is left OpenSSL is asked again.
    let mut provider = ours();
    provider.kx_groups.retain(|kx| kx.name() == GROUPS[group]);
    let config = Arc::new(server(provider, version, name, own));
    let mut stream = StreamOwned::new(ServerConnection::new(config).unwrap(), stream);
    let mut question = [0; 4];
    stream.read_exact(&mut question).unwrap_or_else(|error| panic!("{name}, {sigalg}: {error}"));
    assert_eq!(&question, b"abc\n");
    assert_eq!(stream.conn.peer_certificates().is_some(), own.is_some());
    stream.write_all(b"cba\n").unwrap();
    stream.conn.send_close_notify();
    stream.flush().unwrap();
    drop(stream);
    let mut answer = String::new();
    process.0.stdout.take().unwrap().read_to_string(&mut answer).unwrap();
    assert_eq!(answer, "cba\n");
    assert!(process.0.wait().unwrap().success());
    true
}

/// A client that trusts another certificate leaves.
#[test]
fn our_server_with_a_strange_certificate() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let (address, trusted) = (listener.local_addr().unwrap().to_string(), path("p384"));
    let arguments = ["s_client", "-connect", &address, "-CAfile", &trusted, "-verify_return_error"];
    let Some(mut process) = openssl(&arguments) else { return };
    let (stream, _) = listener.accept().unwrap();
    stream.set_read_timeout(PATIENCE).unwrap();
    let config = Arc::new(server(ours(), VERSIONS[1], "p256", None));
    let mut stream = StreamOwned::new(ServerConnection::new(config).unwrap(), stream);
    assert!(stream.read_exact(&mut [0]).is_err());
    drop(stream);
    assert!(!process.0.wait().unwrap().success());
}

fn openssl_scheme(scheme: SignatureScheme) -> &'static str {
    match scheme {
        SignatureScheme::RSA_PSS_SHA512 => "rsa_pss_rsae_sha512",
        SignatureScheme::RSA_PSS_SHA384 => "rsa_pss_rsae_sha384",
        SignatureScheme::RSA_PSS_SHA256 => "rsa_pss_rsae_sha256",
        SignatureScheme::RSA_PKCS1_SHA512 => "rsa_pkcs1_sha512",
        SignatureScheme::RSA_PKCS1_SHA384 => "rsa_pkcs1_sha384",
        SignatureScheme::RSA_PKCS1_SHA256 => "rsa_pkcs1_sha256",
        SignatureScheme::ECDSA_NISTP256_SHA256 => "ecdsa_secp256r1_sha256",
        SignatureScheme::ECDSA_NISTP384_SHA384 => "ecdsa_secp384r1_sha384",
        SignatureScheme::ECDSA_NISTP521_SHA512 => "ecdsa_secp521r1_sha512",
        _ => "ed25519",
    }
}
