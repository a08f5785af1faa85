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
mod machine;
mod shadow;
mod symbols;

use code::Step;
use iced_x86::{FlowControl, InstructionInfoFactory, Register};
use kind::Kind;
use libc::{c_int, c_long, c_void, pid_t};
use machine::Machine;
use shadow::{Hashed, Shadow};
use std::collections::HashSet;
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

/// Functions that are given something public, though it was computed from secrets: the registers
/// that hold where its words or bytes lie, how many these are, and the bytes of one.
const PUBLISHES: [(&str, [Register; 2], usize); 3] = [
    // The modulus of a new key.
    ("polylimb::rsa::public::PublicKey::new", [Register::RSI, Register::RDX], 1),
    ("polylimb::powm::crt::modulus::published", [Register::RSI, Register::RDX], 8),
    // A common factor of primes less 1.
    ("polylimb::rsa::secret::without_factor", [Register::RCX, Register::R8], 8),
];

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

/// The mask registers.
fn masks(thread: pid_t) -> [u64; 8] {
    let mut state = [0u8; 4096];
    let mut io = libc::iovec { iov_base: state.as_mut_ptr().cast(), iov_len: state.len() };
    let r = ptrace(libc::PTRACE_GETREGSET, thread, 0x202, &raw mut io as usize);
    assert_eq!(r, 0, "the extended state of a stopped thread");
    // Where they lie in it.
    let at = std::arch::x86_64::__cpuid_count(13, 5).ebx as usize;
    core::array::from_fn(|i| {
        let word = state[at + 8 * i..].first_chunk().expect("eight bytes");
        u64::from_le_bytes(*word)
    })
}

fn set_registers(thread: pid_t, registers: &Registers) {
    let r = ptrace(libc::PTRACE_SETREGS, thread, 0, &raw const *registers as usize);
    assert_eq!(r, 0, "the registers of a stopped thread");
}

struct Tracer {
    program: pid_t,
    memory: File,
    marks: HashSet<u64>,
    symbols: symbols::Symbols,
    /// The C library's functions.
    free: u64,
    realloc: u64,
    /// Functions that are executed without following them.
    whole: HashSet<u64>,
    /// Functions that publish an argument.
    publishes: Hashed<([Register; 2], usize)>,
    shadow: Shadow,
    machine: Machine,
    /// Decoded instructions up to the next one that may jump, by the address of the first.
    blocks: Hashed<Rc<[Step]>>,
    /// How often each instruction was executed since the processor last stopped, and at which stop.
    visits: Vec<(u64, u32)>,
    numbers: Hashed<usize>,
    factory: InstructionInfoFactory,
    /// Functions that were called and have not returned, by the address of the call.
    calls: Vec<u64>,
    leaks: u64,
    reported: HashSet<u64>,
    /// Threads that stopped at a request while another one was followed.
    waiting: Vec<pid_t>,
    /// Masked stores whose mask is a secret.
    masked: u64,
    /// Functions that may show something, and the caller within which they may.
    places: Vec<(String, String)>,
    /// Leaks in other functions.
    elsewhere: u64,
    /// What the debug register holds.
    stop: u64,
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
            COUNT_ERRORS => self.leaks,
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

    /// The instructions that begin at an address.
    fn block(&mut self, mut ip: u64) -> Rc<[Step]> {
        if let Some(block) = self.blocks.get(&ip) {
            return block.clone();
        }
        let (start, mut steps) = (ip, Vec::new());
        while steps.is_empty() || !self.marks.contains(&ip) && steps.len() < 64 {
            let numbers = self.numbers.len();
            let number = *self.numbers.entry(ip).or_insert(numbers);
            let step = Step::decode(&self.read(ip, 16), ip, &mut self.factory, number);
            ip = step.instruction.next_ip();
            let goes_on = step.flow == FlowControl::Next;
            steps.push(step);
            if !goes_on {
                break;
            }
        }
        self.visits.resize(self.numbers.len(), (0, 0));
        let block: Rc<[Step]> = steps.into();
        self.blocks.insert(start, block.clone());
        block
    }

