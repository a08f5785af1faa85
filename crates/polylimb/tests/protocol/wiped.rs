//! No secret is in memory that is freed.
//!
//! The allocator keeps a copy of each block that a thread frees while it is watched. An operation
//! runs twice, with the same public inputs and other secrets; allocations are the same, because
//! nothing depends on secrets. A block whose content differs between both holds something of the
//! secret, unless all of it is in the public results.

use crate::protocol_common::rng;
use polylimb::authors::limb::Natural;
use polylimb::bls12_381::{self, Bls, MinimalPubkeySize, MinimalSignatureSize, Scheme};
use polylimb::protocol::ec_sdsa::{self, Form};
use polylimb::protocol::ecmqv::Pair;
use polylimb::protocol::elgamal::Dedicated;
use polylimb::protocol::keys::{AnySecretKey, PairingSecretKey, PublicKey, SecretKey};
use polylimb::protocol::{
    Confirmation, Curve, Role, bip340, ecdsa, ecies, hash_to_curve, ibe, joux, kdf, sok,
};
use polylimb::{Alone, bls12_381 as bls, ed25519, paillier, rsa, x25519};
use sha2::Sha256;
use std::alloc::{GlobalAlloc, Layout, System};
use std::backtrace::Backtrace;
use std::cell::{Cell, RefCell};
use std::ptr;

/// Bytes of a thread's memory while it is watched.
const ROOM: usize = 1 << 26;

/// What a thread frees while it is watched.
#[derive(Default)]
struct Freed {
    /// The blocks one after another, with room for all, and their ends.
    bytes: Vec<u8>,
    ends: Vec<usize>,
    /// The block whose place is to be told, and that place.
    told: Option<usize>,
    place: Option<Backtrace>,
}

thread_local! {
    static FREED: RefCell<Option<Freed>> = const { RefCell::new(None) };
    /// The thread's memory, and how much of it is taken while it is in use.
    static MEMORY: Cell<*mut u8> = const { Cell::new(ptr::null_mut()) };
    static TAKEN: Cell<Option<usize>> = const { Cell::new(None) };
    /// How much of it the last use left behind.
    static USED: Cell<usize> = const { Cell::new(0) };
}

struct Watching;

#[global_allocator]
static ALLOCATOR: Watching = Watching;

/// Whether the block is in this thread's memory.
fn is_own(block: *mut u8) -> bool {
    MEMORY.try_with(|memory| block.addr().wrapping_sub(memory.get().addr()) < ROOM) == Ok(true)
}

// SAFETY: the system's allocator does the work, or blocks come one after another from memory that
// stays and is not used twice; a block is read before it is freed, and all of it is zero at first.
unsafe impl GlobalAlloc for Watching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let own = TAKEN.try_with(|taken| {
            let memory = MEMORY.get();
            let base = memory.addr();
            let start = (base + taken.get()?).next_multiple_of(layout.align()) - base;
            taken.set(Some(start + layout.size()));
            assert!(start + layout.size() <= ROOM, "no room");
            // SAFETY: in bounds.
            Some(unsafe { memory.add(start) })
        });
        // SAFETY: as the caller's. Zeros, so that no content of an earlier block is taken for this
        // one's.
        own.ok().flatten().unwrap_or_else(|| unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the block is the caller's, and of that size.
        let content = unsafe { std::slice::from_raw_parts(block, layout.size()) };
        // Not while a block is being recorded, nor at the thread's end.
        let _ = FREED.try_with(|freed| {
            if let Ok(mut freed) = freed.try_borrow_mut()
                && let Some(freed) = &mut *freed
            {
                freed.record(content);
            }
        });
        if !is_own(block) {
            // SAFETY: as the caller's.
            unsafe { System.dealloc(block, layout) }
        }
    }
}

