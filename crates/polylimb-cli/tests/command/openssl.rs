//! Keys, shared secrets and signatures of this program and of `openssl`, each read by the other.

use crate::common::{polylimb, stderr};
use num_bigint::BigUint;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Our names of curves with OpenSSL's names that differ.
const OTHER_NAMES: &[(&str, &str)] = &[("secp192r1", "prime192v1"), ("secp256r1", "prime256v1")];

/// The curves in every OpenSSL build of Debian.
const CURVES: &[&str] = &[
    "secp112r1",
    "secp112r2",
    "secp128r1",
    "secp128r2",
    "secp160k1",
    "secp160r1",
    "secp160r2",
    "secp192k1",
    "secp192r1",
    "secp224k1",
    "secp224r1",
    "secp256k1",
    "secp256r1",
    "secp384r1",
    "secp521r1",
    "prime192v2",
    "prime192v3",
    "prime239v1",
    "prime239v2",
    "prime239v3",
    "sect113r1",
    "sect131r2",
    "sect163k1",
    "sect163r1",
    "sect163r2",
    "sect193r1",
    "sect233k1",
    "sect233r1",
    "sect239k1",
    "sect283k1",
    "sect283r1",
    "sect409k1",
    "sect409r1",
    "sect571k1",
    "sect571r1",
    "brainpoolP160r1",
    "brainpoolP160t1",
    "brainpoolP192r1",
    "brainpoolP192t1",
    "brainpoolP224r1",
    "brainpoolP224t1",
    "brainpoolP256r1",
    "brainpoolP256t1",
    "brainpoolP320r1",
    "brainpoolP320t1",
    "brainpoolP384r1",
    "brainpoolP384t1",
    "brainpoolP512r1",
    "brainpoolP512t1",
];

/// A folder in which both programs run.
struct Bench {
    folder: tempfile::TempDir,
    compared: usize,
}

