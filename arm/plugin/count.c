/* A plugin for qemu-arm: how many instructions run between the marks `mov r8, r8` and `mov r10, r10`, a line for each pair.
 *
 * Exact, and the same in every run: the emulator calls back before each instruction. One thread only. The output goes to the log (-d plugin -D FILE).
 * The few functions of version 1 of the interface that are used are declared here, because Debian packages no header for them.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef uint64_t qemu_plugin_id_t;
enum { WITHOUT_REGISTERS = 0 };

extern void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
extern const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *);
extern size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *);
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, void (*)(unsigned, void *), int, void *);
extern void qemu_plugin_outs(const char *);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static uint64_t count;

static void one(unsigned cpu, void *data)
{
    (void)cpu, (void)data;
    count++;
}

static void start(unsigned cpu, void *data)
{
    (void)cpu, (void)data;
    count = 0;
}

static void stop(unsigned cpu, void *data)
{
    char line[24];
    (void)cpu, (void)data;
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
            insn, word == 0xe1a08008 ? start : word == 0xe1a0a00a ? stop : one, WITHOUT_REGISTERS, NULL);
    }
}

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}
