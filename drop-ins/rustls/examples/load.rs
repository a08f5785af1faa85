//! A load of full TLS 1.3 handshakes over loopback: server processor time and latencies.
//!
//! `cargo run --release --features aws-lc-rs --example load -- [SECONDS [ROUNDS [KEY...]]]`
//!
//! The server has a thread for each connection; the client is a process of its own with as many
//! threads, each with one handshake after another, without resumption. Linux only: the processor
//! time of the server's threads comes from `/proc/thread-self/schedstat`, and how much of it is not
//! the kernel's from `/proc/self/stat`. Providers take turns; each figure is the median of the
//! rounds.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "figures to print"
)]

use rustls::client::Resumption;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, ClientConnection, RootCertStore, ServerConfig, ServerConnection};
use std::io::{self, Read};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

const CONNECTIONS: [usize; 4] = [1, 4, 16, 32];
/// The last one is the base of the ratios.
#[cfg(feature = "aws-lc-rs")]
const PROVIDERS: &[&str] = &["ours over ring", "ours over aws-lc-rs", "ring", "aws-lc-rs"];
#[cfg(not(feature = "aws-lc-rs"))]
const PROVIDERS: &[&str] = &["ours over ring", "ring"];

fn provider(name: &str) -> Arc<CryptoProvider> {
    #[cfg(feature = "aws-lc-rs")]
    let base = if name.ends_with("ring") {
        ring::default_provider()
    } else {
        rustls::crypto::aws_lc_rs::default_provider()
    };
    #[cfg(not(feature = "aws-lc-rs"))]
    let base = ring::default_provider();
    Arc::new(if name.starts_with("ours") { polylimb_rustls::over(base) } else { base })
}

fn pem(key: &str) -> Result<Vec<u8>> {
    Ok(fs::read(format!("{}/tests/keys/{key}.pem", env!("CARGO_MANIFEST_DIR")))?)
}

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [word, port, key, connections, seconds] = &arguments[..]
        && word == "client"
    {
        return client(port.parse()?, key, connections.parse()?, seconds.parse()?);
    }
    let mut arguments = arguments.into_iter();
    let seconds: f64 = arguments.next().map_or(Ok(2.0), |a| a.parse())?;
    let rounds: usize = arguments.next().map_or(Ok(3), |a| a.parse())?;
    let mut keys: Vec<String> = arguments.collect();
    if keys.is_empty() {
        keys = vec!["rsa2048".into(), "p256".into()];
    }
    println!(
        "| key, connections | provider | server µs | ratio | without kernel | ratio | handshakes/s | p50 µs | p99 µs |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|");
    for key in keys {
        for connections in CONNECTIONS {
            let mut cells = vec![Vec::new(); PROVIDERS.len()];
            for _ in 0..rounds {
                for (cell, name) in cells.iter_mut().zip(PROVIDERS) {
                    cell.push(server(name, &key, connections, seconds)?);
                }
            }
            let medians: Vec<[f64; 5]> = cells.iter().map(|rounds| medians(rounds)).collect();
            for (name, [server, own, rate, p50, p99]) in PROVIDERS.iter().zip(&medians) {
                let base = medians[PROVIDERS.len() - 1];
                let (ratio, own_ratio) = (server / base[0], own / base[1]);
                println!(
                    "| {key}, {connections} | {name} | {server:.0} | {ratio:.2} | {own:.0} | \
                     {own_ratio:.2} | {rate:.0} | {p50:.0} | {p99:.0} |"
                );
            }
        }
    }
    Ok(())
}

fn medians(rounds: &[[f64; 5]]) -> [f64; 5] {
    [0, 1, 2, 3, 4].map(|i| {
        let mut column: Vec<f64> = rounds.iter().map(|round| round[i]).collect();
        column.sort_by(f64::total_cmp);
        column[column.len() / 2]
    })
}