    /// Follows the secrets through the instructions from `ip` on, until something must come from
    /// the processor: the address of the instruction that asks, and its number.
    fn follow(&mut self, thread: pid_t, mut ip: u64) -> (u64, usize) {
        let mut addresses = Vec::new();
        let began = self.instructions;
        loop {
            let at_start = self.instructions == began;
            let block = self.block(ip);
            // Requests, system calls, and functions that are executed as a whole.
            let first = &block[0];
            let freed = ip != self.free || self.freed().is_some();
            if !freed || !at_start && (self.marks.contains(&ip) || self.whole.contains(&ip)) {
                return (ip, first.number);
            }
            if let Some((arguments, bytes)) = self.publishes.get(&ip) {
                let values = arguments.map(|register| self.machine.general[register.number()]);
                let [Some(at), Some(length)] = values else {
                    return (ip, first.number);
                };
                self.shadow.store_bytes(at, &vec![0; bytes * length as usize]);
            }
            for step in &*block {
                let here = step.instruction.ip();
                let question = (here, step.number);
                let at_start = self.instructions == began;
                if step.kind == Kind::Kernel && !at_start
                    || self.machine.addresses(step, &mut addresses).is_none()
                {
                    return question;
                }
                let memory = &self.memory;
                let wants_mask = self.shadow.wants_mask(step, &addresses);
                if wants_mask && at_start {
                    self.machine.masks = masks(thread).map(Some);
                }
                let number = match step.repeats {
                    _ if wants_mask => self.machine.masks[step.instruction.op_mask().number()],
                    true => self.machine.general[1],
                    false => match step.count {
                        Some(i) => self.machine.operand(memory, step, &addresses, i),
                        None => Some(1),
                    },
                };
                let (Some(next), Some(number)) =
                    (self.machine.next(memory, step, &addresses), number)
                else {
                    return question;
                };
                let mut public = false;
                if self.shadow.wants_value(step, &addresses) {
                    // Comparisons look at their first operand.
                    let last = step.instruction.op_count() - 1;
                    let i = if step.kind == Kind::Compare { 0 } else { last };
                    let Some(value) = self.machine.operand(memory, step, &addresses, i) else {
                        return question;
                    };
                    public = self.shadow.follow_value(step, &addresses, value);
                }
                if step.kind == Kind::ConditionalMove {
                    self.shadow.taken = self.machine.condition(&step.instruction);
                }
                if step.combines {
                    let values = [0, 1].map(|i| self.machine.operand(memory, step, &addresses, i));
                    self.shadow.learn(step, &addresses, values);
                }
                if !public && let Some(leak) = self.shadow.follow(step, &addresses, number) {
                    self.report(here, leak);
                }
                self.machine.execute(&self.memory, step, &addresses);
                self.instructions += 1;
                let visit = &mut self.visits[step.number];
                *visit = (self.stopped, if visit.0 == self.stopped { visit.1 + 1 } else { 1 });
                match step.flow {
                    FlowControl::Call | FlowControl::IndirectCall => self.calls.push(here),
                    FlowControl::Return => _ = self.calls.pop(),
                    _ => {}
                }
                ip = next;
            }
        }
    }