impl Freed {
    fn record(&mut self, content: &[u8]) {
        let room = self.bytes.capacity() - self.bytes.len();
        assert!(content.len() <= room && self.ends.len() < self.ends.capacity(), "no room");
        if self.told == Some(self.ends.len()) {
            self.place = Some(Backtrace::force_capture());
        }
        self.bytes.extend_from_slice(content);
        self.ends.push(self.bytes.len());
    }

    fn blocks(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.bytes[start..end])
    }
}

/// What `of` makes of the result of `work`, and what was freed meanwhile. Each call takes the same
/// memory, so pointers are the same; nothing of it may be kept.
fn watched<S: Clone, T, R>(
    told: Option<usize>,
    secret: &S,
    work: &impl Fn(&S) -> T,
    of: &impl Fn(&T) -> R,
) -> (R, Freed) {
    if MEMORY.get().is_null() {
        MEMORY.set(vec![0; ROOM].leak().as_mut_ptr());
    }
    let freed = Freed {
        bytes: Vec::with_capacity(1 << 24),
        ends: Vec::with_capacity(1 << 16),
        told,
        place: None,
    };
    // SAFETY: nothing of the last call is left.
    unsafe { ptr::write_bytes(MEMORY.get(), 0, USED.take()) };
    TAKEN.set(Some(0));
    let secret = secret.clone();
    FREED.with(|watched| *watched.borrow_mut() = Some(freed));
    let made = work(&secret);
    let freed = FREED.with(|watched| watched.borrow_mut().take()).expect("what was put there");
    USED.set(TAKEN.take().unwrap_or(0));
    (of(&made), freed)
}

/// The block with zeros for the words that the other has too: lengths and pointers.
fn differing(block: &[u8], other: &[u8]) -> Vec<u8> {
    let words = block.chunks(8).zip(other.chunks(8));
    words
        .flat_map(|(one, other)| if one == other { vec![0; one.len()] } else { one.to_vec() })
        .collect()
}

/// Whether all of the block is in one of the public values, in either order of bytes, or zero.
fn is_public(block: &[u8], public: &[Vec<u8>]) -> bool {
    // Words of zeros separate.
    block.split(|&byte| byte == 0).all(|part| {
        let reversed: Vec<u8> = part.iter().rev().copied().collect();
        let within = |bytes: &Vec<u8>, part: &[u8]| bytes.windows(part.len()).any(|w| w == part);
        part.len() < 4 || public.iter().any(|bytes| within(bytes, part) || within(bytes, &reversed))
    })
}

/// Watches `work` with each of two secrets; `public` are the public values that came of both.
/// Returns how many blocks were compared.
fn wiped<S: Clone, T>(
    what: &str,
    secrets: &[S; 2],
    work: impl Fn(&S) -> T,
    public: impl Fn(&T) -> Vec<Vec<u8>>,
) -> usize {
    // What is made once is made then.
    drop(secrets.each_ref().map(&work));
    let [(one, first), (other, second)] =
        secrets.each_ref().map(|secret| watched(None, secret, &work, &public));
    assert_eq!(first.ends, second.ends, "{what}: allocations depend on the secret");
    let public = [one, other].concat();
    for (index, (a, b)) in first.blocks().zip(second.blocks()).enumerate() {
        if !(is_public(&differing(a, b), &public) && is_public(&differing(b, a), &public)) {
            let ((), told) = watched(Some(index), &secrets[0], &work, &|_| ());
            let place = told.place.map(|place| place.to_string()).unwrap_or_default();
            let place: Vec<_> = place.lines().filter(|line| line.contains("polylimb")).collect();
            let [a, b] = [differing(a, b), differing(b, a)];
            panic!("{what}: freed unwiped: {a:02x?}, {b:02x?}\n{}", place.join("\n"));
        }
    }
    first.ends.len()
}

fn nothing<T>(_: &T) -> Vec<Vec<u8>> {
    Vec::new()
}

