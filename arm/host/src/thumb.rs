//! Operations on Cortex-M beside the peers: executed instructions, cycles by a model, stack, flash.

use crate::{Result, k233, plain};
use std::collections::HashMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// A processor, and what runs on it.
struct Processor {
    name: &'static str,
    /// The compiler's name for it.
    target: &'static str,
    /// Whether it has the basic instructions only, and runs only what is marked as small.
    small: bool,
    /// Requests for an operation, two of them extreme.
    requests: usize,
    /// Of an instruction: cycles, more cycles if another follows than the next one in memory, and
    /// whether it is a single load or store that overlaps with one after it.
    costs: fn(&str) -> (u64, u64, bool),
}

const PROCESSORS: [Processor; 2] = [
    Processor {
        name: "Cortex-M4",
        target: "thumbv7em-none-eabi",
        small: false,
        requests: 12,
        costs: m4_costs,
    },
    Processor {
        name: "Cortex-M0+",
        target: "thumbv6m-none-eabi",
        small: true,
        requests: 5,
        costs: m0_costs,
    },
];

/// A program of the folder `thumb`.
struct Operation {
    name: &'static str,
    program: &'static str,
    request_bytes: usize,
    /// Makes a request of random bytes; the right answer, by plain arithmetic.
    case: fn(&mut [u8]) -> Vec<u8>,
    /// Whether time may depend on the request, in which nothing is secret.
    vartime: bool,
    /// Whether small processors run it, too.
    small: bool,
    /// It has that many times more requests than others.
    times: usize,
}

const OPERATIONS: [Operation; 8] = [
    Operation {
        name: "eight field operations",
        program: "field",
        request_bytes: 64,
        case: |request| {
            for number in request.chunks_exact_mut(32) {
                plain::make_extreme(number);
            }
            plain::field_operations(&request[..32], &request[32..])
        },
        vartime: false,
        small: true,
        times: 40,
    },
    Operation {
        name: "X25519",
        program: "x25519",
        request_bytes: 64,
        case: |request| plain::x25519(&request[..32], &request[32..]),
        vartime: false,
        small: true,
        times: 1,
    },
    Operation {
        name: "Ed25519 sign",
        program: "ed25519_sign",
        request_bytes: 64,
        case: |request| plain::ed25519(&request[..32], &request[32..]).1.to_vec(),
        vartime: false,
        small: false,
        times: 1,
    },
    Operation {
        name: "Ed25519 verify",
        program: "ed25519_verify",
        request_bytes: 128,
        case: |request| {
            let (seed, wrong) = (request[..32].to_vec(), request[127]);
            let (key, signature) = plain::ed25519(&seed, &request[32..64]);
            request[..32].copy_from_slice(&key);
            request[64..].copy_from_slice(&signature);
            broken(&mut request[32..], wrong)
        },
        vartime: true,
        small: false,
        times: 1,
    },
    Operation {
        name: "P-256 ECDH",
        program: "p256_ecdh",
        request_bytes: 96,
        case: |request| {
            // A key in range, and the multiple of the generator by the number in the third part.
            let (secret, k) = (plain::scalar(&request[..32]), plain::scalar(&request[64..]));
            let point = plain::p256_multiple(&k, &plain::generator()).expect("below the order");
            request[..32].copy_from_slice(&plain::big_endian(&secret, 32));
            for (part, coordinate) in request[32..].chunks_exact_mut(32).zip(&point) {
                part.copy_from_slice(&plain::big_endian(coordinate, 32));
            }
            let [x, _] = plain::p256_multiple(&secret, &point).expect("below the order");
            plain::big_endian(&x, 32)
        },
        vartime: false,
        small: true,
        times: 1,
    },
    Operation {
        name: "P-256 ECDSA sign",
        program: "p256_sign",
        request_bytes: 64,
        case: |request| {
            let secret = plain::scalar(&request[..32]);
            request[..32].copy_from_slice(&plain::big_endian(&secret, 32));
            plain::ecdsa(&secret, &request[32..])
        },
        vartime: false,
        small: false,
        times: 1,
    },
    Operation {
        name: "P-256 ECDSA verify",
        program: "p256_verify",
        request_bytes: 160,
        case: |request| {
            let (secret, wrong) = (plain::scalar(&request[..32]), request[159]);
            let signature = plain::ecdsa(&secret, &request[64..96]);
            let key = plain::p256_multiple(&secret, &plain::generator()).expect("below the order");
            for (part, coordinate) in request.chunks_exact_mut(32).zip(&key) {
                part.copy_from_slice(&plain::big_endian(coordinate, 32));
            }
            request[96..].copy_from_slice(&signature);
            broken(&mut request[64..], wrong)
        },
        vartime: true,
        small: false,
        times: 1,
    },
    Operation {
        name: "K-233 ECDH",
        program: "k233_ecdh",
        request_bytes: 89,
        case: |request| {
            let (secret, k) = (k233::scalar(&request[..29]), k233::scalar(&request[29..58]));
            let point = k233::multiple(&k, &k233::generator());
            request[..29].copy_from_slice(&plain::big_endian(&secret, 29));
            for (part, coordinate) in request[29..].chunks_exact_mut(30).zip(&point) {
                part.copy_from_slice(&plain::big_endian(coordinate, 30));
            }
            plain::big_endian(&k233::multiple(&secret, &point)[0], 30)
        },
        vartime: false,
        small: false,
        times: 1,
    },
];

