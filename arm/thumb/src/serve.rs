//! Requests and answers by Linux's system calls, and how deep the stack went.

use core::arch::{global_asm, naked_asm};

global_asm!(".thumb_func", ".global _start", "_start:", "bl serve");

const EXIT: usize = 1;
const READ: usize = 3;
const WRITE: usize = 4;

/// The system call `number`.
#[unsafe(naked)]
unsafe extern "C" fn call(_: usize, _: *mut u8, _: usize, _number: usize) -> usize {
    naked_asm!("push {{r7, lr}}", "mov r7, r3", "svc #0", "pop {{r7, pc}}")
}

/// Ends the program.
pub fn exit(status: usize) -> ! {
    loop {
        // SAFETY: this call reads no memory.
        unsafe { call(status, core::ptr::null_mut(), 0, EXIT) };
    }
}

/// Calls `function` between the marks; the bytes of stack that it used. They were filled with a
/// pattern before, 32 kilobytes down.
///
/// # Safety
/// As for `function`.
#[unsafe(naked)]
unsafe extern "C" fn measured(_r: *mut u8, _a: *const u8, _function: *const ()) -> usize {
    naked_asm!(
        "push {{r4-r6, lr}}",
        "ldr r5, ={pattern}",
        "ldr r6, =-{depth}",
        "add r6, sp",
        "mov r4, sp",
        "2:",
        "subs r4, r4, #4",
        "str r5, [r4]",
        "cmp r4, r6",
        "bne 2b",
        "mov r9, r9",
        "blx r2",
        "mov r10, r10",
        "3:",
        "ldr r0, [r6]",
        "adds r6, r6, #4",
        "cmp r0, r5",
        "beq 3b",
        "subs r6, r6, #4",
        "mov r0, sp",
        "subs r0, r0, r6",
        "pop {{r4-r6, pc}}",
        ".pool",
        pattern = const 0xa5c3_96e1_u32,
        depth = const 0x8000,
    )
}

/// Answers requests of `I` bytes by `O` bytes and the depth of the stack, until there are no more.
/// What `prepare` makes of a request does not count.
pub fn serve<const I: usize, const O: usize, T>(
    prepare: fn(&[u8; I]) -> T,
    function: extern "C" fn(&mut [u8; O], &T),
) -> ! {
    let (mut request, mut answer) = ([0; I], [0; O]);
    loop {
        let mut got = 0;
        while got < I {
            // SAFETY: the rest of the buffer.
            let n = unsafe { call(0, request[got..].as_mut_ptr(), I - got, READ) };
            if n == 0 || n > I {
                exit(0);
            }
            got += n;
        }
        let prepared = prepare(&request);
        // SAFETY: both are of the function's types.
        let depth = unsafe {
            measured(answer.as_mut_ptr(), (&raw const prepared).cast(), function as *const ())
        };
        // SAFETY: both buffers are read as a whole; the host reads from a pipe that takes them.
        unsafe {
            call(1, answer.as_mut_ptr(), O, WRITE);
            call(1, depth.to_le_bytes().as_mut_ptr(), 4, WRITE);
        }
    }
}
