//! Runs a test program of `constant_time` on this processor, one instruction at a time, and follows
//! the words that it calls secret: `polylimb-taint [--places FILE] PROGRAM ARGUMENT...`.
//!
//! The program speaks to this one as it speaks to Valgrind: by the same sequence of instructions
//! that does nothing (`crates/polylimb/tests/constant_time/memcheck.rs`). Where Valgrind cannot go,
//! as in code for AVX-512, the processor itself executes and only the effect on secrets is
//! computed here.
//!
//! Reported: jumps, addresses, lengths of repetitions and operands of instructions of variable time
//! that depend on a secret. Linux on x86-64 only.

mod code;
mod kind;
mod shadow;
mod symbols;

use code::{Code, End, Run, Sum};
use iced_x86::{FlowControl, InstructionInfoFactory};
use kind::Kind;
use libc::{c_int, c_long, c_void, pid_t};
use shadow::Shadow;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::os::unix::process::CommandExt;
use std::process::{Command, exit};
use std::rc::Rc;

/// Four rotations that add up to nothing; the exchange that follows is where requests are made.
const SEQUENCE: [u8; 19] = [
    0x48, 0xc1, 0xc7, 0x03, 0x48, 0xc1, 0xc7, 0x0d, 0x48, 0xc1, 0xc7, 0x3d, 0x48, 0xc1, 0xc7, 0x33,
    0x48, 0x87, 0xdb,
];
const EXCHANGE: usize = 16;
const BREAKPOINT: u8 = 0xcc;

const RUNNING: u64 = 0x1001;
const COUNT_ERRORS: u64 = 0x1201;
const MEMCHECK: u64 = (b'M' as u64) << 24 | (b'C' as u64) << 16;
const HIDE: u64 = MEMCHECK + 1;
const REVEAL: u64 = MEMCHECK + 2;
const GET_BITS: u64 = MEMCHECK + 8;
const SET_BITS: u64 = MEMCHECK + 9;

/// What judges and prints the results: it is given nothing secret, and not followed.
const PUBLIC: [&str; 3] = ["num_bigint", "alloc::fmt::format", "std::io::"];

type Registers = libc::user_regs_struct;

fn ptrace(request: libc::c_uint, thread: pid_t, address: usize, data: usize) -> c_long {
    // SAFETY: each caller passes the arguments that this request takes.
    unsafe { libc::ptrace(request, thread, address as *mut c_void, data as *mut c_void) }
}

fn registers(thread: pid_t) -> Registers {
    // SAFETY: all zeros are registers.
    let mut registers: Registers = unsafe { std::mem::zeroed() };
    let r = ptrace(libc::PTRACE_GETREGS, thread, 0, &raw mut registers as usize);
    assert_eq!(r, 0, "the registers of a stopped thread");
    registers
}

fn set_registers(thread: pid_t, registers: &Registers) {
    let r = ptrace(libc::PTRACE_SETREGS, thread, 0, &raw const *registers as usize);
    assert_eq!(r, 0, "the registers of a stopped thread");
}

/// The general registers by their numbers; the last one stands for none.
fn general(r: &Registers) -> [u64; 17] {
    [
        r.rax, r.rcx, r.rdx, r.rbx, r.rsp, r.rbp, r.rsi, r.rdi, r.r8, r.r9, r.r10, r.r11, r.r12,
        r.r13, r.r14, r.r15, 0,
    ]
}

struct Tracer {
    program: pid_t,
    memory: File,
    marks: HashSet<u64>,
    symbols: symbols::Symbols,
    /// The C library's functions.
    free: u64,
    realloc: u64,
    shadow: Shadow,
    runs: HashMap<u64, Rc<Run>>,
    factory: InstructionInfoFactory,
    /// Functions that were called and have not returned, by the address of the call.
    calls: Vec<u64>,
    leaks: u64,
    /// Whether the program asked for the number of leaks, and has not yet asked again.
    counting: bool,
    reported: HashSet<u64>,
    /// Threads that stopped at a request while another one was followed.
    waiting: Vec<pid_t>,
    /// Masked stores whose mask is a secret.
    masked: u64,
    /// Functions that may show something, and the caller within which they may.
    places: Vec<(String, String)>,
    /// Leaks in other functions.
    elsewhere: u64,
    /// What the debug registers hold.
    stops: Vec<u64>,
    instructions: u64,
    stopped: u64,
}

/// A change of a thread: it stopped with a signal, or ended.
enum Event {
    Stopped(c_int),
    Ended,
}