    fn report(&mut self, ip: u64, leak: shadow::Leak) {
        if leak == shadow::MASKED {
            // The address is public, and so is that something may be stored there.
            self.masked += 1;
            return;
        }
        self.leaks += 1;
        let name = self.symbols.name(ip);
        let caller = self.calls.last().map_or(name, |call| self.symbols.name(*call));
        // As for Valgrind's reports: of the standard library's functions the caller counts.
        let callers = self.calls.iter().rev().map(|call| self.symbols.name(*call));
        let mut stack = std::iter::once(name).chain(callers);
        let function = stack
            .find(|name| name.contains("polylimb"))
            .unwrap_or(if name == symbols::OTHER { caller } else { name });
        let within = |caller: &str| {
            caller.is_empty() || self.calls.iter().any(|c| self.symbols.name(*c).contains(caller))
        };
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

    /// Stops the thread when it comes to this address.
    fn stop_at(&mut self, thread: pid_t, address: u64) {
        let offset = |i: usize| std::mem::offset_of!(libc::user, u_debugreg) + 8 * i;
        let poke = |i: usize, value: u64| {
            let r = ptrace(libc::PTRACE_POKEUSER, thread, offset(i), value as usize);
            assert_eq!(r, 0, "debug register {i}");
        };
        if self.stop != address {
            poke(0, address);
            if self.stop == 0 {
                // Enabled locally, for execution.
                poke(7, 1);
            }
            self.stop = address;
        }
    }

    /// Lets the thread run until it comes to this address once more than `times`; whether it lives.
    fn run_to(&mut self, thread: pid_t, address: u64, times: u32) -> bool {
        self.stop_at(thread, address);
        for _ in 0..=times {
            if let Event::Ended = self.resume(thread, libc::PTRACE_CONT) {
                return false;
            }
        }
        true
    }

    /// Follows a thread from its first secret to its end.
    fn trace(&mut self, thread: pid_t) {
        self.calls.clear();
        self.stop = 0;
        self.add_library();
        self.machine.forget_memory();
        loop {
            self.stopped += 1;
            let mut registers = registers(thread);
            let ip = registers.rip;
            if self.marks.contains(&ip) {
                self.request(thread);
                self.machine.forget_memory();
                continue;
            }
            if self.whole.contains(&ip) && !(ip == self.realloc && registers.rdi == 0) {
                if self.whole_function(thread, &registers) {
                    continue;
                }
                break;
            }
            self.machine.load(&registers);
            if self.block(ip)[0].kind == Kind::Kernel {
                if self.kernel(thread, &registers) {
                    continue;
                }
                break;
            }
            let began = self.instructions;
            let (to, number) = self.follow(thread, ip);
            assert!(self.instructions > began, "{ip:#x}: this instruction is not followed");
            let (stop, mut times) = self.visits[number];
            if stop != self.stopped {
                times = 0;
            }
            if to == ip {
                // It does not stop again where it stands.
                const RESUME: u64 = 1 << 16;
                registers.eflags |= RESUME;
                set_registers(thread, &registers);
                times -= 1;
            }
            if !self.run_to(thread, to, times) {
                break;
            }
            let registers = self::registers(thread);
            assert_eq!(registers.rip, to, "from {ip:#x}: another path");
            if let Some(what) = self.machine.differs(&registers) {
                panic!("from {ip:#x} to {to:#x}: {what}");
            }
        }
        self.shadow = Shadow::new();
    }

    /// Executes a system call; whether the thread still lives.
    fn kernel(&mut self, thread: pid_t, registers: &Registers) -> bool {
        let block = self.block(registers.rip);
        self.shadow.follow(&block[0], &[], 1);
        // What it writes is public.
        let (at, bytes) = match registers.rax as libc::c_long {
            libc::SYS_read => (registers.rsi, registers.rdx),
            libc::SYS_getrandom => (registers.rdi, registers.rsi),
            _ => (0, 0),
        };
        self.shadow.store_bytes(at, &vec![0; bytes as usize]);
        let unmaps = registers.rax == libc::SYS_munmap as u64;
        if unmaps {
            self.shadow.store_bytes(registers.rdi, &vec![0; registers.rsi as usize]);
        }
        self.machine.forget_memory();
        !matches!(self.resume(thread, libc::PTRACE_SINGLESTEP), Event::Ended)
    }

    /// Nobody reads what is freed; whether it was wiped is another test's business.
    fn freed(&mut self) -> Option<()> {
        let first = self.machine.general[7]?;
        if first != 0 {
            // A block's size stands before it, with three flags.
            let size = self.machine.read(&self.memory, first - 8, 8)?;
            self.shadow.store_bytes(first, &vec![0; (size & !7) as usize - 8]);
        }
        Some(())
    }

    /// Executes a function whose effect is known without following it; whether the thread still
    /// lives.
    fn whole_function(&mut self, thread: pid_t, registers: &Registers) -> bool {
        let size = |at: u64| ((self.word(at - 8) & !7) - 8) as usize;
        let first = registers.rdi;
        let moves = registers.rip == self.realloc;
        let held = if moves { self.shadow.load_bytes(first, size(first)) } else { Vec::new() };
        // Executed until it returns.
        self.calls.pop();
        self.machine.forget_memory();
        if !self.run_to(thread, self.word(registers.rsp), 0) {
            return false;
        }
        self.shadow.returned();
        if moves {
            self.shadow.store_bytes(first, &vec![0; held.len()]);
            let to = self::registers(thread).rax;
            let kept = held.len().min(((self.word(to - 8) & !7) - 8) as usize);
            self.shadow.store_bytes(to, &held[..kept]);
        } else if (registers.rsp..registers.rsp + (1 << 16)).contains(&first) {
            // What it returned: a quotient and a remainder, of three words each.
            self.shadow.store_bytes(first, &[0; 48]);
        }
        true
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
        self.whole = self.symbols.containing(&PUBLIC);
        self.whole.insert(self.realloc);
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
    let publishes = PUBLISHES.iter().filter_map(|(name, registers, bytes)| {
        Some((symbols.address(name)?, (*registers, *bytes)))
    });
    let publishes = publishes.collect();
    let mut tracer = Tracer {
        program,
        memory,
        marks,
        symbols,
        free: 0,
        realloc: 0,
        whole: HashSet::new(),
        publishes,
        waiting: Vec::new(),
        masked: 0,
        places: Vec::new(),
        elsewhere: 0,
        shadow: Shadow::new(),
        machine: Machine::default(),
        blocks: Hashed::default(),
        visits: Vec::new(),
        numbers: Hashed::default(),
        factory: InstructionInfoFactory::new(),
        calls: Vec::new(),
        leaks: 0,
        reported: HashSet::new(),
        stop: 0,
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
