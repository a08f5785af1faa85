//! Modular multiplications and exponentiations of polylimb compared with other libraries: same
//! moduli, same operands, one run. README.md has the command and how to read the table.

mod batch;
mod bls;
mod chain;
mod crates;
mod curves;
mod gmp;
mod measure;
mod openssl;
mod own;
mod pairing;
mod powm;
mod powm_single;
mod rsa;
mod sums;
mod targets;
mod x25519;

use chain::{Case, Chain};
use clap::Parser;
use comfy_table::{CellAlignment, Table, presets};
use measure::{GMP, Measurement, OPENSSL, Runner};
use polylimb::{Alone, Split, Team};
use polylimb_lab::{judge, registry};
use serde::Serialize;
use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Modular multiplications of polylimb and of other libraries, in one run.
#[derive(Parser)]
struct Options {
    /// All work of targets.json: the parts below, and one table at the end.
    #[arg(long)]
    targets: bool,
    /// Multiples of points instead, on curves that OpenSSL has too.
    #[arg(long)]
    curves: bool,
    /// Pairings instead, beside blst and OpenSSL's P-256; BLS signatures, hashes, multiples and
    /// sums of multiples, beside blst; KZG commitments, beside c-kzg.
    #[arg(long)]
    pairings: bool,
    /// Exponentiations instead of multiplications, by default of 1024, 2048 and 4096 bits.
    #[arg(long)]
    powm: bool,
    /// RSA signatures instead.
    #[arg(long)]
    rsa: bool,
    /// X25519 and Ed25519 instead of multiplications.
    #[arg(long)]
    x25519: bool,
    /// With --powm: every method on every kernel too, lanes on the threads given (their waking is
    /// timed).
    #[arg(long)]
    methods: bool,
    /// Bits of the moduli, each at least 64.
    #[arg(
        long,
        value_delimiter = ',',
        default_value_ifs([("powm", "true", "1024,2048,4096"), ("targets", "true", "1024,2048")]),
        default_value = "128,192,256,384,512,768,1024,1536,2048,3072,4096,6144,8192,12288,16384",
        value_parser = clap::value_parser!(u32).range(64..=1 << 20)
    )]
    bits: Vec<u32>,
    /// Measured rounds; the table has their minimum and median.
    #[arg(long, default_value_t = 51, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Microseconds that a peer's part of a round takes.
    #[arg(long, default_value_if("targets", "true", "2000"), default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Only peers whose name contains one of these; OpenSSL and GMP always run.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Thread counts of the parallel algorithms; 1 for none of them.
    #[arg(long, value_delimiter = ',', default_value = "2",
          value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: Vec<u32>,
    /// Seed of moduli and operands.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Also write JSON lines to this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    let splits = splits(&options.threads)?;
    // Made before this thread is pinned: its threads would stay on the same core.
    let two =
        splits.iter().find(|split| split.threads() == 2).map_or(&Alone as _, |split| &**split);
    if let Some(&core) = polylimb::Team::cores().first() {
        polylimb::Team::pin_current_thread(core)?;
    }

    let mut json = options.json.as_ref().map(File::create).transpose()?;
    let host = serde_json::json!({
        "kind": "host", "cpu": cpu_model(), "openssl": openssl::version(),
        "gmp": judge::gmp_kernels(), "seed": options.seed,
    });
    if let Some(file) = &mut json {
        writeln!(file, "{host}")?;
    }
    println!("{}\n{}\nGMP: {}", cpu_model(), openssl::version(), judge::gmp_kernels());

    let mut targets = targets::Targets::committed()?;
    let rounds = options.rounds as usize;
    let batch = Duration::from_micros(options.batch.into());
    let parts = [options.x25519, options.pairings, options.rsa, options.curves, options.powm];
    let [x25519, pairings, rsa, curves, powm] = parts.map(|part| part || options.targets);
    if x25519 {
        let measured = x25519::measure(rounds, batch);
        println!("\n{}", x25519::table(&measured));
        for (work, ratio) in measured.iter().filter_map(x25519::Measurement::target) {
            targets.measured(work, ratio);
        }
        write_lines(json.as_mut(), &measured)?;
    }
    if pairings {
        pairing::print(rounds, &splits, &mut targets)?;
        bls::print(rounds, &mut targets)?;
        sums::print(rounds, &mut targets)?;
    }
    if rsa {
        rsa::print(rounds, two, &mut targets)?;
    }
    if curves {
        curves::print(rounds, &mut targets)?;
        batch::print(rounds, two, &mut targets)?;
    }
    for &bits in options.bits.iter().filter(|_| powm) {
        let (seed, methods) = (options.seed, options.methods);
        let measured = powm::measure(bits as usize, seed, rounds, batch, &splits, methods)?;
        println!("\n{bits} bits\n{}", powm::table(&measured));
        for (work, ratio) in measured.iter().filter_map(powm::Measurement::target) {
            targets.measured(work, ratio);
        }
        write_lines(json.as_mut(), &measured)?;
    }
    for &bits in options.bits.iter().filter(|_| !options.targets && parts == [false; 5]) {
        let case = Case::random(bits as usize, options.seed);
        let mut runners = runners(&case, &options.only, &splits);
        let measured = measure::measure(&case, &mut runners, rounds, batch);
        println!("\n{bits} bits\n{}", table(&measured));
        write_lines(json.as_mut(), &measured)?;
    }
    targets.print();
    Ok(())
}