/// Changes a bit of every second signed message or signature; the verdict.
fn broken(signed: &mut [u8], random: u8) -> Vec<u8> {
    let right = random & 1;
    signed[usize::from(random) % 96] ^= (1 - right) << (random % 7);
    vec![right]
}

/// Requests for an operation and the right answers: of two extreme ones, then by SplitMix64.
fn cases(operation: &Operation, requests: usize) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) as u8
    };
    (0..requests)
        .map(|i| {
            let mut request = match i {
                0 => vec![0; operation.request_bytes],
                1 => vec![0xff; operation.request_bytes],
                _ => (0..operation.request_bytes).map(|_| random()).collect(),
            };
            let answer = (operation.case)(&mut request);
            (request, answer)
        })
        .collect()
}

/// The figures of a row: instructions, cycles by the model, published cycles, bytes of stack and of
/// flash; `-` where there is none.
type Figures = [String; 5];

/// Runs a program with all requests and judges it.
fn run(
    processor: &Processor,
    operation: &Operation,
    program: &str,
    plugin: &str,
) -> Result<Figures> {
    let cases = cases(operation, operation.times * processor.requests);
    let log = format!("{program}.counts");
    let mut qemu = Command::new("qemu-arm")
        .args(["-cpu", "cortex-a9", "-plugin", &format!("{plugin},path=on,profile=on")])
        .args(["-d", "plugin", "-D", &log, program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    qemu.stdin
        .take()
        .ok_or("no input")?
        .write_all(&cases.iter().flat_map(|(request, _)| request).copied().collect::<Vec<_>>())?;
    let output = qemu.wait_with_output()?;
    if !output.status.success() {
        return Err(format!("qemu-arm {program}: {}", output.status).into());
    }
    let mut answers = output.stdout.as_slice();
    let mut most_stack = 0;
    for (request, right) in &cases {
        let (answer, rest) = answers.split_at_checked(right.len()).ok_or("an answer is missing")?;
        if answer != right {
            return Err(format!("{program}: wrong answer to {request:02x?}").into());
        }
        let (stack, rest) = rest.split_first_chunk().ok_or("the depth of the stack is missing")?;
        most_stack = most_stack.max(u32::from_le_bytes(*stack));
        answers = rest;
    }
    let counts = std::fs::read_to_string(&log)?;
    let lines: Vec<Vec<&str>> = counts.lines().map(|line| line.splitn(4, ' ').collect()).collect();
    if lines.len() != cases.len() || lines.iter().any(|line| line.len() != 4) {
        return Err(format!("{program}: the plugin did not count every call").into());
    }
    if !operation.vartime && lines.iter().any(|line| line[..3] != lines[0][..3]) {
        return Err(format!("{program}: instructions or addresses depend on the operands").into());
    }
    // The slowest; without the call, which stands between the marks.
    let slowest = lines.iter().max_by_key(|line| line[0].parse::<u64>().unwrap_or(0));
    let slowest = slowest.ok_or("no requests")?;
    let instructions = slowest[0].parse::<u64>()? - 1;
    let (listing, flash) = disassemble(program)?;
    if processor.small {
        require_basic_instructions(&listing)?;
    }
    let cycles = cycles(&listing, slowest[3], processor.costs)?;
    Ok([
        instructions.to_string(),
        cycles.to_string(),
        "-".into(),
        most_stack.to_string(),
        flash.to_string(),
    ])
}

/// An instruction with its address and length.
struct Instruction {
    address: u64,
    bytes: u64,
    text: String,
}

/// The program's instructions in the order of memory, and the bytes of its loaded sections.
fn disassemble(program: &str) -> Result<(Vec<Instruction>, u64)> {
    let objdump = |option: &str| -> Result<String> {
        let output =
            Command::new("arm-linux-gnueabihf-objdump").args([option, program]).output()?;
        Ok(String::from_utf8(output.stdout)?)
    };
    let mut listing = Vec::new();
    for line in objdump("-d")?.lines() {
        let mut parts = line.split('\t');
        let address = parts.next().and_then(|a| a.trim().strip_suffix(':'));
        if let (Some(address), Some(code)) = (address, parts.next())
            && let Ok(address) = u64::from_str_radix(address, 16)
        {
            let digits = code.chars().filter(char::is_ascii_hexdigit).count();
            let text = parts.collect::<Vec<_>>().join(" ");
            let text = text.split(['@', ';']).next().unwrap_or_default().trim().to_owned();
            listing.push(Instruction { address, bytes: digits as u64 / 2, text });
        }
    }
    let mut flash = 0;
    for line in objdump("-h")?.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let [_, ".text" | ".rodata" | ".data", size, ..] = words[..] {
            flash += u64::from_str_radix(size, 16)?;
        }
    }
    Ok((listing, flash))
}

/// Armv6-M has instructions of 16 bits, without `IT` and `CBZ`, and a few of 32.
fn require_basic_instructions(listing: &[Instruction]) -> Result<()> {
    for Instruction { bytes, text, .. } in listing {
        let name = text.split([' ', '.']).next().unwrap_or_default();
        let wide = matches!(name, "bl" | "dmb" | "dsb" | "isb" | "mrs" | "msr");
        let newer = name.starts_with("it") || name.starts_with("cb");
        if !text.starts_with('.') && (newer || (*bytes == 4) != wide) {
            return Err(format!("not an instruction of Armv6-M: {text}").into());
        }
    }
    Ok(())
}

/// Cycles by Arm's table (the processor's technical reference manual), without wait states of the
/// flash, of a profile: `ADDRESS:TIMES:LEFT` of each instruction, as the plugin prints it.
fn cycles(
    listing: &[Instruction],
    profile: &str,
    costs: fn(&str) -> (u64, u64, bool),
) -> Result<u64> {
    // The same instruction may have been translated more than once.
    let mut counts: HashMap<u64, [u64; 2]> = HashMap::new();
    for entry in profile.split(' ') {
        let numbers: Vec<u64> = entry
            .split(':')
            .map(|n| u64::from_str_radix(n, 16))
            .collect::<std::result::Result<_, _>>()?;
        let [address, times, left] = numbers[..] else { return Err("not a profile".into()) };
        let sum = counts.entry(address).or_default();
        *sum = [sum[0] + times, sum[1] + left];
    }
    let (mut total, mut known) = (0, 0);
    // How often the instruction before was a single load or store and ran into this one.
    let (mut after_access, mut end) = (0, 0);
    for Instruction { address, bytes, text } in listing {
        let [times, left] = counts.get(address).copied().unwrap_or_default();
        known += times;
        if *address != end {
            after_access = 0;
        }
        end = address + bytes;
        let (once, refill, single) = costs(text);
        total += times * once + left * refill;
        if single && text.starts_with("ldr") {
            total -= after_access.min(times);
        }
        after_access = if single { times - left } else { 0 };
    }
    if known != counts.values().map(|[times, _]| times).sum::<u64>() {
        return Err("the disassembly lacks instructions that ran".into());
    }
    Ok(total)
}

/// The number of registers in braces.
fn listed(text: &str) -> u64 {
    let list = text.split(['{', '}']).nth(1).unwrap_or_default();
    let index = |r: &str| match r.trim() {
        "sl" => 10,
        "fp" => 11,
        "ip" => 12,
        "sp" => 13,
        "lr" => 14,
        "pc" => 15,
        r => r[1..].parse().unwrap_or(0),
    };
    let range = |r: &str| r.split_once('-').map_or(1, |(from, to)| index(to) - index(from) + 1);
    list.split(',').map(range).sum()
}

/// The Cortex-M4.
fn m4_costs(text: &str) -> (u64, u64, bool) {
    let name = text.split([' ', '.']).next().unwrap_or_default();
    match name {
        "push" | "pop" => (1 + listed(text), 3, false),
        _ if name.starts_with("ldm") || name.starts_with("stm") => (1 + listed(text), 3, false),
        "ldrd" | "strd" => (3, 0, false),
        _ if name.starts_with("ldr") => (2, 3, true),
        _ if name.starts_with("str") => (1, 0, true),
        "mla" | "mls" => (2, 0, false),
        "udiv" | "sdiv" => (7, 0, false),
        _ => (1, 3, false),
    }
}

/// The Cortex-M0+ with the multiplier of one cycle.
fn m0_costs(text: &str) -> (u64, u64, bool) {
    let name = text.split([' ', '.']).next().unwrap_or_default();
    match name {
        "push" | "pop" | "ldmia" | "stmia" | "ldm" | "stm" => (1 + listed(text), 2, false),
        "bl" => (1, 2, false),
        _ if name.starts_with("ldr") || name.starts_with("str") => (2, 0, false),
        _ => (1, 1, false),
    }
}

/// Runs the programs in `folder`, which has one for each target, and prints the table, or a line of
/// JSON for each row. The file `peers` has lines
/// `operation|peer|instructions|cycles by the model|published cycles`.
pub fn print(folder: &str, plugin: &str, peers: &str, json: bool) -> Result<()> {
    plain::check()?;
    let peers = std::fs::read_to_string(peers)?;
    let peers: Vec<Vec<&str>> = peers.lines().map(|line| line.split('|').collect()).collect();
    if !json {
        println!(
            "{:31}{:24}{:>12}{:>11}{:>11}{:>7}{:>7}",
            "", "", "instructions", "cycles", "published", "stack", "flash"
        );
    }
    let runs = PROCESSORS.iter().flat_map(|processor| {
        let operations = OPERATIONS.iter().filter(|operation| operation.small || !processor.small);
        operations.map(move |operation| (processor, operation))
    });
    for (processor, operation) in runs {
        let title = format!("{}, {}", operation.name, processor.name);
        let program = format!("{folder}/{}/release/{}", processor.target, operation.program);
        print_row(&title, "polylimb", &run(processor, operation, &program, plugin)?, json);
        for peer in &peers {
            if let [of, who, instructions, model, published] = peer[..]
                && of == title
            {
                let figures = [instructions, model, published, "-", "-"].map(str::to_owned);
                print_row(if json { &title } else { "" }, who, &figures, json);
            }
        }
    }
    if !json {
        println!(
            "\nInstructions: executed in qemu-arm, exact, equal for all secrets, as are the addresses; the most of a"
        );
        println!(
            "verification. Cycles: Arm's table over them, flash without wait states; on the M4 0.3 to 5 % below five"
        );
        println!("published figures. The M0+ has a multiplier of one cycle.");
        println!("Stack and flash in bytes; flash is the program with that operation alone.");
    }
    Ok(())
}

fn print_row(title: &str, who: &str, figures: &Figures, json: bool) {
    let [instructions, cycles, published, stack, flash] = figures.each_ref();
    if json {
        let [i, c, p, s, f] =
            figures.each_ref().map(|f| if f == "-" { "null" } else { f.as_str() });
        println!(
            "{{\"kind\": \"{title}\", \"name\": \"{who}\", \"instructions\": {i}, \"cycles\": {c}, \"published\": {p}, \"stack\": {s}, \"flash\": {f}}}"
        );
    } else {
        println!(
            "{title:31}{who:24}{instructions:>12}{cycles:>11}{published:>11}{stack:>7}{flash:>7}"
        );
    }
}