#[test]
fn what_is_freed_unwiped_is_seen() {
    let secrets = [vec![0x17; 100], vec![0x35; 100]];
    for (clean, work) in [
        (false, (|secret: &Vec<u8>| drop(secret.clone())) as fn(&_)),
        (false, |secret| drop(Box::new([secret[7]; 8]))),
        (true, |secret| drop(zeroize::Zeroizing::new(secret.clone()))),
        // A block that grew leaves the smaller one.
        (false, |secret| {
            let mut grown = zeroize::Zeroizing::new(Vec::with_capacity(1));
            grown.extend_from_slice(secret);
            grown.extend_from_slice(secret);
        }),
    ] {
        let watched = std::panic::catch_unwind(|| wiped("x", &secrets, work, nothing));
        assert_eq!(watched.is_ok(), clean);
    }
    let public = |(): &()| vec![vec![0x17; 100], vec![0x35; 100]];
    wiped("public", &secrets, |secret| drop(secret.clone()), public);
}

/// Two keys, both different from `other`.
fn keys(curve: &Curve) -> ([SecretKey; 2], PublicKey) {
    let rng = &mut rng(120);
    let other = SecretKey::generate(curve, rng).unwrap().public_key().unwrap();
    ([(); 2].map(|()| SecretKey::generate(curve, rng).unwrap()), other)
}

const CURVES: [&str; 6] =
    ["P-256", "P-521", "secp256k1", "brainpoolP256r1", "sect233k1", "sect233r1"];

/// With orders far below a power of 2 nonces are rejected, which shows.
const FEW_REJECTED: [&str; 3] = ["P-256", "P-521", "secp256k1"];

#[test]
fn agreement() {
    let mut compared = 0;
    for name in CURVES {
        let curve = Curve::named(name).unwrap();
        let (keys, other) = keys(&curve);
        let shared =
            |key: &SecretKey| polylimb::protocol::keys::SecretKey::agree(key, &other).unwrap();
        compared += wiped(&format!("ECDH on {name}"), &keys, shared, nothing);
        let cofactor = |key: &SecretKey| {
            polylimb::protocol::keys::SecretKey::agree_with_cofactor(key, &other).unwrap()
        };
        compared += wiped(&format!("cofactor ECDH on {name}"), &keys, cofactor, nothing);
        let mqv = |key: &SecretKey| {
            let own = Pair { fixed: key, ephemeral: &keys[0] };
            let theirs = Pair { fixed: &other, ephemeral: &of_both(&keys)[1] };
            polylimb::protocol::ecmqv::Pair::agree(own, theirs).unwrap()
        };
        let public = of_both(&keys).map(|key| key.to_sec1()).to_vec();
        compared += wiped(&format!("ECMQV on {name}"), &keys, mqv, |_| public.clone());
    }
    let keys = [[3; 32], [5; 32]].map(x25519::SecretKey::from_bytes);
    let other = x25519::SecretKey::from_bytes([7; 32]).public_key();
    let agree = |key: &x25519::SecretKey| key.agree(&other).unwrap();
    compared += wiped("X25519", &keys, agree, nothing);
    let secrets = [[3; 66], [5; 66]];
    compared += wiped("kdf", &secrets, |z| kdf::one_step::<Sha256>(z, b"x", 77).unwrap(), nothing);
    compared += wiped("kdf", &secrets, |z| kdf::x963::<Sha256>(z, b"x", 77).unwrap(), nothing);
    let says = Confirmation {
        role: Role::Initiator,
        sender: b"a",
        recipient: b"b",
        ephemeral: [b"", b""],
        text: b"",
    };
    compared += wiped("a tag", &secrets, |key| says.tag::<Sha256>(key), nothing);
    println!("{compared} blocks");
    assert!(compared > 200, "{compared}");
}

fn of_both(keys: &[SecretKey; 2]) -> [PublicKey; 2] {
    keys.each_ref().map(|key| key.public_key().unwrap())
}