impl Bench {
    /// `None` without `openssl`.
    fn new() -> Option<Self> {
        let found =
            Command::new("openssl").arg("version").output().is_ok_and(|o| o.status.success());
        if !found {
            println!("SKIPPED no openssl (Debian: apt-get install openssl)");
            return None;
        }
        Some(Self { folder: tempfile::tempdir().expect("a folder"), compared: 0 })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn run(&self, mut command: Command, words: &str) -> Output {
        command.current_dir(self.folder.path()).args(words.split_whitespace());
        command.output().expect("the program starts")
    }

    fn openssl(&self, words: &str) -> Output {
        self.run(Command::new("openssl"), words)
    }

    /// Runs `openssl` with these words; it must succeed.
    fn theirs(&self, words: &str) -> Output {
        let output = self.openssl(words);
        assert!(output.status.success(), "openssl {words}: {}", stderr(&output));
        output
    }

    /// Runs `polylimb` with these words; it must succeed.
    fn ours(&self, words: &str) -> Output {
        let output = self.run(polylimb(), words);
        assert_eq!(output.status.code(), Some(0), "polylimb {words}: {}", stderr(&output));
        output
    }

    /// The exit status, and the one line of the message.
    fn refused(&self, words: &str) -> (Option<i32>, String) {
        let output = self.run(polylimb(), words);
        let said = stderr(&output);
        assert_eq!(said.lines().count(), 1, "polylimb {words}: {said}");
        assert!(output.stdout.is_empty(), "polylimb {words}");
        (output.status.code(), said)
    }

    fn same(&mut self, a: &str, b: &str, what: &str) {
        assert_eq!(self.bytes(a), self.bytes(b), "{what}: {a}, {b}");
        self.compared += 1;
    }

    fn write(&self, name: &str, contents: &[u8]) {
        std::fs::write(self.path(name), contents).expect("writes");
    }

    /// Makes a key by OpenSSL, unless its build lacks the curve.
    fn has(&self, curve: &str) -> bool {
        let theirs = OTHER_NAMES.iter().find(|(ours, _)| *ours == curve).map_or(curve, |n| n.1);
        let words =
            format!("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:{theirs} -out theirs.pem");
        if self.openssl(&words).status.success() {
            return true;
        }
        println!("SKIPPED {curve}: not in this build of openssl");
        false
    }
}

/// Both programs make a key of the same curve, in `ours.pem` and `theirs.pem`; then their public
/// keys.
fn public_keys(bench: &mut Bench, curve: &str) {
    for key in ["ours", "theirs"] {
        bench.ours(&format!("key public -i {key}.pem -o {key}.pub --force"));
        bench.theirs(&format!("pkey -in {key}.pem -pubout -out {key}.pub.theirs"));
        bench.same(&format!("{key}.pub"), &format!("{key}.pub.theirs"), curve);
        bench.ours(&format!("key public -i {key}.pem -o {key}.pub.der --format der --force"));
        bench.theirs(&format!("pkey -in {key}.pem -pubout -outform DER -out {key}.pub.der.theirs"));
        bench.same(&format!("{key}.pub.der"), &format!("{key}.pub.der.theirs"), curve);
        // The other program's DER, converted back to PEM.
        bench.ours(&format!("key public -i {key}.pub.der.theirs -o {key}.pub --force"));
        bench.same(&format!("{key}.pub"), &format!("{key}.pub.theirs"), curve);
        bench.theirs(&format!("pkey -pubin -in {key}.pub.der -inform DER -noout"));
    }
}

fn shared_secrets(bench: &mut Bench, curve: &str) {
    bench.ours("ecdh --key ours.pem --peer theirs.pub -o shared --force");
    bench.theirs("pkeyutl -derive -inkey ours.pem -peerkey theirs.pub -out shared.theirs");
    bench.same("shared", "shared.theirs", curve);
    bench.ours("ecdh --key theirs.pem --peer ours.pub -o shared.back --force");
    bench.same("shared", "shared.back", curve);
}

#[test]
fn weierstrass_keys_and_secrets() {
    let Some(mut bench) = Bench::new() else { return };
    let mut curves = 0;
    for curve in CURVES {
        if !bench.has(curve) {
            continue;
        }
        bench.ours(&format!("key generate --curve {curve} -o ours.pem --force"));
        bench.theirs("pkey -in ours.pem -check -noout");
        bench.ours(&format!("key generate --curve {curve} -o ours.der --format der --force"));
        bench.theirs("pkey -in ours.der -inform DER -check -noout");
        public_keys(&mut bench, curve);
        shared_secrets(&mut bench, curve);

        // SEC 1, with the parameters before the key as OpenSSL writes it, and without them; DER; a
        // compressed point.
        bench.theirs("ec -in theirs.pem -out sec1.pem");
        bench.theirs("ec -in theirs.pem -outform DER -out sec1.der");
        bench.theirs("pkcs8 -topk8 -nocrypt -in theirs.pem -outform DER -out pkcs8.der");
        bench.theirs("ec -in theirs.pem -conv_form compressed -out compressed.pem");
        for file in ["sec1.pem", "sec1.der", "pkcs8.der", "compressed.pem"] {
            bench.ours(&format!("key public -i {file} -o again.pub --force"));
            bench.same("again.pub", "theirs.pub", file);
        }
        bench.theirs("ec -in theirs.pem -pubout -conv_form compressed -out compressed.pub");
        bench.ours("key public -i compressed.pub -o again.pub --force");
        bench.same("again.pub", "theirs.pub", curve);
        curves += 1;
    }
    bench.theirs("ecparam -name prime256v1 -genkey -out with_parameters.pem");
    let text = String::from_utf8(bench.bytes("with_parameters.pem")).expect("text");
    assert!(text.starts_with("-----BEGIN EC PARAMETERS-----"), "{text}");
    bench.ours("key public -i with_parameters.pem -o with_parameters.pub");
    bench.theirs("pkey -in with_parameters.pem -pubout -out with_parameters.theirs");
    bench.same("with_parameters.pub", "with_parameters.theirs", "EC PARAMETERS");
    println!("{} comparisons on {curves} curves", bench.compared);
    assert!(curves >= 5 && bench.compared >= 13 * curves);
}

#[test]
fn ecdsa() {
    let Some(mut bench) = Bench::new() else { return };
    bench.write("data", b"signed by one, verified by the other\n");
    bench.write("other", b"signed by nobody\n");
    let mut signatures = 0;
    let cases = [
        ("secp192r1", "sha256"),
        ("secp224r1", "sha224"),
        ("secp256r1", "sha256"),
        ("secp256r1", "sha3-256"),
        ("secp256r1", "sha512-256"),
        ("secp384r1", "sha384"),
        ("secp384r1", "sha3-384"),
        ("secp521r1", "sha512"),
        ("secp521r1", "sha3-512"),
        ("secp521r1", "sha3-224"),
        ("secp256k1", "sha256"),
        ("secp112r2", "sha512"),
        ("secp160r1", "sha256"),
        ("secp192k1", "sha256"),
        ("secp224k1", "sha256"),
        ("prime239v1", "sha256"),
        ("brainpoolP256r1", "sha256"),
        ("brainpoolP320r1", "sha384"),
        ("brainpoolP384t1", "sha384"),
        ("brainpoolP512r1", "sha512"),
        ("sect163k1", "sha256"),
        ("sect163r2", "sha256"),
        ("sect233k1", "sha224"),
        ("sect233r1", "sha512"),
        ("sect239k1", "sha256"),
        ("sect283k1", "sha256"),
        ("sect283r1", "sha3-384"),
        ("sect409k1", "sha384"),
        ("sect409r1", "sha384"),
        ("sect571k1", "sha512"),
        ("sect571r1", "sha512"),
    ];
    for (curve, hash) in cases {
        if !bench.has(curve) {
            continue;
        }
        bench.ours(&format!("key generate --curve {curve} -o ours.pem --force"));
        for key in ["ours", "theirs"] {
            bench.ours(&format!("key public -i {key}.pem -o {key}.pub --force"));
        }
        let ours = format!("--scheme ecdsa --hash {hash}");
        let sign = format!("sign --key ours.pem -i data {ours}");
        for (options, file) in [
            ("", "sig"),
            ("--nonce hedged", "hedged"),
            ("--low-s", "low"),
            ("--nonce hedged", "hedged2"),
        ] {
            bench.ours(&format!("{sign} -o {file} {options}"));
            bench.theirs(&format!("dgst -{hash} -verify ours.pub -signature {file} data"));
            signatures += 1;
        }
        assert_ne!(bench.bytes("hedged"), bench.bytes("hedged2"), "{curve}");
        bench.ours(&format!("verify --key ours.pub -i data --signature low --low-s {ours}"));
        // The raw form has the same numbers that OpenSSL reads in the other form.
        bench.ours(&format!("{sign} -o raw --format raw"));
        let read = bench.theirs("asn1parse -inform DER -in sig").stdout;
        let read = String::from_utf8(read).expect("text");
        let raw = bench.bytes("raw");
        for half in raw.chunks(raw.len() / 2) {
            let number = BigUint::from_bytes_be(half).to_str_radix(16).to_uppercase();
            let even = if number.len() % 2 == 1 { "0" } else { "" };
            assert!(read.contains(&format!(":{even}{number}\n")), "{curve} {number}: {read}");
            bench.compared += 1;
        }
        for format in ["", "--format raw"] {
            bench.ours(&format!("verify --key ours.pub -i data --signature raw {format} {ours}"));
        }

        bench.theirs(&format!("dgst -{hash} -sign theirs.pem -out back data"));
        let verify =
            |data: &str| format!("verify --key theirs.pub -i {data} --signature back {ours}");
        bench.ours(&verify("data"));
        bench.compared += 6;
        let (status, said) = bench.refused(&verify("other"));
        assert_eq!(status, Some(1), "{said}");
        let (status, said) = bench.refused(&verify("data").replace("theirs.pub", "ours.pub"));
        assert_eq!(status, Some(1), "{said}");
    }
    println!("{} comparisons, {signatures} signatures verified by openssl", bench.compared);
    assert!(signatures >= 5 * 4 && bench.compared >= 2 * signatures);
}

/// A curve that OpenSSL knows only by the parameters in the file.
#[test]
fn parameters_in_the_file() {
    let Some(mut bench) = Bench::new() else { return };
    bench.write("data", b"signed by one, verified by the other\n");
    bench.ours("key generate --curve BN254 -o ours.pem");
    bench.theirs("pkey -in ours.pem -check -noout");
    bench.ours("key public -i ours.pem -o ours.pub");
    bench.theirs("pkey -in ours.pem -pubout -out ours.theirs");
    bench.same("ours.pub", "ours.theirs", "public key");
    bench.ours("sign --key ours.pem -i data -o signature --hash sha256");
    bench.theirs("dgst -sha256 -verify ours.pub -signature signature data");
    // Its own key on that curve.
    bench.theirs("ec -in ours.pem -param_out -out parameters");
    bench.theirs("genpkey -paramfile parameters -out theirs.pem");
    bench.theirs("pkey -in theirs.pem -pubout -out theirs.pub");
    shared_secrets(&mut bench, "BN254");
    assert_eq!(bench.compared, 3);
}

#[test]
fn x25519() {
    let Some(mut bench) = Bench::new() else { return };
    for _ in 0..8 {
        bench.theirs("genpkey -algorithm X25519 -out theirs.pem");
        bench.ours("key generate --curve x25519 -o ours.pem --force");
        public_keys(&mut bench, "X25519");
        shared_secrets(&mut bench, "X25519");
    }
    println!("{} comparisons", bench.compared);
    assert_eq!(bench.compared, 8 * 8);
}

#[test]
fn ed25519() {
    let Some(mut bench) = Bench::new() else { return };
    bench.write("data", b"signed by one, verified by the other\n");
    bench.write("other", b"signed by nobody\n");
    for _ in 0..8 {
        bench.theirs("genpkey -algorithm ED25519 -out theirs.pem");
        bench.ours("key generate --curve Ed25519 -o ours.pem --force");
        public_keys(&mut bench, "Ed25519");
        for key in ["ours", "theirs"] {
            // The signature is a function of key and message.
            bench.ours(&format!("sign --key {key}.pem -i data -o sig"));
            bench
                .theirs(&format!("pkeyutl -sign -rawin -inkey {key}.pem -in data -out sig.theirs"));
            bench.same("sig", "sig.theirs", key);
            bench.theirs(&format!(
                "pkeyutl -verify -rawin -pubin -inkey {key}.pub -in data -sigfile sig"
            ));
            let verify = |data| format!("verify --key {key}.pub -i {data} --signature sig.theirs");
            bench.ours(&verify("data"));
            let (status, said) = bench.refused(&verify("other"));
            assert_eq!(status, Some(1), "{said}");
        }
    }
    println!("{} comparisons", bench.compared);
    assert_eq!(bench.compared, 8 * 8);
}

/// Keys of OpenSSL that are refused: one line with the reason, exit status 2.
#[test]
fn keys_of_openssl_that_are_refused() {
    let Some(mut bench) = Bench::new() else { return };
    bench.theirs("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.pem");
    for (make, file, why) in [
        (
            "pkey -in key.pem -aes128 -passout pass:x -out encrypted.pem",
            "encrypted.pem",
            "password",
        ),
        (
            "ec -in key.pem -aes128 -passout pass:x -out encrypted_sec1.pem",
            "encrypted_sec1.pem",
            "password",
        ),
        (
            "pkcs8 -topk8 -in key.pem -outform DER -passout pass:x -out encrypted.der",
            "encrypted.der",
            "password",
        ),
        (
            "ec -in key.pem -param_enc explicit -out explicit.pem",
            "explicit.pem",
            "object identifier",
        ),
        (
            "ecparam -name secp256k1 -param_enc explicit -genkey -out explicit2.pem",
            "explicit2.pem",
            "object identifier",
        ),
        ("genpkey -algorithm RSA-PSS -out rsa_pss.pem", "rsa_pss.pem", "rsaEncryption"),
        ("genrsa -out short.pem 768", "short.pem", "1024"),
        ("genpkey -algorithm ED448 -out ed448.pem", "ed448.pem", "id-ecPublicKey"),
        ("genrsa -traditional -aes128 -passout pass:x -out pkcs1.pem", "pkcs1.pem", "password"),
        (
            "req -x509 -new -key key.pem -subj /CN=x -out certificate.pem",
            "certificate.pem",
            "PUBLIC KEY",
        ),
        (
            "x509 -in certificate.pem -outform DER -out certificate.der",
            "certificate.der",
            "PKCS #8",
        ),
        (
            "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:wap-wsg-idm-ecid-wtls9 -out unknown.pem",
            "unknown.pem",
            "not known",
        ),
        ("pkey -in key.pem -pubout -out public.pem", "public.pem", "secret one is needed"),
    ] {
        if !bench.openssl(make).status.success() {
            println!("SKIPPED openssl {make}: not in this build");
            continue;
        }
        let (status, said) =
            bench.refused(&format!("sign --key {file} -i certificate.pem -o signature"));
        assert_eq!(status, Some(2), "{file}: {said}");
        assert!(said.contains(why), "{file}: {said}");
        assert!(!Path::exists(&bench.path("signature")));
        bench.compared += 1;
    }
    println!("{} keys refused", bench.compared);
    assert!(bench.compared >= 10);
}

#[test]
fn rsa_keys_signatures_and_ciphertexts() {
    let Some(mut bench) = Bench::new() else { return };
    bench.ours("key generate --rsa 2048 -o ours.pem");
    bench.theirs("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out theirs.pem");
    bench.theirs("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:3072 -pkeyopt rsa_keygen_primes:3 -out three.pem");
    bench.ours("key generate --rsa 3072 --primes 3 -o three_ours.pem");
    bench.write("data", b"a message");
    for key in ["ours", "theirs", "three", "three_ours"] {
        bench.theirs(&format!("pkey -in {key}.pem -check -noout"));
        bench.ours(&format!("key public -i {key}.pem -o {key}.pub"));
        bench.theirs(&format!("pkey -in {key}.pem -pubout -out {key}.pub.theirs"));
        bench.same(&format!("{key}.pub"), &format!("{key}.pub.theirs"), key);
        // PKCS #1, secret and public, PEM and DER.
        for (i, make) in [
            format!("rsa -in {key}.pem -traditional -out other"),
            format!("rsa -in {key}.pem -traditional -outform DER -out other"),
            format!("rsa -in {key}.pem -RSAPublicKey_out -out other"),
            format!("rsa -in {key}.pem -RSAPublicKey_out -outform DER -out other"),
        ]
        .iter()
        .enumerate()
        {
            bench.theirs(make);
            bench.ours(&format!("key public -i other -o again{i}"));
            bench.same(&format!("again{i}"), &format!("{key}.pub"), make);
            std::fs::remove_file(bench.path(&format!("again{i}"))).expect("removes");
            std::fs::remove_file(bench.path("other")).expect("removes");
        }
        for hash in ["sha256", "sha512", "sha3-256"] {
            bench.ours(&format!(
                "sign --key {key}.pem -i data -o sig --scheme rsa-pkcs1v15 --hash {hash}"
            ));
            bench.theirs(&format!("dgst -{hash} -sign {key}.pem -out sig.theirs data"));
            bench.same("sig", "sig.theirs", hash);
            let pss = "-sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:digest";
            bench.theirs(&format!("dgst -{hash} -sign {key}.pem {pss} -out sig data"));
            bench.ours(&format!("verify --key {key}.pub -i data --signature sig --hash {hash}"));
            bench.ours(&format!("sign --key {key}.pem -i data -o sig --hash {hash}"));
            bench.theirs(&format!("dgst -{hash} -verify {key}.pub {pss} -signature sig data"));
            bench.theirs(&format!("dgst -{hash} -sign {key}.pem -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:20 -out sig data"));
            bench.ours(&format!(
                "verify --key {key}.pub -i data --signature sig --hash {hash} --salt 20"
            ));
            let output = bench.run(
                polylimb(),
                &format!("verify --key {key}.pub -i data --signature sig --hash {hash}"),
            );
            assert_eq!(output.status.code(), Some(1), "another salt's length");
            let oaep = format!("-pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:{hash}");
            bench.ours(&format!("encrypt --to {key}.pub -i data -o sealed --hash {hash}"));
            bench.theirs(&format!("pkeyutl -decrypt -inkey {key}.pem -in sealed -out open {oaep}"));
            bench.same("open", "data", hash);
            bench.theirs(&format!("pkeyutl -encrypt -pubin -inkey {key}.pub -in data -out sealed {oaep} -pkeyopt rsa_oaep_label:0a0b"));
            std::fs::remove_file(bench.path("open")).expect("removes");
            let (status, said) =
                bench.refused(&format!("decrypt --key {key}.pem -i sealed -o open --hash {hash}"));
            assert_eq!(status, Some(1), "{said}");
            bench.theirs(&format!(
                "pkeyutl -encrypt -pubin -inkey {key}.pub -in data -out sealed {oaep}"
            ));
            bench.ours(&format!("decrypt --key {key}.pem -i sealed -o open --hash {hash}"));
            bench.same("open", "data", hash);
            std::fs::remove_file(bench.path("open")).expect("removes");
        }
    }
    bench.write("long", &[7; 191]);
    for (words, why) in [
        ("encrypt --to ours.pub -i long -o x", "190"),
        ("sign --key ours.pem -i data -o x --scheme ecdsa", "y^2 = x^3"),
        ("sign --key ours.pem -i data -o x --format der", "--format"),
        ("sign --key ours.pem -i data -o x --scheme rsa-pkcs1v15 --salt 3", "no salt"),
        ("sign --key ours.pem -i data -o x --salt 300", "too short"),
        ("sign --key ours.pem -i data -o x --nonce hedged", "no nonce"),
        ("ecdh --key ours.pem --peer theirs.pub -o x", "RSA keys sign"),
        ("encrypt --to ours.pub -i data -o x --scheme ecies", "a key on a curve"),
        ("key generate --rsa 1024 -o x", "2048 to 16384"),
        ("key generate --rsa 2048 --primes 4 -o x", "up to 3 below 4096"),
        ("key generate --rsa 2048 --curve P-256 -o x", "--curve"),
        ("key generate -o x", "--curve"),
    ] {
        let (status, said) = bench.refused(words);
        assert_eq!(status, Some(2), "{words}: {said}");
        assert!(said.contains(why), "{words}: {said}");
        assert!(!bench.path("x").exists(), "{words}");
    }
    assert_eq!(bench.compared, 4 * (1 + 4 + 3 * 3));
}
