//! `polylimb info`: this machine, and the library's choices for it.

use super::{print_json, profile};
use polylimb::authors::limb::Kernel;
use polylimb::cpu::Features;
use polylimb_lab::failure::Result;
use polylimb_lab::host;
use polylimb_lab::registry;
use serde_json::json;
use std::io::Write;

/// The options of `info`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// Prints processor, features, kernels, profile, version and the baseline's quality.
///
/// # Errors
/// A usage failure for a bad tuning profile; a failure of standard output.
pub fn run(arguments: &Arguments) -> Result<()> {
    let host = host::describe();
    let features = Features::detect();
    let kernel = Kernel::best(features).name();
    let available: Vec<_> = Kernel::available(features).map(Kernel::name).collect();
    let missing: Vec<_> = Kernel::names().filter(|name| !available.contains(name)).collect();
    let algorithms = registry::all().len();
    let gmp = registry::gmp();
    let tuned = profile::load(None)?.map(|loaded| loaded.path.display().to_string());
    if arguments.json {
        return print_json(&json!({
            "version": host.version,
            "commit": host.commit,
            "rustc": host.rustc,
            "target": host.target,
            "word_bits": host.word_bits,
            "cpu": host.cpu,
            "cores": host.cores,
            "hardware_threads": host.hardware_threads,
            "governor": host.governor,
            "frequency": host.frequency,
            "os": host.os,
            "features": host.features,
            "kernel": kernel,
            "kernels": available,
            "kernels_missing": missing,
            "profile": tuned,
            "gmp": gmp,
            "modmul": algorithms,
        }));
    }
    let list = |names: &[&str]| match names {
        [] => "none".to_owned(),
        names => names.join(" "),
    };
    let features: Vec<_> = host.features.iter().map(String::as_str).collect();
    let frequency = host.frequency.map_or("unknown".into(), |mhz| format!("{mhz:.0} MHz"));
    let mut out = std::io::stdout().lock();
    for (name, value) in [
        ("version", format!("{} ({})", host.version, host.commit)),
        ("compiler", format!("{}, {}", host.rustc, host.target)),
        ("cpu", host.cpu),
        ("cores", format!("{} ({} hardware threads)", host.cores, host.hardware_threads)),
        ("governor", host.governor),
        ("frequency", frequency),
        ("system", host.os),
        ("features", list(&features)),
        ("word", format!("{} bits", host.word_bits)),
        ("kernel", kernel.to_owned()),
        ("kernels", list(&available)),
        ("not here", list(&missing)),
        ("profile", tuned.unwrap_or_else(|| "none; the built-in defaults".to_owned())),
        ("gmp", gmp),
        ("modmul", format!("{algorithms} algorithms; see polylimb list modmul")),
    ] {
        writeln!(out, "{name:<10} {value}")?;
    }
    Ok(out.flush()?)
}