impl Tracer {
    fn read(&self, address: u64, bytes: usize) -> Vec<u8> {
        let mut buffer = vec![0; bytes];
        let read = self.memory.read_at(&mut buffer, address).unwrap_or(0);
        buffer.truncate(read);
        buffer
    }

    fn word(&self, address: u64) -> u64 {
        let bytes = self.read(address, 8);
        u64::from_le_bytes(bytes.try_into().expect("memory of the program"))
    }

    /// Lets a thread go on until something happens to it; other threads just go on.
    fn resume(&mut self, thread: pid_t, request: libc::c_uint) -> Event {
        let mut signal = 0;
        loop {
            ptrace(request, thread, 0, signal as usize);
            match self.wait_for(thread) {
                Event::Stopped(libc::SIGTRAP) => return Event::Stopped(libc::SIGTRAP),
                Event::Stopped(other) => signal = other & 0xff,
                Event::Ended => return Event::Ended,
            }
        }
    }

    fn wait_for(&mut self, thread: pid_t) -> Event {
        loop {
            let (who, event) = wait();
            if who == thread {
                return event;
            }
            if let Event::Stopped(signal) = event {
                // The next test may begin before this one's thread has ended: its turn comes then.
                if signal == libc::SIGTRAP {
                    self.waiting.push(who);
                } else {
                    pass(who, signal);
                }
            }
        }
    }

    fn request(&mut self, thread: pid_t) {
        let mut registers = registers(thread);
        let [code, first, second, third] = [0, 8, 16, 24].map(|i| self.word(registers.rax + i));
        registers.rip += (SEQUENCE.len() - EXCHANGE) as u64;
        registers.rdx = match code {
            RUNNING => 1,
            COUNT_ERRORS => {
                self.counting = !self.counting;
                self.leaks
            }
            HIDE | REVEAL => {
                let bits = if code == HIDE { 0xff } else { 0 };
                self.shadow.store_bytes(first, &vec![bits; second as usize]);
                1
            }
            GET_BITS => {
                let bits = self.shadow.load_bytes(first, third as usize);
                self.memory.write_all_at(&bits, second).expect("memory of the program");
                self.shadow.store_bytes(second, &vec![0; third as usize]);
                1
            }
            SET_BITS => {
                let bits = self.read(second, third as usize);
                self.shadow.store_bytes(first, &bits);
                1
            }
            _ => panic!("request {code:#x} is not known"),
        };
        set_registers(thread, &registers);
    }

    /// The run that begins at an address.
    fn run(&mut self, ip: u64) -> Rc<Run> {
        if let Some(run) = self.runs.get(&ip) {
            return run.clone();
        }
        let bytes = |at: u64| {
            let mut bytes = [0; 16];
            let _ = self.memory.read_at(&mut bytes, at);
            bytes
        };
        let followed = |at| !PUBLIC.iter().any(|name| self.symbols.name(at).contains(name));
        let code = Code { bytes: &bytes, marks: &self.marks, followed: &followed };
        let run = Rc::new(code.run(ip, &mut self.factory));
        self.runs.insert(ip, run.clone());
        run
    }

    /// The operand whose public bits an instruction asks for, at the start of its run.
    fn value(&self, step: &code::Step, start: &[u64; 17], addresses: &[u64]) -> u64 {
        let last = step.instruction.op_count() - 1;
        // Comparisons look at their first operand.
        let operand = if step.kind == Kind::Compare { 0 } else { last };
        match code::general(step.instruction.op_register(operand)) {
            Some(number) => start[number],
            None => self.word(addresses[0]),
        }
    }

    /// Follows the secrets through a run that is about to be executed, or to an instruction that
    /// has to begin one.
    fn follow(&mut self, run: &Run, registers: &Registers) -> Option<u64> {
        let start = general(registers);
        let sum = |s: Sum| start[s.register].wrapping_add(s.added);
        let mut addresses = Vec::new();
        for (i, step) in run.steps.iter().enumerate() {
            self.instructions += 1;
            addresses.clear();
            addresses.extend(step.memory.iter().map(|m| {
                let base = m.base.map_or(0, sum);
                let index = m.index.map_or(0, |(s, scale)| sum(s).wrapping_mul(scale));
                let local = if m.thread_local { registers.fs_base } else { 0 };
                base.wrapping_add(index).wrapping_add(m.displacement).wrapping_add(local)
            }));
            if self.shadow.wants_value(step, &addresses) {
                if i > 0 {
                    return Some(step.instruction.ip());
                }
                let value = self.value(step, &start, &addresses);
                if self.shadow.follow_value(step, &addresses, value) {
                    continue;
                }
            }
            let repeated = step.kind == Kind::Strings
                && (step.instruction.has_rep_prefix() || step.instruction.has_repne_prefix());
            let count = if repeated { registers.rcx } else { 1 };
            if let Some(leak) = self.shadow.follow(step, &addresses, count) {
                self.report(step.instruction.ip(), leak);
            }
            match step.instruction.flow_control() {
                FlowControl::Call | FlowControl::IndirectCall => {
                    self.calls.push(step.instruction.ip());
                }
                FlowControl::Return => _ = self.calls.pop(),
                _ => {}
            }
        }
        None
    }