#[test]
fn signatures() {
    let mut compared = 0;
    for name in FEW_REJECTED {
        let curve = Curve::named(name).unwrap();
        let (keys, _) = keys(&curve);
        let points = of_both(&keys).map(|key| key.to_sec1()).to_vec();
        let with = |bytes: &[u8]| [&points[..], &[bytes.to_vec()]].concat();
        let sign = |key: &SecretKey| ecdsa::sign::<Sha256>(key, b"m").unwrap().to_bytes();
        compared += wiped(&format!("ECDSA on {name}"), &keys, sign, |s| with(s));
        let sign = |key: &SecretKey| ec_sdsa::sign::<Sha256>(key, Form::Bsi, b"m", b"").unwrap();
        compared += wiped(&format!("EC-SDSA on {name}"), &keys, sign, |s| with(s));
        let public = |key: &SecretKey| key.public_key().unwrap().to_sec1();
        compared += wiped(&format!("a public key on {name}"), &keys, public, |p| with(p));
        let file = |key: &SecretKey| {
            let pem = key.to_pkcs8_pem().unwrap();
            (AnySecretKey::decode(pem.as_bytes()).unwrap(), pem)
        };
        compared += wiped(&format!("a file on {name}"), &keys, file, |_| points.clone());
        if name == "secp256k1" {
            let sign = |key: &SecretKey| {
                bip340::SigningKey::new(key).unwrap().sign_with(b"m", &[0; 32]).unwrap()
            };
            compared += wiped("BIP 340", &keys, sign, |s| with(s));
        }
    }
    let keys = [[3; 32], [5; 32]].map(|bytes| ed25519::SecretKey::from_bytes(&bytes));
    let points = keys.each_ref().map(|key| key.public_key().as_bytes().to_vec()).to_vec();
    let sign = |key: &ed25519::SecretKey| key.sign(b"m").to_bytes();
    compared += wiped("Ed25519", &keys, sign, |s| [&points[..], &[s.to_vec()]].concat());
    println!("{compared} blocks");
    assert!(compared > 200, "{compared}");
}

#[test]
fn encryption() {
    let mut compared = 0;
    for name in CURVES {
        let curve = Curve::named(name).unwrap();
        let (keys, other) = keys(&curve);
        let points = of_both(&keys).map(|key| key.to_sec1()).to_vec();
        let secrets = [(3, [0x11; 40]), (4, [0x22; 40])];
        let encrypt = |(seed, message): &(u64, [u8; 40])| {
            ecies::encrypt(&other, message, &mut rng(*seed)).unwrap()
        };
        compared += wiped(&format!("ECIES on {name}"), &secrets, encrypt, |f| vec![f.clone()]);
        let files = keys.each_ref().map(|key| {
            (
                key.clone(),
                ecies::encrypt(&key.public_key().unwrap(), b"message", &mut rng(1)).unwrap(),
            )
        });
        let decrypt = |(key, file): &(SecretKey, Vec<u8>)| ecies::decrypt(key, file).unwrap();
        let public = [&points[..], &files.each_ref().map(|(_, file)| file.clone())].concat();
        compared += wiped(&format!("ECIES^-1 on {name}"), &files, decrypt, |_| public.clone());
        let dedicated = keys.each_ref().map(|key| Dedicated::new(key.clone()));
        let pair = [&other, &other];
        let decrypt = |key: &Dedicated<_>| key.decrypt_point(pair).unwrap();
        compared +=
            wiped(&format!("EC-ElGamal on {name}"), &dedicated, decrypt, |_| vec![other.to_sec1()]);
    }
    println!("{compared} blocks");
    assert!(compared > 200, "{compared}");
}

