//! Writes the inputs that the search begins with: `corpus FOLDER`. For each decoder good ones and
//! one that just fails, for each operation numbers at the ends of words. The same bytes each time.

use polylimb::bls12_381::{Bls, G1, G2, MinimalPubkeySize, Scheme};
use polylimb::modmul::Options;
use polylimb::protocol::elgamal::Dedicated;
use polylimb::protocol::keys::{AnySecretKey, PairingSecretKey, SecretKey};
use polylimb::protocol::{Curve, bip340, ecdsa, ecies, ibe, joux, sok};
use polylimb::timelock::{Chain, Trapdoor};
use polylimb::{Result, ed25519, rsa};
use polylimb_fuzz::{CURVES, DECODERS, OPERATIONS, RECEIVER};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use sha2::Sha256;
use std::path::{Path, PathBuf};

/// The inputs so far.
struct Corpus {
    folder: PathBuf,
    names: Vec<&'static str>,
}

impl Corpus {
    fn new(folder: &Path, target: &str, names: Vec<&'static str>) -> Self {
        let folder = folder.join(target);
        std::fs::create_dir_all(&folder).expect("a folder");
        Self { folder, names }
    }

    /// The input `NAME.KIND`, after the byte that chooses the decoder or the operation. Of a
    /// decoder, `KIND` begins with what must come of it, `good` or `bad`.
    fn add(&self, name: &str, kind: &str, bytes: impl AsRef<[u8]>) {
        let place = self.names.iter().position(|other| *other == name);
        let first = u8::try_from(place.unwrap_or_else(|| panic!("no {name}"))).expect("below 256");
        let path = self.folder.join(format!("{name}.{kind}"));
        std::fs::write(path, [&[first], bytes.as_ref()].concat()).expect("written");
    }

    /// A good input, and the same without its end.
    fn both(&self, name: &str, kind: &str, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        self.add(name, &format!("good-{kind}"), bytes);
        self.add(name, &format!("bad-{kind}-cut"), &bytes[..bytes.len() - 2]);
    }

    /// A good input, and the same with another last byte where that must be noticed.
    fn changed(&self, name: &str, kind: &str, bytes: impl AsRef<[u8]>) {
        let mut bytes = bytes.as_ref().to_vec();
        self.add(name, &format!("good-{kind}"), &bytes);
        *bytes.last_mut().expect("not empty") ^= 0x80;
        self.add(name, &format!("bad-{kind}-changed"), &bytes);
    }
}

fn main() -> Result<()> {
    let folder = std::env::args().nth(1).expect("corpus FOLDER");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let all = Corpus::new(Path::new(&folder), "decoders", DECODERS.map(|(name, _)| name).to_vec());
    elliptic_curves(&all, &mut rng)?;
    rsa_keys(&all, &mut rng)?;
    pairings(&all, &mut rng)?;
    time_locks(&all, &mut rng)?;
    let profile = "polylimb-profile 1\n[portable odd threads=1]\n1-255 = montgomery threads=1\n\
                   [portable odd threads=2]\n512-1024 = bipartite threads=2 cut=25\n";
    all.add("profile", "good", profile);
    all.add("profile", "bad-cut", &profile[..profile.len() - 4]);
    all.add("natural", "good-decimal", "18446744073709551616");
    all.add("natural", "good-hexadecimal", "0xAbc0123456789def0");
    all.add("natural", "bad-empty", "0x");
    arithmetic(&Corpus::new(Path::new(&folder), "arithmetic", OPERATIONS.to_vec()));
    Ok(())
}

fn elliptic_curves(all: &Corpus, rng: &mut ChaCha8Rng) -> Result<()> {
    for (i, name) in CURVES.iter().enumerate() {
        let on_curve = |bytes: &[u8]| [&[i as u8], bytes].concat();
        let key = SecretKey::generate(&Curve::named(name)?, rng)?;
        let public = key.public_key()?;
        let signature = ecdsa::sign::<Sha256>(&key, b"a")?;
        all.add("point", &format!("good-{name}"), on_curve(&public.to_sec1()));
        match *name {
            "P-256" => {
                all.changed("point", name, on_curve(&public.to_sec1()));
                all.both("ec-pkcs8", name, key.to_pkcs8_der()?);
                all.both("ec-sec1", name, key.to_sec1_der()?);
                all.both("ec-spki", name, public.to_spki_der()?);
                all.both("pem", name, key.to_pkcs8_pem()?.as_bytes());
                all.both("point", "compressed", on_curve(&public.to_sec1_compressed()));
                all.add("scalar", "good", on_curve(&key.to_bytes()));
                all.add("scalar", "bad-large", on_curve(&[0xff; 32]));
                all.add("ecdsa", "good", on_curve(&signature.to_bytes()));
                all.add("ecdsa", "bad-zero", on_curve(&[0; 64]));
            }
            "secp256k1" => {
                all.both("bip340-key", name, bip340::VerifyingKey::new(&public)?.to_bytes());
            }
            "P-521" => all.add("ecdsa-der", "good-P-521", on_curve(&signature.to_der())),
            "K-163" => {
                all.add("ec-spki", "good-K-163", public.to_spki_der()?);
                all.both("ecdsa-der", name, on_curve(&signature.to_der()));
                all.changed("point", name, on_curve(&public.to_sec1()));
            }
            _ => {}
        }
    }
    for name in ["X25519", "Ed25519"] {
        let key = AnySecretKey::generate(name, rng)?;
        all.add("secret-key", &format!("good-{name}"), key.to_der()?);
        all.add("public-key", &format!("good-{name}"), key.public_key()?.to_pem()?);
    }
    let key = ed25519::SecretKey::from_bytes(&RECEIVER);
    all.both("ed25519-key", "key", key.public_key().as_bytes());
    all.changed("ed25519-signature", "signature", key.sign(b"a").to_bytes());
    let receiver = SecretKey::from_bytes(&Curve::named("P-256")?, &RECEIVER)?;
    all.changed("ecies-file", "file", ecies::encrypt(&receiver.public_key()?, b"a message", rng)?);
    let receiver = Dedicated::new(receiver);
    let file = receiver.public_key()?.encrypt_vartime(b"a message", rng)?;
    all.both("elgamal-file", "file", file);
    let key = AnySecretKey::ElGamal(receiver);
    all.add("secret-key", "good-elgamal", key.to_der()?);
    all.both("public-key", "elgamal", key.public_key()?.to_der()?);
    Ok(())
}

