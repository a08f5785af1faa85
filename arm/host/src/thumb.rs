//! Operations on the Cortex-M4: executed instructions, cycles by a model, stack and flash, and the
//! same of the peers.

use crate::Result;
use num_bigint::BigUint;
use std::collections::HashMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// A program of the folder `thumb`.
struct Operation {
    name: &'static str,
    program: &'static str,
    request_bytes: usize,
    /// The request made of random bytes.
    request: fn(&mut [u8]),
    /// The right answer, by plain arithmetic.
    answer: fn(&[u8]) -> Vec<u8>,
}

const OPERATIONS: [Operation; 2] = [
    Operation {
        name: "X25519",
        program: "x25519",
        request_bytes: 64,
        request: |_| {},
        answer: |request| x25519(&request[..32], &request[32..]),
    },
    Operation {
        name: "P-256 ECDH",
        program: "p256",
        request_bytes: 96,
        request: |request| {
            // A key in range, and the multiple of the generator by the number in the third part.
            let below_order = |bytes: &[u8]| BigUint::from_bytes_be(bytes) % number(ORDER);
            let (secret, k) = (below_order(&request[..32]), below_order(&request[64..]) + 1u8);
            request[..32].copy_from_slice(&big_endian(&secret));
            let [x, y] = p256_multiple(&k, &GENERATOR.map(number)).expect("below the order");
            request[32..64].copy_from_slice(&big_endian(&x));
            request[64..].copy_from_slice(&big_endian(&y));
        },
        answer: |request| {
            let [k, x, y] = [0, 32, 64].map(|i| BigUint::from_bytes_be(&request[i..i + 32]));
            p256_multiple(&k, &[x, y]).map_or(vec![0; 32], |[x, _]| big_endian(&x))
        },
    },
];

/// Requests with secrets that must not show in the instructions and addresses, and the first with a
/// known answer.
const REQUESTS: usize = 12;

/// `[RFC7748]`, 5.2: the first vector.
const KNOWN: [&str; 3] = [
    "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
    "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
    "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552",
];

fn number(hex: &str) -> BigUint {
    BigUint::parse_bytes(hex.as_bytes(), 16).expect("hexadecimal digits")
}

/// `n` bytes, the lowest first.
fn bytes(a: &BigUint, n: usize) -> Vec<u8> {
    let mut bytes = a.to_bytes_le();
    bytes.resize(n, 0);
    bytes
}

/// The ladder of `[RFC7748]`.
fn x25519(k: &[u8], u: &[u8]) -> Vec<u8> {
    let p = (BigUint::from(1u8) << 255u32) - 19u8;
    let (mut k, mut u) = (k.to_vec(), u.to_vec());
    k[0] &= 248;
    k[31] = k[31] & 127 | 64;
    u[31] &= 127;
    let (k, u) = (BigUint::from_bytes_le(&k), BigUint::from_bytes_le(&u) % &p);
    let minus = |a: &BigUint, b: &BigUint| (a + &p - b) % &p;
    let (mut low, mut high) =
        ((BigUint::from(1u8), BigUint::ZERO), (u.clone(), BigUint::from(1u8)));
    for i in (0..255).rev() {
        if k.bit(i) {
            std::mem::swap(&mut low, &mut high);
        }
        let (a, b) = ((&low.0 + &low.1) % &p, minus(&low.0, &low.1));
        let (aa, bb) = (&a * &a % &p, &b * &b % &p);
        let e = minus(&aa, &bb);
        let (da, cb) = (minus(&high.0, &high.1) * &a % &p, (&high.0 + &high.1) * &b % &p);
        let (sum, difference) = (&da + &cb, minus(&da, &cb));
        high = (&sum * &sum % &p, &u * &difference * &difference % &p);
        low = (&aa * &bb % &p, &e * (&aa + 121_665u32 * &e) % &p);
        if k.bit(i) {
            std::mem::swap(&mut low, &mut high);
        }
    }
    bytes(&(low.0 * low.1.modpow(&(&p - 2u8), &p) % &p), 32)
}

const P: &str = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";
const ORDER: &str = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
const GENERATOR: [&str; 2] = [
    "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
    "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
];

fn big_endian(a: &BigUint) -> Vec<u8> {
    bytes(a, 32).into_iter().rev().collect()
}

/// `k` times a point of P-256 by affine sums; `None` for the neutral element.
fn p256_multiple(k: &BigUint, point: &[BigUint; 2]) -> Option<[BigUint; 2]> {
    let p = number(P);
    let minus = |a: &BigUint, b: &BigUint| (a + &p - b) % &p;
    let sum = |a: &[BigUint; 2], b: &[BigUint; 2]| {
        let (rise, run) = if a == b {
            (3u8 * (&a[0] * &a[0] - 1u8), 2u8 * &a[1])
        } else {
            (minus(&a[1], &b[1]), minus(&a[0], &b[0]))
        };
        let slope = rise * run.modinv(&p)? % &p;
        let x = minus(&minus(&(&slope * &slope % &p), &a[0]), &b[0]);
        Some([x.clone(), minus(&(slope * minus(&a[0], &x) % &p), &a[1])])
    };
    let mut r = None;
    for i in (0..k.bits()).rev() {
        r = r.and_then(|r| sum(&r, &r));
        if k.bit(i) {
            r = r.map_or(Some(point.clone()), |r| sum(&r, point));
        }
    }
    r
}