/// Each job twice: lanes take both at once where the CPU has them.
#[test]
fn batches() {
    let mut compared = 0;
    for name in CURVES {
        let curve = Curve::named(name).unwrap();
        let (keys, other) = keys(&curve);
        let points = of_both(&keys).map(|key| key.to_sec1()).to_vec();
        let agree = |key: &SecretKey| SecretKey::agree_all(&[(key, &other); 2], &Alone);
        compared += wiped(&format!("ECDH on {name} in a batch"), &keys, agree, nothing);
        let public = |key: &SecretKey| SecretKey::public_keys(&[key; 2], &Alone);
        compared += wiped(&format!("public keys on {name}"), &keys, public, |_| points.clone());
        if !FEW_REJECTED.contains(&name) {
            continue;
        }
        let sign = |key: &SecretKey| {
            let jobs = [(key, &[1; 32][..]), (key, &[2; 32])];
            let signed = ecdsa::Signer::default().sign_digests::<Sha256>(&jobs, &Alone);
            signed.into_iter().map(|s| s.unwrap().0.to_bytes()).collect::<Vec<_>>()
        };
        compared += wiped(&format!("ECDSA on {name} in a batch"), &keys, sign, |s| {
            [points.clone(), s.clone()].concat()
        });
    }
    let keys = [[3; 32], [5; 32]].map(x25519::SecretKey::from_bytes);
    let other = x25519::SecretKey::from_bytes([7; 32]).public_key();
    let agree = |key: &x25519::SecretKey| x25519::SecretKey::agree_all(&[(key, &other); 2], &Alone);
    compared += wiped("X25519 in a batch", &keys, agree, nothing);
    println!("{compared} blocks");
    assert!(compared > 100, "{compared}");
}

/// Files of every kind of key, written and read.
#[test]
fn files() {
    let mut compared = 0;
    let (on_curve, _) = keys(&Curve::named("P-256").unwrap());
    let seeds = [[3; 32], [5; 32]];
    let bls = seeds.each_ref().map(|seed| bls::SecretKey::from_seed(seed, b"").unwrap());
    let kinds: [[AnySecretKey; 2]; 8] = [
        on_curve.clone().map(|key| AnySecretKey::ElGamal(Dedicated::new(key))),
        seeds.map(|bytes| AnySecretKey::X25519(x25519::SecretKey::from_bytes(bytes))),
        seeds.map(|bytes| AnySecretKey::Ed25519(ed25519::SecretKey::from_bytes(&bytes))),
        bls.map(|key| AnySecretKey::Pairing(PairingSecretKey::Bls(key))),
        seeds
            .map(|bytes| ibe::Authority::from_bytes(&bytes).unwrap())
            .map(|authority| AnySecretKey::Pairing(PairingSecretKey::BonehFranklin(authority))),
        seeds.map(|bytes| ibe::Authority::from_bytes(&bytes).unwrap()).map(|authority| {
            let (identity, key) = (b"alice".to_vec(), authority.extract(b"alice"));
            AnySecretKey::Pairing(PairingSecretKey::BonehFranklinIdentity { identity, key })
        }),
        seeds.map(|bytes| sok::Authority::from_bytes(&bytes).unwrap()).map(|authority| {
            AnySecretKey::Pairing(PairingSecretKey::SakaiOhgishiKasahara(authority))
        }),
        seeds
            .map(|bytes| joux::SecretKey::from_bytes(&bytes).unwrap())
            .map(|key| AnySecretKey::Pairing(PairingSecretKey::Joux(key))),
    ];
    for pair in &kinds {
        let file = |key: &AnySecretKey| {
            let pem = key.to_pem().unwrap();
            (AnySecretKey::decode(pem.as_bytes()).unwrap(), pem, key.to_der().unwrap())
        };
        // A file on a curve holds the public key, too.
        let points = of_both(&on_curve).map(|key| key.to_sec1()).to_vec();
        compared += wiped(&format!("{:?}", pair[0]), pair, file, |_| points.clone());
    }
    println!("{compared} blocks");
    assert!(compared > 30, "{compared}");
}