    fn report(&mut self, ip: u64, leak: shadow::Leak) {
        if !self.counting {
            return;
        }
        if leak == shadow::MASKED {
            // The address is public, and so is that something may be stored there.
            self.masked += 1;
            return;
        }
        self.leaks += 1;
        let name = self.symbols.name(ip);
        let caller = self.calls.last().map_or("", |call| self.symbols.name(*call));
        // Of the standard library's functions the caller counts.
        let function = if name.contains("polylimb") { name } else { caller };
        let within =
            |caller: &str| self.calls.iter().any(|c| self.symbols.name(*c).contains(caller));
        if self.places.iter().any(|(place, caller)| function.contains(place) && within(caller)) {
            return;
        }
        self.elsewhere += 1;
        if !self.reported.insert(ip) {
            return;
        }
        eprintln!("{leak}\n   at {ip:#x}: {}", self.symbols.name(ip));
        for call in self.calls.iter().rev().take(6) {
            eprintln!("   by {call:#x}: {}", self.symbols.name(*call));
        }
    }

    /// Stops the thread when it comes to one of these addresses.
    fn stop_at(&mut self, thread: pid_t, addresses: &[u64]) {
        let offset = |i: usize| std::mem::offset_of!(libc::user, u_debugreg) + 8 * i;
        let poke = |i: usize, value: u64| {
            let r = ptrace(libc::PTRACE_POKEUSER, thread, offset(i), value as usize);
            assert_eq!(r, 0, "debug register {i}");
        };
        if self.stops == addresses {
            return;
        }
        for (i, address) in addresses.iter().enumerate() {
            poke(i, *address);
        }
        if self.stops.len() != addresses.len() {
            // Enabled locally, for execution.
            poke(7, addresses.iter().enumerate().map(|(i, _)| 1 << (2 * i)).sum());
        }
        self.stops = addresses.to_vec();
    }

    /// Executes the run; whether the thread still lives.
    fn execute(&mut self, thread: pid_t, run: &Run) -> bool {
        self.stopped += 1;
        let (stops, last) = match &run.end {
            End::At(stops) => (stops.clone(), None),
            End::Step(ip) => (vec![*ip], Some(*ip)),
        };
        if last.is_none() || run.steps.len() > 1 {
            self.stop_at(thread, &stops);
            if let Event::Ended = self.resume(thread, libc::PTRACE_CONT) {
                return false;
            }
            if last.is_none() {
                let ip = registers(thread).rip;
                assert!(stops.contains(&ip), "stopped at {ip:#x} instead of {stops:x?}");
                return true;
            }
            self.stopped += 1;
        }
        // A jump to itself would stop before it.
        if stops.len() == 1 && last.is_some() {
            return !matches!(self.resume(thread, libc::PTRACE_SINGLESTEP), Event::Ended);
        }
        true
    }

    /// Follows a thread from its first secret to its end.
    fn trace(&mut self, thread: pid_t) {
        self.calls.clear();
        self.stops.clear();
        self.add_library();
        loop {
            let registers = registers(thread);
            if self.marks.contains(&registers.rip) {
                self.request(thread);
                continue;
            }
            if let Some(alive) = self.whole_function(thread, &registers) {
                if alive {
                    continue;
                }
                break;
            }
            let run = self.run(registers.rip);
            if run.steps[0].kind == Kind::Kernel && registers.rax == libc::SYS_read as u64 {
                self.shadow.store_bytes(registers.rsi, &vec![0; registers.rdx as usize]);
            }
            if let Some(ip) = self.follow(&run, &registers) {
                self.stop_at(thread, &[ip]);
                self.resume(thread, libc::PTRACE_CONT);
            } else if !self.execute(thread, &run) {
                break;
            }
        }
        self.shadow = Shadow::new();
        self.counting = false;
    }