/// Appends the measurements to the file, if there is one.
fn write_lines(file: Option<&mut File>, measured: &[impl Serialize]) -> Result<(), Box<dyn Error>> {
    if let Some(file) = file {
        for line in measured {
            writeln!(file, "{}", serde_json::to_string(line)?)?;
        }
    }
    Ok(())
}

/// The executors of the parts: the caller alone, and a team of each size with a core for each
/// thread.
fn splits(threads: &[u32]) -> polylimb::Result<Vec<Arc<dyn Split>>> {
    let mut splits: Vec<Arc<dyn Split>> = vec![Arc::new(Alone)];
    for &threads in threads.iter().filter(|&&threads| threads > 1) {
        splits.push(Arc::new(Team::builder(threads as usize).pinned(true).build()?));
    }
    Ok(splits)
}

/// All measurements for this case.
fn runners(case: &Case, only: &[String], splits: &[Arc<dyn Split>]) -> Vec<Runner> {
    let wanted = |name: &str| only.is_empty() || only.iter().any(|o| name.contains(o.as_str()));
    let mut runners = vec![
        Runner { name: OPENSSL.into(), threads: 1, chain: openssl::Montgomery::boxed(case) },
        Runner { name: GMP.into(), threads: 1, chain: gmp::MulMod::boxed(case) },
    ];
    for entry in registry::modmuls().chain(judge::ENTRIES) {
        let name = format!("polylimb {}", entry.name);
        // Thread counts for which an algorithm is not defined are no error here.
        for split in splits.iter().filter(|_| wanted(&name)) {
            if let Ok(chain) = own::Own::boxed(entry, split.clone(), case) {
                runners.push(Runner { name: name.clone(), threads: split.threads(), chain });
            }
        }
    }
    for (name, chain) in [
        ("crypto-bigint", crates::CryptoBigint::boxed as fn(&Case) -> Box<dyn Chain>),
        ("dashu-int", crates::Dashu::boxed),
        ("num-bigint", crates::NumBigint::boxed),
    ] {
        if wanted(name) {
            runners.push(Runner { name: name.into(), threads: 1, chain: chain(case) });
        }
    }
    runners
}

fn table(measured: &[Measurement]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["peer", "threads", "min ns", "median ns", "/ openssl", "/ gmp"]);
    for m in measured {
        table.add_row([
            m.peer.clone(),
            m.threads.to_string(),
            format!("{:.1}", m.min_ns),
            format!("{:.1}", m.median_ns),
            format!("{:.3}", m.to_openssl),
            format!("{:.3}", m.to_gmp),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// The CPU's name, if the system reports it.
fn cpu_model() -> String {
    std::fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| {
            let line = text.lines().find(|l| l.starts_with("model name"))?;
            Some(line.split_once(": ")?.1.to_owned())
        })
        .unwrap_or_else(|| "unknown CPU".into())
}