/// Requests for an operation: two extreme ones, then by SplitMix64.
fn requests(operation: &Operation) -> Vec<Vec<u8>> {
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) as u8
    };
    (0..REQUESTS)
        .map(|i| {
            let mut request = match i {
                0 => vec![0; operation.request_bytes],
                1 => vec![0xff; operation.request_bytes],
                _ => (0..operation.request_bytes).map(|_| random()).collect(),
            };
            (operation.request)(&mut request);
            request
        })
        .collect()
}

/// The figures of a row: instructions, cycles by the model, published cycles, bytes of stack and of
/// flash; `-` where there is none.
type Figures = [String; 5];

/// Runs a program with all requests and judges it.
fn run(operation: &Operation, program: &str, plugin: &str) -> Result<Figures> {
    let requests = requests(operation);
    let log = format!("{program}.counts");
    let mut qemu = Command::new("qemu-arm")
        .args(["-cpu", "cortex-a9", "-plugin", &format!("{plugin},path=on,profile=on")])
        .args(["-d", "plugin", "-D", &log, program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    qemu.stdin.take().ok_or("no input")?.write_all(&requests.concat())?;
    let output = qemu.wait_with_output()?;
    if !output.status.success() {
        return Err(format!("qemu-arm {program}: {}", output.status).into());
    }
    let mut answers = output.stdout.as_slice();
    let mut most_stack = 0;
    for request in &requests {
        let right = (operation.answer)(request);
        let (answer, rest) = answers.split_at_checked(right.len()).ok_or("an answer is missing")?;
        if answer != right {
            return Err(format!("{program}: wrong answer to {request:02x?}").into());
        }
        let (stack, rest) = rest.split_first_chunk().ok_or("the depth of the stack is missing")?;
        most_stack = most_stack.max(u32::from_le_bytes(*stack));
        answers = rest;
    }
    let counts = std::fs::read_to_string(&log)?;
    let mut lines = counts.lines().map(|line| line.splitn(4, ' ').collect::<Vec<_>>());
    let first =
        lines.next().filter(|first| first.len() == 4).ok_or("the plugin counted nothing")?;
    if counts.lines().count() != requests.len() || lines.any(|line| line[..3] != first[..3]) {
        return Err(format!("{program}: instructions or addresses depend on the operands").into());
    }
    // Without the call, which stands between the marks.
    let instructions = first[0].parse::<u64>()? - 1;
    let (listing, flash) = disassemble(program)?;
    let cycles = cycles(&listing, first[3])?;
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

/// Cycles by Arm's table (the technical reference manual of the Cortex-M4), without wait states of
/// the flash, of a profile: `ADDRESS:TIMES:LEFT` of each instruction, as the plugin prints it.
fn cycles(listing: &[Instruction], profile: &str) -> Result<u64> {
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

/// Of an instruction: cycles, more cycles if another follows than the next one in memory, and
/// whether it is a single load or store.
fn costs(text: &str) -> (u64, u64, bool) {
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

/// Runs the programs in `folder` and prints the table, or a line of JSON for each row; `peers` is a
/// table of `operation|peer|instructions|cycles by the model|published cycles` lines.
pub fn print(folder: &str, plugin: &str, peers: &str, json: bool) -> Result<()> {
    let [scalar, u, product] =
        KNOWN.map(|hex| bytes(&BigUint::from_bytes_le(&number(hex).to_bytes_be()), 32));
    if x25519(&scalar, &u) != product {
        return Err("the judge does not reproduce RFC 7748".into());
    }
    let peers = std::fs::read_to_string(peers)?;
    let peers: Vec<Vec<&str>> = peers.lines().map(|line| line.split('|').collect()).collect();
    if !json {
        println!(
            "{:26}{:20}{:>13}{:>11}{:>11}{:>7}{:>7}",
            "", "", "instructions", "cycles", "published", "stack", "flash"
        );
    }
    for operation in &OPERATIONS {
        let title = format!("{}, Cortex-M4", operation.name);
        let program = format!("{folder}/{}", operation.program);
        print_row(&title, "polylimb", &run(operation, &program, plugin)?, json);
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
            "\nInstructions: executed in qemu-arm, exact, equal for all operands, as are the addresses."
        );
        println!(
            "Cycles: Arm's table over the executed instructions, flash without wait states: 0.3 to 5 % below five"
        );
        println!("published figures.");
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
            "{title:26}{who:20}{instructions:>13}{cycles:>11}{published:>11}{stack:>7}{flash:>7}"
        );
    }
}