    /// Executes a function whose effect is known without following it; whether the thread still
    /// lives. `None` for other functions.
    fn whole_function(&mut self, thread: pid_t, registers: &Registers) -> Option<bool> {
        // A block's size stands before it, with three flags.
        let size = |at: u64| ((self.word(at - 8) & !7) - 8) as usize;
        let (first, ip) = (registers.rdi, registers.rip);
        if ip == self.free && first != 0 {
            // Nobody reads what is freed; whether it was wiped is another test's business.
            self.shadow.store_bytes(first, &vec![0; size(first)]);
            return None;
        }
        let moves = ip == self.realloc && first != 0;
        if !moves && !PUBLIC.iter().any(|name| self.symbols.name(ip).contains(name)) {
            return None;
        }
        let held = if moves { self.shadow.load_bytes(first, size(first)) } else { Vec::new() };
        // Executed until it returns.
        self.calls.pop();
        self.stop_at(thread, &[self.word(registers.rsp)]);
        if let Event::Ended = self.resume(thread, libc::PTRACE_CONT) {
            return Some(false);
        }
        self.shadow.returned();
        if moves {
            self.shadow.store_bytes(first, &vec![0; held.len()]);
            let to = self::registers(thread).rax;
            let kept = held.len().min(((self.word(to - 8) & !7) - 8) as usize);
            self.shadow.store_bytes(to, &held[..kept]);
        } else if (registers.rsp..registers.rsp + (1 << 16)).contains(&first) {
            // What it returned: a number is three words.
            self.shadow.store_bytes(first, &[0; 24]);
        }
        Some(true)
    }

    /// Learns the C library's functions, once it is loaded.
    fn add_library(&mut self) {
        if self.free != 0 {
            return;
        }
        let mapped = mapped(self.program, "/libc.so.6");
        let (path, base) = (&mapped[0].path, mapped.iter().map(|m| m.from).min());
        let elf = std::fs::read(path).expect("the C library");
        self.symbols.add(&elf, base.expect("it is mapped")).expect("its functions");
        self.free = self.symbols.address("free").expect("it frees");
        self.realloc = self.symbols.address("realloc").expect("it allocates");
    }

    /// The program's exit status.
    fn all(&mut self) -> i32 {
        pass(self.program, 0);
        loop {
            let mut status = 0;
            let (thread, event) = match self.waiting.pop() {
                Some(thread) => (thread, Event::Stopped(libc::SIGTRAP)),
                None => {
                    // SAFETY: `status` is a place for the status.
                    let thread = unsafe { libc::waitpid(-1, &raw mut status, libc::__WALL) };
                    (thread, event_of(status))
                }
            };
            match event {
                Event::Ended if thread == self.program => {
                    return if libc::WIFEXITED(status) { libc::WEXITSTATUS(status) } else { 101 };
                }
                Event::Ended => {}
                Event::Stopped(libc::SIGTRAP) => {
                    let mut at = registers(thread);
                    at.rip -= 1;
                    assert!(self.marks.contains(&at.rip), "a trap at {:#x}", at.rip);
                    set_registers(thread, &at);
                    let code = self.word(at.rax);
                    self.request(thread);
                    if matches!(code, HIDE | SET_BITS) {
                        self.trace(thread);
                    } else {
                        pass(thread, 0);
                    }
                }
                Event::Stopped(signal) => pass(thread, signal),
            }
        }
    }
}

/// Lets a thread go on by itself; a thread's first stop is no signal of its own.
fn pass(thread: pid_t, signal: c_int) {
    let signal = if signal == libc::SIGSTOP || signal > 0xff { 0 } else { signal };
    ptrace(libc::PTRACE_CONT, thread, 0, signal as usize);
}

fn event_of(status: c_int) -> Event {
    // Above the signal stands which event of the tracer's it is.
    if libc::WIFSTOPPED(status) { Event::Stopped(status >> 8) } else { Event::Ended }
}

fn wait() -> (pid_t, Event) {
    let mut status = 0;
    // SAFETY: `status` is a place for the status.
    let who = unsafe { libc::waitpid(-1, &raw mut status, libc::__WALL) };
    (who, event_of(status))
}

/// Starts the program and stops it before its first instruction.
#[expect(clippy::zombie_processes, reason = "`Tracer::all` waits for it and its threads")]
fn start(arguments: &[String]) -> pid_t {
    let mut command = Command::new(&arguments[0]);
    command.args(&arguments[1..]).env("LD_BIND_NOW", "1");
    // SAFETY: both are system calls that touch no memory of this process.
    unsafe {
        command.pre_exec(|| {
            libc::personality(libc::ADDR_NO_RANDOMIZE as libc::c_ulong);
            match ptrace(libc::PTRACE_TRACEME, 0, 0, 0) {
                0 => Ok(()),
                _ => Err(std::io::Error::last_os_error()),
            }
        });
    }
    let child = command.spawn().unwrap_or_else(|e| fail(&format!("{}: {e}", arguments[0])));
    let (program, _) = wait();
    assert_eq!(program as u32, child.id());
    let options = libc::PTRACE_O_TRACECLONE | libc::PTRACE_O_EXITKILL;
    assert_eq!(ptrace(libc::PTRACE_SETOPTIONS, program, 0, options as usize), 0);
    program
}

