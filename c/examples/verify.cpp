// Verifies the signatures of a file's lines, all in one batch.
//
//   verify KEY.pem FILE
//
// A line of FILE is a signature in hexadecimal (ECDSA: DER), a space and the message. Prints the
// numbers of the lines that are not valid; ends with 0 if there are none.
#include "polylimb.h"
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static void check(polylimb_status status) {
    if (status != POLYLIMB_STATUS_OK) throw std::runtime_error(polylimb_status_text(status));
}

static std::string contents(const char *path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error(std::string("cannot read ") + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

static std::string from_hex(const std::string &text) {
    std::string bytes;
    for (size_t i = 0; i + 1 < text.size(); i += 2)
        bytes += static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16));
    return bytes;
}

static polylimb_bytes view(const std::string &s) {
    return {reinterpret_cast<const uint8_t *>(s.data()), s.size()};
}

static uint32_t scheme_of(const polylimb_public_key *key) {
    uint8_t name[64];
    size_t length = sizeof name;
    check(polylimb_public_key_name(key, name, &length));
    const std::string kind(name, name + length);
    if (kind == "RSA") return POLYLIMB_SCHEME_RSA_PKCS1_SHA256;
    if (kind == "Ed25519") return POLYLIMB_SCHEME_ED25519;
    return POLYLIMB_SCHEME_ECDSA_SHA256 | POLYLIMB_DER;
}

static int run(const char *key_path, const char *path) {
    const std::string pem = contents(key_path);
    polylimb_public_key *read = nullptr;
    check(polylimb_public_key_read(view(pem).data, pem.size(), &read));
    const std::unique_ptr<polylimb_public_key, polylimb_status (*)(polylimb_public_key *)> key(
        read, polylimb_public_key_free);

    std::vector<std::string> texts, signatures;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const size_t space = line.find(' ');
        if (space == std::string::npos) throw std::runtime_error("a line without a space");
        signatures.push_back(from_hex(line.substr(0, space)));
        texts.push_back(line.substr(space + 1));
    }
    std::vector<polylimb_bytes> message_rows, signature_rows;
    for (const auto &text : texts) message_rows.push_back(view(text));
    for (const auto &signature : signatures) signature_rows.push_back(view(signature));

    std::vector<polylimb_status> statuses(texts.size());
    const polylimb_public_key *keys[] = {key.get()};
    const polylimb_status all = polylimb_verify_all(
        keys, 1, scheme_of(key.get()), texts.size(), {nullptr, 0, 0, message_rows.data()},
        {nullptr, 0, 0, signature_rows.data()}, std::thread::hardware_concurrency(),
        statuses.data());
    if (all != POLYLIMB_STATUS_JOBS) check(all);
    for (size_t i = 0; i < statuses.size(); i++)
        if (statuses[i] != POLYLIMB_STATUS_OK)
            std::cout << i + 1 << ": " << polylimb_status_text(statuses[i]) << '\n';
    return all != POLYLIMB_STATUS_OK;
}

int main(int count, char **arguments) {
    if (count != 3) {
        std::cerr << "usage: verify KEY.pem FILE\n";
        return 2;
    }
    try {
        return run(arguments[1], arguments[2]);
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
        return 2;
    }
}