/// `phe` and others know the same numbers: `N` and what follows from it is public.
#[test]
fn paillier() {
    let keys = [5, 6].map(|seed| paillier::SecretKey::generate(2048, &mut rng(seed)).unwrap());
    let primes = keys.each_ref().map(|key| key.primes().map(|prime| prime.to_vec()));
    let key = |[p, q]: &[Vec<u8>; 2]| paillier::SecretKey::from_primes(p, q).unwrap();
    let sealed: [_; 2] = std::array::from_fn(|i| {
        let sealed = keys[i].public_key().encrypt(&[i as u8 + 1; 100], &mut rng(1)).unwrap();
        (primes[i].clone(), sealed)
    });
    let public = keys.each_ref().map(|key| {
        let n = num_bigint::BigUint::from_bytes_be(&key.public_key().modulus());
        let square = &n * &n;
        let of = |n: &num_bigint::BigUint| {
            let bytes = n.to_bytes_be();
            [negated_inverse(&bytes).to_be_bytes().to_vec(), bytes]
        };
        [of(&n), of(&square)].concat()
    });
    let public =
        [public.concat(), sealed.each_ref().map(|(_, file)| file.clone()).to_vec()].concat();
    let decrypt = |(primes, file): &(_, Vec<u8>)| key(primes).decrypt(file).unwrap();
    let mut compared = wiped("Paillier^-1", &sealed, decrypt, |_| public.clone());
    let batch = |(primes, file): &(_, Vec<u8>)| {
        let messages = key(primes).decrypt_all(&[file, file], &Alone);
        messages.into_iter().collect::<polylimb::Result<Vec<_>>>().unwrap()
    };
    compared += wiped("Paillier^-1 in a batch", &sealed, batch, |_| public.clone());
    let public_key = keys[0].public_key();
    let messages = [vec![3; 200], vec![4; 200]];
    let encrypt =
        |message: &Vec<u8>| public_key.encrypt(message, &mut rng(message[0].into())).unwrap();
    compared += wiped("Paillier", &messages, encrypt, |c| vec![c.clone()]);
    let batch = |message: &Vec<u8>| {
        let sealed = public_key.encrypt_all(&[message], &Alone, &mut rng(message[0].into()));
        sealed.into_iter().next().unwrap().unwrap()
    };
    compared += wiped("Paillier in a batch", &messages, batch, |c| vec![c.clone()]);
    let fast = paillier::ShortExponents::new(public_key, &mut rng(3)).unwrap();
    let short = |message: &Vec<u8>| fast.encrypt(message, &mut rng(message[0].into())).unwrap();
    compared += wiped("Paillier, short exponents", &messages, short, |c| vec![c.clone()]);
    println!("{compared} blocks");
    assert!(compared > 100, "{compared}");
}

/// The lengths of the numbers in a key of PKCS #1, behind its header of four bytes.
fn lengths(key: &rsa::SecretKey) -> Vec<usize> {
    let der = key.to_pkcs1_der().unwrap();
    let (mut lengths, mut rest) = (Vec::new(), &der[4..]);
    while let [2, first, tail @ ..] = rest {
        let long = usize::from(first.saturating_sub(0x80));
        let length = match long {
            0 => usize::from(*first),
            _ => tail[..long].iter().fold(0, |length, &byte| length << 8 | usize::from(byte)),
        };
        lengths.push(length);
        rest = &tail[long + length..];
    }
    lengths
}

/// −1/N modulo 2^64, which Montgomery's reductions keep beside N.
fn negated_inverse(modulus: &[u8]) -> u64 {
    let (_, last) = modulus.split_last_chunk().expect("eight bytes");
    let n = u64::from_be_bytes(*last);
    // Each step doubles the number of right bits; an odd n is its own inverse modulo 8.
    (0..5).fold(n, |x, _| x.wrapping_mul(2u64.wrapping_sub(n.wrapping_mul(x)))).wrapping_neg()
}