fn rsa_keys(all: &Corpus, rng: &mut ChaCha8Rng) -> Result<()> {
    let key = rsa::SecretKey::generate(2048, 2, rng)?;
    let public = key.public_key();
    all.changed("rsa-pkcs8", "key", key.to_pkcs8_der()?);
    all.both("rsa-pkcs1", "key", key.to_pkcs1_der()?);
    all.both("rsa-spki", "key", public.to_spki_der()?);
    all.both("rsa-public-pkcs1", "key", public.to_pkcs1_der()?);
    all.both("pem", "rsa", public.to_spki_pem()?);
    Ok(())
}

fn pairings(all: &Corpus, rng: &mut ChaCha8Rng) -> Result<()> {
    all.add("pairing-scalar", "good", RECEIVER);
    all.add("pairing-scalar", "bad-large", [0xff; 32]);
    let own = joux::SecretKey::from_bytes(&RECEIVER)?;
    let [share, other] =
        [&own, &joux::SecretKey::from_bytes(&[2; 32])?].map(|k| k.share().to_bytes());
    all.add("joux-share", "good", &share);
    // Two points, each of its group, but not the same multiple.
    all.add("joux-share", "bad-mixed", [&share[..48], &other[48..]].concat());
    let key = PairingSecretKey::Joux(own);
    all.both("secret-key", "joux", key.to_der()?);
    all.add("public-key", "good-joux", key.public_key()?.to_der());
    all.changed("sok-key", "key", sok::Authority::from_bytes(&RECEIVER)?.extract(b"a").to_bytes());
    let authority = ibe::Authority::from_bytes(&RECEIVER)?;
    all.both("ibe-public-key", "key", authority.public_key().as_bytes());
    let uncompressed = polylimb::bls12_381::G1::generator().to_uncompressed();
    all.add("ibe-public-key", "bad-uncompressed", uncompressed);
    all.changed("ibe-key", "key", authority.extract(b"a").to_bytes());
    all.changed("ibe-file", "file", authority.public_key().seal(b"a", b"a message", rng)?);
    let bls = Bls::<MinimalPubkeySize>::new(Scheme::ProofOfPossession);
    let key = polylimb::bls12_381::SecretKey::from_bytes(&RECEIVER)?;
    all.add("bls12-381-point", "good-key", bls.public_key(&key).as_bytes());
    all.both("bls12-381-point", "signature", bls.sign(&key, b"a").as_bytes());
    all.changed("bls12-381-point", "first", G1::generator().to_uncompressed());
    all.add("bls12-381-point", "good-second", G2::generator().to_uncompressed());
    all.add("bls12-381-point", "good-neutral", G1::neutral().to_bytes());
    // A good one has 800 kB.
    let digits = G1::generator().to_bytes().map(|byte| format!("{byte:02x}"));
    let point = digits.concat();
    all.add("kzg-setup", "bad-cut", format!("4096\n65\n{point}\n{point}\n"));
    Ok(())
}

fn time_locks(all: &Corpus, rng: &mut ChaCha8Rng) -> Result<()> {
    let trapdoor = Trapdoor::generate(1024, rng)?;
    let puzzle = trapdoor.puzzle(50)?;
    let file = trapdoor.seal(&puzzle, b"a message")?;
    all.add("timelock-file", "good", &file);
    // Less than the cipher's tag follows the header.
    all.add("timelock-file", "bad-cut", &file[..file.len() - 10]);
    let own = polylimb_fuzz::puzzle();
    let mut chain = Chain::new(&own, &Options::default(), rng)?;
    let state = |chain: &Chain| chain.state().map(|state| state[..state.len() - 32].to_vec());
    let mut start = state(&chain)?;
    all.add("timelock-state", "good-start", &start);
    // The modulus of the check.
    start[37..41].fill(0);
    all.add("timelock-state", "bad-zero", &start);
    chain.advance(u64::MAX)?;
    all.changed("timelock-state", "end", state(&chain)?);
    let proof = chain.prove(u64::MAX)?.expect("all rounds").to_bytes(&own);
    all.add("timelock-proof", "good", &proof);
    all.add("timelock-proof", "bad-long", [&proof[..], &[0]].concat());
    Ok(())
}

/// Moduli at the ends of words, odd and even, and none.
fn arithmetic(all: &Corpus) {
    let ones = |length: usize| vec![0xff; length];
    for (i, name) in OPERATIONS.iter().enumerate() {
        let length = [8, 16, 32, 40, 64, 72, 104, 128, 192][i];
        let mut odd = ones(length);
        odd[0] = 0xfd;
        let numbers = [odd, ones(length), vec![0x55; length], vec![3; length]];
        all.add(name, "odd", numbers.concat());
        if i % 2 == 1 {
            continue;
        }
        let mut even = vec![0; length];
        even[length - 1] = 0x80;
        all.add(name, "even", [even, ones(length), ones(length), vec![1; length]].concat());
    }
    all.add("mul", "zero", [0; 32]);
    all.add("add", "one", [&[1], &[0; 31][..]].concat());
}