/// A part of a file in memory.
struct Mapped {
    path: String,
    from: u64,
    to: u64,
    executable: bool,
}

/// The parts of the file whose path ends so.
fn mapped(program: pid_t, path: &str) -> Vec<Mapped> {
    let maps = std::fs::read_to_string(format!("/proc/{program}/maps")).expect("its mappings");
    let of_line = |line: &str| {
        let mut fields = line.split_whitespace();
        let (from, to) = fields.next()?.split_once('-')?;
        let number = |text| u64::from_str_radix(text, 16).ok();
        let executable = fields.next()?.contains('x');
        let path = fields.last()?.to_owned();
        Some(Mapped { path, from: number(from)?, to: number(to)?, executable })
    };
    maps.lines().filter_map(of_line).filter(|m| m.path.ends_with(path)).collect()
}

fn fail(why: &str) -> ! {
    eprintln!("{why}");
    exit(2)
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut places = None;
    if arguments.first().is_some_and(|a| a == "--places") && arguments.len() > 2 {
        let file = arguments.remove(1);
        let text = std::fs::read_to_string(&file);
        let text = text.unwrap_or_else(|e| fail(&format!("{file}: {e}")));
        arguments.remove(0);
        places = Some(text);
    }
    if arguments.is_empty() {
        fail("taint [--places FILE] PROGRAM ARGUMENT...");
    }
    let path = std::fs::canonicalize(&arguments[0]);
    let path = path.unwrap_or_else(|e| fail(&format!("{}: {e}", arguments[0])));
    let program = start(&arguments);
    let memory = File::options().read(true).write(true).open(format!("/proc/{program}/mem"));
    let memory = memory.expect("the memory of a traced program");
    let mapped = mapped(program, path.to_str().expect("text"));
    let base = mapped.iter().map(|m| m.from).min().unwrap_or_else(|| fail("nothing is mapped"));
    let mut marks = HashSet::new();
    for part in mapped.into_iter().filter(|m| m.executable) {
        let mut text = vec![0; (part.to - part.from) as usize];
        memory.read_exact_at(&mut text, part.from).expect("its code");
        for (i, _) in text.windows(SEQUENCE.len()).enumerate().filter(|(_, w)| *w == SEQUENCE) {
            let mark = part.from + (i + EXCHANGE) as u64;
            memory.write_all_at(&[BREAKPOINT], mark).expect("its code");
            marks.insert(mark);
        }
    }
    let elf = std::fs::read(&path).expect("the program");
    let mut symbols = symbols::Symbols::new();
    symbols.add(&elf, base).unwrap_or_else(|| fail("the program's table of symbols"));
    let mut tracer = Tracer {
        program,
        memory,
        marks,
        symbols,
        free: 0,
        realloc: 0,
        waiting: Vec::new(),
        masked: 0,
        places: Vec::new(),
        elsewhere: 0,
        shadow: Shadow::new(),
        runs: HashMap::new(),
        factory: InstructionInfoFactory::new(),
        calls: Vec::new(),
        leaks: 0,
        counting: false,
        reported: HashSet::new(),
        stops: Vec::new(),
        instructions: 0,
        stopped: 0,
    };
    // A line of the file: a function, perhaps `within` and a caller, a bar, the reason.
    let lines = places.iter().flat_map(|text| text.lines());
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let place = |line: &str| {
        let place = line.split('|').next().expect("a part").trim();
        let (function, caller) = place.split_once(" within ").unwrap_or((place, ""));
        (function.to_owned(), caller.to_owned())
    };
    tracer.places = lines.map(place).collect();
    let status = tracer.all();
    println!(
        "taint: {} instructions, {} stops; shown {}, elsewhere {} in {} places; {} masked stores",
        tracer.instructions,
        tracer.stopped,
        tracer.leaks - tracer.elsewhere,
        tracer.elsewhere,
        tracer.reported.len(),
        tracer.masked
    );
    let leaks = places.is_some() && tracer.elsewhere > 0;
    exit(if status == 0 && leaks { 1 } else { status })
}
