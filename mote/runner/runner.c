/* Calls functions of the firmware on a simulated ATmega128 and counts exact cycles.
 *
 *   runner FIRMWARE.elf
 *
 * reads lines "address r_bytes hex hex" (the function's byte address in flash, the length of its
 * result, its operands, "-" for none), calls function(r, a, b, a_bytes, b_bytes, r_bytes) with
 * interrupts off, and answers "cycles stack status hex": cycles from the first instruction of the
 * function to the last of its return, the deepest stack in bytes, the byte it returned, the result.
 * A function that does not return within LIMIT cycles, that crashes, whose stack runs into static
 * memory, or that writes outside its result is answered by "failed" and why.
 *
 * Interface of avr-gcc: arguments in r25:r24, r23:r22, r21:r20, r19:r18, r17:r16, r15:r14, from
 * left to right, a byte returned in r24; r1 = 0; a call has its return address on the stack, high
 * byte last read.
 */
#include <simavr/sim_avr.h>
#include <simavr/sim_core.h>
#include <simavr/sim_elf.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    LIMIT = 200 * 1000 * 1000,
    OPERAND_BYTES = 128,
    RAM_END = 0x10ff,
    /* Operands lie at the top of the RAM, the stack beneath them. */
    RESULT = RAM_END + 1 - 3 * OPERAND_BYTES,
    STACK_TOP = RESULT - 1,
    /* Where functions return to: an endless loop in the unused end of the flash. */
    SENTINEL = 0x1fffc,
    SPL = 0x5d,
    SPH = 0x5e,
    SREG_I = 7,
    FILL = 0xa5
};

/* The end of the firmware's static memory. */
static unsigned static_end;

/* The simulator's messages go to stderr; stdout has the answers. */
static void log_to_stderr(avr_t *avr, const int level, const char *format, va_list arguments) {
    (void)avr;
    if (level <= LOG_ERROR) vfprintf(stderr, format, arguments);
}

static uint16_t stack_pointer(const avr_t *avr) {
    return (uint16_t)(avr->data[SPL] | avr->data[SPH] << 8);
}

static void set_pair(avr_t *avr, int low, uint16_t value) {
    avr->data[low] = (uint8_t)value;
    avr->data[low + 1] = (uint8_t)(value >> 8);
}

/* Two hexadecimal digits per byte; the number of bytes, or -1. */
static int parse_hex(const char *text, uint8_t *bytes) {
    int n = 0;
    if (!strcmp(text, "-")) return 0;
    for (; text[0] && text[1]; text += 2) {
        unsigned byte;
        if (n == OPERAND_BYTES || sscanf(text, "%2x", &byte) != 1) return -1;
        bytes[n++] = (uint8_t)byte;
    }
    return n;
}

/* The number of cycles, or 0 on failure; then why. */
static uint64_t call(avr_t *avr, uint32_t function, const int bytes[3], int *stack_bytes, const char **why) {
    uint16_t sp = STACK_TOP, lowest = STACK_TOP;
    avr->data[sp--] = (uint8_t)(SENTINEL / 2);
    avr->data[sp--] = (uint8_t)(SENTINEL / 2 >> 8);
    set_pair(avr, SPL, sp);
    set_pair(avr, 24, RESULT);
    set_pair(avr, 22, RESULT + OPERAND_BYTES);
    set_pair(avr, 20, RESULT + 2 * OPERAND_BYTES);
    set_pair(avr, 18, (uint16_t)bytes[1]);
    set_pair(avr, 16, (uint16_t)bytes[2]);
    set_pair(avr, 14, (uint16_t)bytes[0]);
    avr->data[1] = 0;
    avr->sreg[SREG_I] = 0;
    avr->pc = function;
    avr->state = cpu_Running;
    avr_cycle_count_t start = avr->cycle;
    while (avr->pc != SENTINEL) {
        /* Between the two halves of a change of the stack pointer its value means nothing; the
           flags are restored in between. They are outputs to 0x3d, 0x3e and 0x3f. */
        uint16_t opcode = (uint16_t)(avr->flash[avr->pc] | avr->flash[avr->pc + 1] << 8);
        int writes_sp = (opcode & 0xfe0f) >= 0xbe0d && (opcode & 0xfe0f) <= 0xbe0f;
        /* One instruction. avr_run would also look for timers and interrupts; there are none. */
        avr->pc = avr_run_one(avr);
        *why = avr->state != cpu_Running  ? "crashed"
             : avr->cycle - start > LIMIT ? "hangs"
             : lowest < static_end        ? "stack overflow"
                                          : NULL;
        if (*why) return 0;
        if (!writes_sp && stack_pointer(avr) < lowest) lowest = stack_pointer(avr);
    }
    for (int i = bytes[0]; i < OPERAND_BYTES; i++) {
        if (avr->data[RESULT + i] != FILL) {
            *why = "wrote behind its result";
            return 0;
        }
    }
    *stack_bytes = STACK_TOP - lowest;
    return avr->cycle - start;
}

int main(int argc, char **argv) {
    elf_firmware_t firmware = {0};
    avr_global_logger_set(log_to_stderr);
    if (argc != 2 || elf_read_firmware(argv[1], &firmware) != 0) {
        fprintf(stderr, "usage: runner FIRMWARE.elf\n");
        return 2;
    }
    avr_t *avr = avr_make_mcu_by_name("atmega128");
    if (!avr || avr_init(avr) != 0) {
        fprintf(stderr, "simavr does not know the atmega128\n");
        return 2;
    }
    avr_load_firmware(avr, &firmware);
    avr->gdb_port = 0;
    static_end = firmware.datasize + firmware.bsssize + 0x100;
    /* One instruction per avr_run_one, so that the stack is seen after each. */
    avr->run_cycle_limit = avr->run_cycle_count = 1;
    /* rjmp to itself. */
    avr->flash[SENTINEL] = 0xff;
    avr->flash[SENTINEL + 1] = 0xcf;

    /* The start-up code copies constants to RAM; run it until it has reached main's loop. */
    while (avr->cycle < 20000) avr_run(avr);

    char line[2 * 2 * OPERAND_BYTES + 64], a[2 * OPERAND_BYTES + 1], b[2 * OPERAND_BYTES + 1];
    unsigned address;
    int bytes[3];
    while (fgets(line, sizeof line, stdin)) {
        uint8_t *ram = &avr->data[RESULT];
        int stack_bytes = 0;
        const char *why = NULL;
        memset(ram, FILL, 3 * OPERAND_BYTES);
        if (sscanf(line, "%x %d %256s %256s", &address, &bytes[0], a, b) != 4 || bytes[0] < 0 ||
            bytes[0] > OPERAND_BYTES || (bytes[1] = parse_hex(a, ram + OPERAND_BYTES)) < 0 ||
            (bytes[2] = parse_hex(b, ram + 2 * OPERAND_BYTES)) < 0) {
            fprintf(stderr, "not a request: %s", line);
            return 2;
        }
        uint64_t cycles = call(avr, address, bytes, &stack_bytes, &why);
        if (why) {
            printf("failed: %s\n", why);
            return 1;
        }
        printf("%llu %d %d ", (unsigned long long)cycles, stack_bytes, avr->data[24]);
        for (int i = 0; i < bytes[0]; i++) printf("%02x", ram[i]);
        printf("\n");
        fflush(stdout);
    }
    return 0;
}