/// One run: the server's µs for each handshake, with and without the kernel's, handshakes a second,
/// latencies p50 and p99 in µs.
fn server(name: &str, key: &str, connections: usize, seconds: f64) -> Result<[f64; 5]> {
    let pem = pem(key)?;
    let certificate = CertificateDer::from_pem_slice(&pem)?;
    let config = ServerConfig::builder_with_provider(provider(name))
        .with_protocol_versions(&[&rustls::version::TLS13])?
        .with_no_client_auth()
        .with_single_cert(vec![certificate], PrivateKeyDer::from_pem_slice(&pem)?)?;
    let config = Arc::new(config);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let (address, stop) = (listener.local_addr()?, AtomicBool::new(false));
    thread::scope(|scope| {
        let mut threads = Vec::new();
        for _ in 0..connections {
            threads.push(scope.spawn(|| -> Result<(u64, usize)> {
                let (before, mut handshakes) = (processor_time()?, 0);
                loop {
                    let (mut stream, _) = listener.accept()?;
                    if stop.load(Ordering::Relaxed) {
                        return Ok((processor_time()? - before, handshakes));
                    }
                    stream.set_nodelay(true)?;
                    let mut connection = ServerConnection::new(config.clone())?;
                    while connection.is_handshaking() {
                        connection.complete_io(&mut stream)?;
                    }
                    handshakes += 1;
                    // The client closes.
                    let _ = stream.read(&mut [0; 64]);
                }
            }));
        }
        let ticks_before = ticks()?;
        let arguments = ["client", &address.port().to_string(), key, &connections.to_string()];
        let output =
            Command::new(env::current_exe()?).args(arguments).arg(seconds.to_string()).output()?;
        let [user, system] = ticks()?;
        let (user, system) = (user - ticks_before[0], system - ticks_before[1]);
        stop.store(true, Ordering::Relaxed);
        for _ in 0..connections {
            TcpStream::connect(address)?;
        }
        let (mut time, mut handshakes) = (0, 0);
        for thread in threads {
            let (own_time, own) =
                thread.join().map_err(|_| "a thread of the server panicked")??;
            (time, handshakes) = (time + own_time, handshakes + own);
        }
        let text = String::from_utf8(output.stdout)?;
        let client: Vec<f64> = text.split_whitespace().flat_map(str::parse).collect();
        let [rate, p50, p99] = client[..] else {
            return Err(format!("the client: {text}{}", String::from_utf8_lossy(&output.stderr)))?;
        };
        let each = time as f64 / handshakes as f64 / 1e3;
        Ok([each, each * user / (user + system), rate, p50, p99])
    })
}

/// The time that this thread has run, in ns.
fn processor_time() -> Result<u64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat")?;
    Ok(text.split_whitespace().next().ok_or("no schedstat")?.parse()?)
}

/// The process' time in ticks: its own and the kernel's.
fn ticks() -> Result<[f64; 2]> {
    let text = fs::read_to_string("/proc/self/stat")?;
    // The name of the program, which may contain spaces, ends with a parenthesis.
    let fields = text.rsplit(')').next().ok_or("no stat")?;
    let mut fields = fields.split_whitespace().skip(11).map(str::parse);
    match (fields.next(), fields.next()) {
        (Some(user), Some(system)) => Ok([user?, system?]),
        _ => Err("a short line in /proc/self/stat")?,
    }
}

/// Prints handshakes a second and the latencies at p50 and p99, in µs.
fn client(port: u16, key: &str, connections: usize, seconds: f64) -> Result<()> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(&pem(key)?)?)?;
    let mut config = ClientConfig::builder_with_provider(provider(PROVIDERS[PROVIDERS.len() - 1]))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.resumption = Resumption::disabled();
    let config = Arc::new(config);
    let start = Instant::now();
    let end = start + Duration::from_secs_f64(seconds);
    let mut latencies = thread::scope(|scope| {
        let mut threads = Vec::new();
        for _ in 0..connections {
            threads.push(scope.spawn(|| -> Result<Vec<f64>> {
                let mut latencies = Vec::new();
                while Instant::now() < end {
                    let start = Instant::now();
                    handshake(port, config.clone())?;
                    latencies.push(start.elapsed().as_secs_f64() * 1e6);
                }
                Ok(latencies)
            }));
        }
        let mut all = Vec::new();
        for thread in threads {
            all.extend(thread.join().map_err(|_| "a thread of the client panicked")??);
        }
        Result::Ok(all)
    })?;
    let seconds = start.elapsed().as_secs_f64();
    latencies.sort_by(f64::total_cmp);
    let at = |part: f64| latencies[((latencies.len() - 1) as f64 * part) as usize];
    println!("{} {} {}", latencies.len() as f64 / seconds, at(0.5), at(0.99));
    Ok(())
}

fn handshake(port: u16, config: Arc<ClientConfig>) -> io::Result<()> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_nodelay(true)?;
    let name = "localhost".try_into().map_err(io::Error::other)?;
    let mut connection = ClientConnection::new(config, name).map_err(io::Error::other)?;
    while connection.is_handshaking() {
        connection.complete_io(&mut stream)?;
    }
    Ok(())
}