/// Keys are read where they are watched, so that they lie in the same places.
#[test]
fn rsa() {
    let key = |seed| rsa::SecretKey::generate(2048, 2, &mut rng(seed)).unwrap();
    let first = key(7);
    let same = |key: &rsa::SecretKey| lengths(key) == lengths(&first);
    let second = (8..200).map(key).find(same).unwrap();
    assert_eq!(lengths(&first).len(), 9);
    let keys = [first, second];
    let moduli = keys.each_ref().map(|key| key.public_key().modulus());
    let inverses = moduli.each_ref().map(|modulus| negated_inverse(modulus).to_be_bytes().to_vec());
    let moduli = [moduli, inverses].concat();
    let with = |bytes: &[u8]| [&moduli[..], &[bytes.to_vec()]].concat();
    let read = |pem: &String| rsa::SecretKey::from_pem(pem).unwrap();
    let files = keys.each_ref().map(|key| key.to_pkcs8_pem().unwrap().to_string());
    let mut compared = wiped("an RSA key", &files, read, |_| moduli.clone());
    let pss = rsa::Scheme::pss::<Sha256>();
    let sign = |pem: &String| read(pem).sign(&pss, b"m", &mut rng(1)).unwrap();
    compared += wiped("RSA", &files, sign, |s| with(s));
    let batch = |pem: &String| {
        let key = read(pem);
        let jobs = [(&key, &[1; 32][..]), (&key, &[2; 32])];
        let signed = rsa::SecretKey::sign_digests(&jobs, &pss, &Alone, &mut rng(1));
        signed.into_iter().collect::<polylimb::Result<Vec<_>>>().unwrap()
    };
    compared += wiped("RSA in a batch", &files, batch, |s| with(&s.concat()));
    let oaep = rsa::Oaep::new::<Sha256>();
    let sealed = keys.each_ref().map(|key| {
        let sealed = key.public_key().encrypt(&oaep, b"message", &mut rng(1)).unwrap();
        (key.to_pkcs8_pem().unwrap().to_string(), sealed)
    });
    let public = [&moduli[..], &sealed.each_ref().map(|(_, file)| file.clone())].concat();
    let decrypt =
        |(pem, file): &(String, Vec<u8>)| read(pem).decrypt(&oaep, file, &mut rng(2)).unwrap();
    compared += wiped("RSA^-1", &sealed, decrypt, |_| public.clone());
    println!("{compared} blocks");
    assert!(compared > 100, "{compared}");
}

/// The compressed point; it and its opposite with all coordinates, which anyone can compute.
fn in_full(bytes: &[u8]) -> Vec<Vec<u8>> {
    let full = |points: [Vec<u8>; 2]| [&points[..], &[bytes.to_vec()]].concat();
    if let Ok(bytes) = bytes.try_into() {
        let p = bls12_381::G1::from_bytes(bytes).unwrap();
        return full([p.to_uncompressed().to_vec(), p.negate().to_uncompressed().to_vec()]);
    }
    let q = bls12_381::G2::from_bytes(bytes.try_into().unwrap()).unwrap();
    full([q.to_uncompressed().to_vec(), q.negate().to_uncompressed().to_vec()])
}

fn bls_of<V: bls::Variant>(keys: &[bls::SecretKey; 2]) -> usize {
    let suite = Bls::<V>::new(Scheme::Basic);
    let sign = |key: &bls::SecretKey| suite.sign(key, b"m");
    let public = |key: &bls::SecretKey| suite.public_key(key);
    wiped("BLS", keys, sign, |s| in_full(s.as_bytes()))
        + wiped("a public key of BLS", keys, public, |p| in_full(p.as_bytes()))
}

