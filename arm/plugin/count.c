/* A plugin for qemu-arm and qemu-aarch64: how many instructions run between the marks `mov r8, r8`
 * and `mov r10, r10` (x8 and x10 on AArch64, `mov r9, r9` first in Thumb, where the other pads), a
 * line for each pair. With an argument (`path=on`) the line has two more numbers: hashes of the
 * addresses of the instructions, and of the data that they load and store, in the order in which
 * they run. With a second one (`profile=on`) also `ADDRESS:TIMES:LEFT` for each instruction, in
 * hexadecimal: how often it ran, and how often not the next one in memory ran after it. With
 * `trace=on` alone, `;` and the addresses of the instructions in the order in which they ran, or,
 * of more than 120,000, three times `;` and 20,000 of them, from a fifth, the middle and three
 * quarters of the way on.
 *
 * Exact, and the same in every run: the emulator calls back before each instruction. Only the
 * thread that ran the first mark counts; the one that waits for a test to end runs beside it. The
 * output goes to the log (-d plugin -D FILE). The few functions of version 1 of the interface that
 * are used are declared here, because Debian packages no header for them.
 */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef uint64_t qemu_plugin_id_t;
enum { WITHOUT_REGISTERS = 0, LOADS_AND_STORES = 3, THUMB_START = 0x46c9, THUMB_STOP = 0x46d2 };
enum { WINDOW = 20000, WHOLE = 120000 };

extern void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
extern const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *);
extern uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);
extern size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *);
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, void (*)(unsigned, void *), int, void *);
extern void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *, void (*)(unsigned, uint32_t, uint64_t, void *), int, int, void *);
extern void qemu_plugin_outs(const char *);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static uint64_t count, path, data;
/* The virtual CPU of the thread between the marks; threads have one each. */
static _Atomic unsigned marked = UINT_MAX;
static int with_path, with_profile, with_trace;
static uint32_t start_mark, stop_mark;

/* What is known of an instruction; all of them, the latest translated first. */
struct instruction {
    uint64_t address, size, times, left;
    struct instruction *next;
};
static struct instruction *all, *last;

/* Their addresses, in the order in which they ran. */
static uint64_t *trace;
static size_t capacity;

/* FNV-1a, by words instead of bytes. */
static uint64_t hashed(uint64_t hash, uint64_t address)
{
    return (hash ^ address) * 0x100000001b3;
}

static void one(unsigned cpu, void *instruction)
{
    struct instruction *i = instruction;
    if (cpu != marked)
        return;
    if (with_trace) {
        if (count == capacity && !(trace = realloc(trace, (capacity = 2 * capacity + WINDOW) * sizeof *trace)))
            abort();
        trace[count] = i->address;
    }
    count++;
    path = hashed(path, i->address);
    i->times++;
    if (last)
        last->left += last->address + last->size != i->address;
    last = i;
}

static void access(unsigned cpu, uint32_t kind, uint64_t address, void *unused)
{
    (void)kind, (void)unused;
    if (cpu != marked)
        return;
    data = hashed(data, address);
}

static void start(unsigned cpu, void *unused)
{
    (void)unused;
    count = 0, path = data = 0xcbf29ce484222325;
    for (struct instruction *i = all; i; i = i->next)
        i->times = i->left = 0;
    last = NULL;
    marked = cpu;
}

static void put_trace(size_t from, size_t to)
{
    char word[24];
    qemu_plugin_outs(" ;");
    for (; from < to; from++) {
        snprintf(word, sizeof word, " %llx", (unsigned long long)trace[from]);
        qemu_plugin_outs(word);
    }
}

static void stop(unsigned cpu, void *unused)
{
    static const size_t twentieths[] = {4, 10, 15};
    char line[64];
    (void)unused;
    if (cpu != marked)
        return;
    marked = UINT_MAX;
    snprintf(line, sizeof line, "%llu", (unsigned long long)count);
    qemu_plugin_outs(line);
    if (with_path) {
        snprintf(line, sizeof line, " %016llx %016llx", (unsigned long long)path, (unsigned long long)data);
        qemu_plugin_outs(line);
    }
    if (with_trace && count <= WHOLE)
        put_trace(0, count);
    else if (with_trace)
        for (size_t i = 0; i < 3; i++)
            put_trace(count / 20 * twentieths[i], count / 20 * twentieths[i] + WINDOW);
    for (struct instruction *i = with_profile ? all : NULL; i; i = i->next) {
        if (!i->times)
            continue;
        snprintf(line, sizeof line, " %llx:%llx:%llx", (unsigned long long)i->address, (unsigned long long)i->times,
                 (unsigned long long)i->left);
        qemu_plugin_outs(line);
    }
    qemu_plugin_outs("\n");
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        struct instruction *known = calloc(1, sizeof *known);
        uint32_t word = 0;
        int begins, ends;
        if (!known)
            abort();
        known->address = qemu_plugin_insn_vaddr(insn), known->size = qemu_plugin_insn_size(insn);
        known->next = all, all = known;
        memcpy(&word, qemu_plugin_insn_data(insn), known->size);
        begins = word == (known->size == 2 ? THUMB_START : start_mark);
        ends = word == (known->size == 2 ? THUMB_STOP : stop_mark);
        qemu_plugin_register_vcpu_insn_exec_cb(insn, begins ? start : ends ? stop : one, WITHOUT_REGISTERS, known);
        if (with_path)
            qemu_plugin_register_vcpu_mem_cb(insn, access, WITHOUT_REGISTERS, LOADS_AND_STORES, NULL);
    }
}

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
    /* The first field of `info` is the target's name. */
    int wide = strcmp(*(const char *const *)info, "aarch64") == 0;
    with_trace = argc > 0 && strcmp(argv[0], "trace=on") == 0;
    with_path = argc > 0 && !with_trace, with_profile = argc > 1;
    start_mark = wide ? 0xaa0803e8 : 0xe1a08008;
    stop_mark = wide ? 0xaa0a03ea : 0xe1a0a00a;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}
