/* A plugin for qemu-arm and qemu-aarch64: how many instructions run between the marks `mov r8, r8` and `mov r10, r10`
 * (x8 and x10 on AArch64), a line for each pair. With an argument (`path=on`) the line has two more numbers: hashes of
 * the addresses of the instructions, and of the data that they load and store, in the order in which they run.
 *
 * Exact, and the same in every run: the emulator calls back before each instruction. Only the thread that ran the
 * first mark counts; the one that waits for a test to end runs beside it. The output goes to the log (-d plugin -D
 * FILE). The few functions of version 1 of the interface that are used are declared here, because Debian packages no
 * header for them.
 */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef uint64_t qemu_plugin_id_t;
enum { WITHOUT_REGISTERS = 0, LOADS_AND_STORES = 3 };

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
static int with_path;
static uint32_t start_mark, stop_mark;

/* FNV-1a, by words instead of bytes. */
static uint64_t hashed(uint64_t hash, uint64_t address)
{
    return (hash ^ address) * 0x100000001b3;
}

static void one(unsigned cpu, void *address)
{
    if (cpu != marked)
        return;
    count++;
    path = hashed(path, (uintptr_t)address);
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
    marked = cpu;
}

static void stop(unsigned cpu, void *unused)
{
    char line[64];
    (void)unused;
    if (cpu != marked)
        return;
    marked = UINT_MAX;
    if (with_path)
        snprintf(line, sizeof line, "%llu %016llx %016llx\n", (unsigned long long)count, (unsigned long long)path,
                 (unsigned long long)data);
    else
        snprintf(line, sizeof line, "%llu\n", (unsigned long long)count);
    qemu_plugin_outs(line);
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        uint32_t word = 0;
        if (qemu_plugin_insn_size(insn) == sizeof word)
            memcpy(&word, qemu_plugin_insn_data(insn), sizeof word);
        qemu_plugin_register_vcpu_insn_exec_cb(
            insn, word == start_mark ? start : word == stop_mark ? stop : one, WITHOUT_REGISTERS,
            (void *)(uintptr_t)qemu_plugin_insn_vaddr(insn));
        if (with_path)
            qemu_plugin_register_vcpu_mem_cb(insn, access, WITHOUT_REGISTERS, LOADS_AND_STORES, NULL);
    }
}

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
    /* The first field of `info` is the target's name. */
    int wide = strcmp(*(const char *const *)info, "aarch64") == 0;
    (void)argv;
    with_path = argc > 0;
    start_mark = wide ? 0xaa0803e8 : 0xe1a08008;
    stop_mark = wide ? 0xaa0a03ea : 0xe1a0a00a;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}