#[test]
fn pairings() {
    let seeds = [[3; 32], [5; 32]];
    let key = |seed: &[u8; 32]| bls::SecretKey::from_seed(seed, b"").unwrap();
    let mut compared = wiped("a key of BLS", &seeds, key, nothing);
    let keys = seeds.each_ref().map(key);
    compared += bls_of::<MinimalPubkeySize>(&keys) + bls_of::<MinimalSignatureSize>(&keys);

    let scalars = seeds.each_ref().map(|seed| seed.to_vec());
    let expand = |message: &Vec<u8>| {
        let out = hash_to_curve::expand_message_xmd::<Sha256>(message, b"tag", 77).unwrap();
        zeroize::Zeroizing::new(out)
    };
    compared += wiped("expand_message_xmd", &scalars, expand, nothing);
    let authorities = scalars.each_ref().map(|bytes| ibe::Authority::from_bytes(bytes).unwrap());
    let extract = |authority: &ibe::Authority| authority.extract(b"alice");
    compared += wiped("a key of an identity", &authorities, extract, nothing);
    let alice = authorities.each_ref().map(extract);
    let write = |key: &ibe::PrivateKey| key.to_bytes();
    compared += wiped("its bytes", &alice, write, nothing);
    let bytes = alice.each_ref().map(write);
    let read = |bytes: &zeroize::Zeroizing<Vec<u8>>| ibe::PrivateKey::from_bytes(bytes).unwrap();
    compared += wiped("its key read", &bytes, read, nothing);
    let secrets = [(3, [0x11; 40]), (4, [0x22; 40])];
    let of_alice = authorities[0].public_key();
    let encrypt = |(seed, message): &(u64, [u8; 40])| {
        of_alice.encrypt(b"alice", message, &mut rng(*seed)).unwrap()
    };
    compared += wiped("to an identity", &secrets, encrypt, |file| {
        [in_full(&file[..48]), vec![file.clone()]].concat()
    });
    let files = [0, 1].map(|i| {
        let file = authorities[i].public_key().seal(b"alice", b"message", &mut rng(1)).unwrap();
        (alice[i].clone(), file)
    });
    let open = |(key, file): &(ibe::PrivateKey, Vec<u8>)| key.open(file).unwrap();
    // After the header of 7 bytes and a name of 9.
    let of_file = |file: &Vec<u8>| [in_full(&file[16..64]), vec![file.clone()]].concat();
    let public = files.each_ref().map(|(_, file)| of_file(file)).concat();
    compared += wiped("from an identity", &files, open, |_| public.clone());

    let authorities = scalars.each_ref().map(|bytes| sok::Authority::from_bytes(bytes).unwrap());
    let extract = |authority: &sok::Authority| authority.extract(b"alice");
    compared += wiped("keys of an identity", &authorities, extract, nothing);
    let alice = authorities.each_ref().map(extract);
    for other in [b"bob", b"aaa"] {
        let agree = |key: &sok::PrivateKey| key.agree(other).unwrap();
        compared += wiped("SOK", &alice, agree, nothing);
    }
    let keys = scalars.each_ref().map(|bytes| joux::SecretKey::from_bytes(bytes).unwrap());
    let [one, other] = [[7; 32], [9; 32]].map(|b| joux::SecretKey::from_bytes(&b).unwrap().share());
    let agree = |key: &joux::SecretKey| key.agree(&one, &other);
    let shares = keys.each_ref().map(|key| {
        let share = key.share().to_bytes();
        [in_full(&share[..48]), in_full(&share[48..]), vec![share]].concat()
    });
    compared += wiped("Joux", &keys, agree, |_| shares.concat());
    println!("{compared} blocks");
    assert!(compared > 100, "{compared}");
}

#[test]
fn numbers() {
    let mut compared = 0;
    for text in ["12345678901234567890".repeat(5), format!("0x{}", "0123456789abcdef".repeat(5))] {
        let texts = [text.clone(), text.replace('7', "3")];
        let parse = |text: &String| Natural::parse(text).unwrap();
        compared += wiped("a number from text", &texts, parse, nothing);
    }
    let secrets = [[3; 32], [5; 32]];
    let natural =
        |bytes: &[u8; 32]| Natural::from_be_bytes(bytes).to_words(9).map(zeroize::Zeroizing::new);
    compared += wiped("a number from bytes", &secrets, natural, nothing);
    assert!(compared >= 3, "{compared}");
}
