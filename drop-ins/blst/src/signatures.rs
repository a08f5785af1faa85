//! The modules `min_pk` and `min_sig`: keys, signatures, aggregates, with keys in either group.
//!
//! A verification is one product of pairings. With the library's threads ([`crate::threads`])
//! hashes and checks of points run beside each other; results do not depend on that.

use crate::field::{certain, engine, fp12};
use crate::hash::hash;
use crate::layout::{
    Affine, BLST_ERROR, Jacobian, blst_fp, blst_fp2, blst_p1_affine, blst_p2_affine, blst_scalar,
};
use crate::many::MultiPoint;
use crate::multiples::sum_of_multiples;
use crate::pairing::{Key, Pair, miller_loop, sources};
use crate::scalar::is_key;
use crate::threads::{all, in_parallel, on_threads, threads_for};
use crate::tower::is_one_finally;
use crate::{
    BLS12_381_NEG_G1, BLS12_381_NEG_G2, blst_derive_child_eip2333, blst_derive_master_eip2333,
    blst_keygen, blst_keygen_v3, blst_keygen_v4_5, blst_keygen_v5,
};
use core::fmt::Debug;
use core::marker::PhantomData;
use polylimb::authors::field::Field;
use zeroize::{Zeroize, ZeroizeOnDrop};

type Result<T> = core::result::Result<T, BLST_ERROR>;

/// The sizes of a group's encodings, and what depends on which group keys lie in.
pub trait Side: Key {
    type Compressed: AsRef<[u8]> + AsMut<[u8]> + Copy + Debug;
    type Uncompressed: AsRef<[u8]> + AsMut<[u8]> + Copy + Debug;
    const ZERO: (Self::Compressed, Self::Uncompressed);

    /// The pair of the opposite of the keys' generator with a signature.
    fn opposite(signature: &Affine<Self::Other>) -> Pair;
}

impl Side for blst_fp {
    type Compressed = [u8; 48];
    type Uncompressed = [u8; 96];
    const ZERO: ([u8; 48], [u8; 96]) = ([0; 48], [0; 96]);

    fn opposite(signature: &blst_p2_affine) -> Pair {
        (*signature, BLS12_381_NEG_G1)
    }
}

impl Side for blst_fp2 {
    type Compressed = [u8; 96];
    type Uncompressed = [u8; 192];
    const ZERO: ([u8; 96], [u8; 192]) = ([0; 96], [0; 192]);

    fn opposite(signature: &blst_p1_affine) -> Pair {
        (BLS12_381_NEG_G2, *signature)
    }
}

/// `Ok` or an error, as a status.
fn status(result: Result<()>) -> BLST_ERROR {
    result.err().unwrap_or(BLST_ERROR::BLST_SUCCESS)
}

fn require(holds: bool, error: BLST_ERROR) -> Result<()> {
    if holds { Ok(()) } else { Err(error) }
}

/// The point in these bytes, in the form that the length allows.
fn read<C: Side>(bytes: &[u8], uncompressed: bool) -> Result<Affine<C>> {
    let compressed = bytes.first().is_some_and(|byte| byte & 0x80 != 0);
    let fits = bytes.len() == if compressed { C::BYTES } else { 2 * C::BYTES };
    require(fits && (compressed || uncompressed), BLST_ERROR::BLST_BAD_ENCODING)?;
    let point = Affine::deserialize(bytes)?;
    require(point.status() == BLST_ERROR::BLST_SUCCESS, point.status())?;
    Ok(point)
}

fn compressed<C: Side>(point: &Affine<C>) -> C::Compressed {
    let mut bytes = C::ZERO.0;
    point.compress(bytes.as_mut());
    bytes
}

fn serialized<C: Side>(point: &Affine<C>) -> C::Uncompressed {
    let mut bytes = C::ZERO.1;
    point.serialize(bytes.as_mut());
    bytes
}

/// Checks a point; the neutral one is a key's or, if `neutral` says so, a signature's error.
fn validate<C: Side>(point: &Affine<C>, neutral: bool) -> Result<()> {
    require(!neutral || !point.is_inf(), BLST_ERROR::BLST_PK_IS_INFINITY)?;
    require(point.in_group(), BLST_ERROR::BLST_POINT_NOT_IN_GROUP)
}

/// Whether the product of all pairings is 1.
fn product_is_one(pairs: &[Pair]) -> bool {
    let threads = threads_for(pairs.len());
    if threads > 1 {
        let parts: Vec<_> = pairs.chunks(pairs.len().div_ceil(threads)).collect();
        let values = on_threads(threads, parts.len(), |i| miller_loop(parts[i]));
        let product =
            values.iter().fold(fp12().one(), |product, value| fp12().mul(&product, value));
        return is_one_finally(&product);
    }
    let sources = sources(pairs);
    let pairs: Vec<_> = sources.iter().map(|(p, q)| (p, q)).collect();
    certain(engine().product_is_one_vartime(&pairs))
}

/// A secret key. Wiped when dropped.
#[repr(transparent)]
#[derive(Clone, Default)]
pub struct SecretKey<K> {
    value: blst_scalar,
    keys: PhantomData<K>,
}

impl<K> ZeroizeOnDrop for SecretKey<K> {}

impl<K> Zeroize for SecretKey<K> {
    fn zeroize(&mut self) {
        self.value.zeroize();
    }
}

impl<K> Debug for SecretKey<K> {
    /// Without the key.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("SecretKey")
    }
}

/// At least this many bytes of key material.
const LEAST_BYTES: usize = 32;

impl<K: Side> SecretKey<K>
where
    K::Other: Side,
{
    /// The key that `generate` makes of enough key material.
    fn generated(material: &[u8], generate: impl FnOnce(&mut blst_scalar)) -> Result<Self> {
        require(material.len() >= LEAST_BYTES, BLST_ERROR::BLST_BAD_ENCODING)?;
        let mut key = Self { value: blst_scalar::default(), keys: PhantomData };
        generate(&mut key.value);
        Ok(key)
    }

    pub fn key_gen(ikm: &[u8], key_info: &[u8]) -> Result<Self> {
        let (info, info_len) = (key_info.as_ptr(), key_info.len());
        // SAFETY: pointers and lengths of slices.
        Self::generated(ikm, |key| unsafe {
            blst_keygen(key, ikm.as_ptr(), ikm.len(), info, info_len);
        })
    }

    pub fn key_gen_v3(ikm: &[u8], key_info: &[u8]) -> Result<Self> {
        let (info, info_len) = (key_info.as_ptr(), key_info.len());
        // SAFETY: pointers and lengths of slices.
        Self::generated(ikm, |key| unsafe {
            blst_keygen_v3(key, ikm.as_ptr(), ikm.len(), info, info_len);
        })
    }

    pub fn key_gen_v4_5(ikm: &[u8], salt: &[u8], info: &[u8]) -> Result<Self> {
        let (info, info_len) = (info.as_ptr(), info.len());
        // SAFETY: pointers and lengths of slices.
        Self::generated(ikm, |key| unsafe {
            let (ikm, ikm_len) = (ikm.as_ptr(), ikm.len());
            blst_keygen_v4_5(key, ikm, ikm_len, salt.as_ptr(), salt.len(), info, info_len);
        })
    }

    pub fn key_gen_v5(ikm: &[u8], salt: &[u8], info: &[u8]) -> Result<Self> {
        let (info, info_len) = (info.as_ptr(), info.len());
        // SAFETY: pointers and lengths of slices.
        Self::generated(ikm, |key| unsafe {
            let (ikm, ikm_len) = (ikm.as_ptr(), ikm.len());
            blst_keygen_v5(key, ikm, ikm_len, salt.as_ptr(), salt.len(), info, info_len);
        })
    }

    pub fn derive_master_eip2333(ikm: &[u8]) -> Result<Self> {
        // SAFETY: the pointer and length of a slice.
        Self::generated(ikm, |key| unsafe {
            blst_derive_master_eip2333(key, ikm.as_ptr(), ikm.len());
        })
    }

    #[must_use]
    pub fn derive_child_eip2333(&self, child_index: u32) -> Self {
        let mut key = Self { value: blst_scalar::default(), keys: PhantomData };
        // SAFETY: both are scalars.
        unsafe { blst_derive_child_eip2333(&mut key.value, &self.value, child_index) };
        key
    }

    pub fn sk_to_pk(&self) -> PublicKey<K> {
        PublicKey { point: crate::keys::public_key(&self.value) }
    }

    pub fn sign(&self, msg: &[u8], dst: &[u8], aug: &[u8]) -> Signature<K> {
        let hash: Affine<K::Other> = hash(true, aug, msg, dst);
        Signature { point: hash.times_key(&self.value) }
    }

    pub fn serialize(&self) -> [u8; 32] {
        let mut bytes = self.value.b;
        bytes.reverse();
        bytes
    }

    pub fn deserialize(sk_in: &[u8]) -> Result<Self> {
        let bytes = sk_in.try_into().map_err(|_| BLST_ERROR::BLST_BAD_ENCODING)?;
        let mut key = Self { value: blst_scalar { b: bytes }, keys: PhantomData };
        key.value.b.reverse();
        require(is_key(&key.value), BLST_ERROR::BLST_BAD_ENCODING)?;
        Ok(key)
    }

    pub fn to_bytes(&self) -> [u8; 32] {
        self.serialize()
    }

    pub fn from_bytes(sk_in: &[u8]) -> Result<Self> {
        Self::deserialize(sk_in)
    }
}

impl<'a, K> From<&'a SecretKey<K>> for &'a blst_scalar {
    fn from(key: &'a SecretKey<K>) -> Self {
        &key.value
    }
}

impl<'a, K> TryFrom<&'a blst_scalar> for &'a SecretKey<K> {
    type Error = BLST_ERROR;

    fn try_from(value: &'a blst_scalar) -> Result<Self> {
        require(is_key(value), BLST_ERROR::BLST_BAD_ENCODING)?;
        // SAFETY: a key is a scalar, `repr(transparent)`.
        Ok(unsafe { &*core::ptr::from_ref(value).cast() })
    }
}

/// Conversions and encodings that keys and signatures, and their sums, have in common; `$point` is
/// the field of coordinates.
macro_rules! wrapped {
    ($single:ident $sum:ident $point:ty) => {
        impl<K: Side> $single<K>
        where
            K::Other: Side,
        {
            pub fn from_aggregate(sum: &$sum<K>) -> Self {
                Self { point: sum.point.affine() }
            }

            pub fn compress(&self) -> <$point as Side>::Compressed {
                compressed(&self.point)
            }

            pub fn serialize(&self) -> <$point as Side>::Uncompressed {
                serialized(&self.point)
            }

            pub fn uncompress(bytes: &[u8]) -> Result<Self> {
                read(bytes, false).map(|point| Self { point })
            }

            pub fn deserialize(bytes: &[u8]) -> Result<Self> {
                read(bytes, true).map(|point| Self { point })
            }

            pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
                Self::deserialize(bytes)
            }

            pub fn to_bytes(&self) -> <$point as Side>::Compressed {
                self.compress()
            }

            /// The points of these.
            fn points(all: &[Self]) -> &[Affine<$point>] {
                // SAFETY: each is a point, `repr(transparent)`.
                unsafe { &*(core::ptr::from_ref(all) as *const [Affine<$point>]) }
            }
        }

        impl<K: Side> $sum<K>
        where
            K::Other: Side,
        {
            /// The sum of at least one point, each checked by `check`.
            fn sum<'a>(
                mut points: impl Iterator<Item = Result<Affine<$point>>> + 'a,
            ) -> Result<Self> {
                let first = points.next().ok_or(BLST_ERROR::BLST_AGGR_TYPE_MISMATCH)??;
                let mut sum = first.jacobian();
                for point in points {
                    sum = sum.add_affine(&point?);
                }
                Ok(Self { point: sum })
            }

            pub fn aggregate_with_randomness(
                points: &[$single<K>],
                randomness: &[u8],
                nbits: usize,
                groupcheck: bool,
            ) -> Result<Self> {
                require(!points.is_empty(), BLST_ERROR::BLST_AGGR_TYPE_MISMATCH)?;
                if groupcheck {
                    points.validate()?;
                }
                Ok(points.mult(randomness, nbits))
            }

            pub fn add_aggregate(&mut self, other: &Self) {
                self.point = self.point.add(&other.point);
            }
        }

        impl<K: Side> MultiPoint for [$single<K>]
        where
            K::Other: Side,
        {
            type Output = $sum<K>;

            fn mult(&self, scalars: &[u8], nbits: usize) -> $sum<K> {
                $sum { point: $single::points(self).mult(scalars, nbits) }
            }

            fn add(&self) -> $sum<K> {
                $sum { point: $single::points(self).add() }
            }

            fn validate(&self) -> Result<()> {
                $single::points(self).validate()
            }
        }

        impl<K: Side> Clone for $single<K> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<K: Side> Copy for $single<K> {}
        impl<K: Side> Clone for $sum<K> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<K: Side> Copy for $sum<K> {}
        impl<K: Side> Eq for $single<K> {}
        impl<K: Side> PartialEq for $single<K> {
            fn eq(&self, other: &Self) -> bool {
                self.point == other.point
            }
        }

        #[cfg(feature = "serde")]
        impl<K: Side> serde::Serialize for $single<K>
        where
            K::Other: Side,
        {
            fn serialize<S: serde::Serializer>(
                &self,
                ser: S,
            ) -> core::result::Result<S::Ok, S::Error> {
                ser.serialize_bytes(serialized(&self.point).as_ref())
            }
        }

        #[cfg(feature = "serde")]
        impl<'de, K: Side> serde::Deserialize<'de> for $single<K>
        where
            K::Other: Side,
        {
            fn deserialize<D: serde::Deserializer<'de>>(
                deser: D,
            ) -> core::result::Result<Self, D::Error> {
                let bytes: &[u8] = serde::Deserialize::deserialize(deser)?;
                Self::deserialize(bytes)
                    .map_err(|e| serde::de::Error::custom(format_args!("{e:?}")))
            }
        }
    };
}
wrapped! { PublicKey AggregatePublicKey K }
wrapped! { Signature AggregateSignature K::Other }

#[cfg(feature = "serde-secret")]
impl<K: Side> serde::Serialize for SecretKey<K>
where
    K::Other: Side,
{
    fn serialize<S: serde::Serializer>(&self, ser: S) -> core::result::Result<S::Ok, S::Error> {
        ser.serialize_bytes(&*zeroize::Zeroizing::new(self.serialize()))
    }
}

#[cfg(feature = "serde-secret")]
impl<'de, K: Side> serde::Deserialize<'de> for SecretKey<K>
where
    K::Other: Side,
{
    fn deserialize<D: serde::Deserializer<'de>>(deser: D) -> core::result::Result<Self, D::Error> {
        let bytes: &[u8] = serde::Deserialize::deserialize(deser)?;
        Self::deserialize(bytes).map_err(|e| serde::de::Error::custom(format_args!("{e:?}")))
    }
}

/// A public key: an affine point.
#[repr(transparent)]
#[derive(Debug, Default)]
pub struct PublicKey<K> {
    point: Affine<K>,
}

/// A sum of public keys.
#[repr(transparent)]
#[derive(Debug)]
pub struct AggregatePublicKey<K> {
    point: Jacobian<K>,
}

/// A signature: an affine point of the other group.
#[repr(transparent)]
#[derive(Debug)]
pub struct Signature<K: Key> {
    point: Affine<K::Other>,
}

/// A sum of signatures.
#[repr(transparent)]
#[derive(Debug)]
pub struct AggregateSignature<K: Key> {
    point: Jacobian<K::Other>,
}

/// The conversions to and from the points of blst.h, for each pair of types.
macro_rules! conversions {
    ($($wrapper:ident $key:ident $point:ty;)+) => {$(
        impl From<$wrapper<$key>> for $point {
            fn from(a: $wrapper<$key>) -> Self {
                a.point
            }
        }
        impl<'a> From<&'a $wrapper<$key>> for &'a $point {
            fn from(a: &'a $wrapper<$key>) -> Self {
                &a.point
            }
        }
        impl From<$point> for $wrapper<$key> {
            fn from(point: $point) -> Self {
                Self { point }
            }
        }
    )+};
}
conversions! {
    PublicKey blst_fp Affine<blst_fp>;
    PublicKey blst_fp2 Affine<blst_fp2>;
    AggregatePublicKey blst_fp Jacobian<blst_fp>;
    AggregatePublicKey blst_fp2 Jacobian<blst_fp2>;
    Signature blst_fp Affine<blst_fp2>;
    Signature blst_fp2 Affine<blst_fp>;
    AggregateSignature blst_fp Jacobian<blst_fp2>;
    AggregateSignature blst_fp2 Jacobian<blst_fp>;
}

impl<K: Side> PublicKey<K>
where
    K::Other: Side,
{
    pub fn validate(&self) -> Result<()> {
        validate(&self.point, true)
    }

    pub fn key_validate(key: &[u8]) -> Result<Self> {
        let key = Self::from_bytes(key)?;
        key.validate()?;
        Ok(key)
    }

    /// The point, after a check if `check` says so.
    fn checked(&self, check: bool) -> Result<Affine<K>> {
        if check {
            self.validate()?;
        }
        Ok(self.point)
    }
}

impl<K: Side> AggregatePublicKey<K>
where
    K::Other: Side,
{
    pub fn from_public_key(pk: &PublicKey<K>) -> Self {
        Self { point: pk.point.jacobian() }
    }

    pub fn to_public_key(&self) -> PublicKey<K> {
        PublicKey::from_aggregate(self)
    }

    pub fn aggregate(pks: &[&PublicKey<K>], pks_validate: bool) -> Result<Self> {
        Self::sum(pks.iter().map(|pk| pk.checked(pks_validate)))
    }

    pub fn aggregate_serialized(pks: &[&[u8]], pks_validate: bool) -> Result<Self> {
        Self::sum(pks.iter().map(|pk| PublicKey::<K>::from_bytes(pk)?.checked(pks_validate)))
    }

    pub fn sub_aggregate(&mut self, agg_pk: &Self) {
        let mut opposite = agg_pk.point;
        opposite.cneg(true);
        self.point = self.point.add(&opposite);
    }

    pub fn add_public_key(&mut self, pk: &PublicKey<K>, pk_validate: bool) -> Result<()> {
        self.point = self.point.add_affine(&pk.checked(pk_validate)?);
        Ok(())
    }
}

impl<K: Side> Signature<K>
where
    K::Other: Side,
{
    /// `sig_infcheck` refuses the neutral point, which is no signature of a single key.
    pub fn validate(&self, sig_infcheck: bool) -> Result<()> {
        validate(&self.point, sig_infcheck)
    }

    pub fn sig_validate(sig: &[u8], sig_infcheck: bool) -> Result<Self> {
        let sig = Self::from_bytes(sig)?;
        sig.validate(sig_infcheck)?;
        Ok(sig)
    }

    pub fn subgroup_check(&self) -> bool {
        self.point.in_group()
    }

    /// The point, after a check of its group if `check` says so.
    fn checked(&self, check: bool) -> Result<Affine<K::Other>> {
        if check {
            self.validate(false)?;
        }
        Ok(self.point)
    }

    pub fn verify(
        &self,
        sig_groupcheck: bool,
        msg: &[u8],
        dst: &[u8],
        aug: &[u8],
        pk: &PublicKey<K>,
        pk_validate: bool,
    ) -> BLST_ERROR {
        status(self.check(sig_groupcheck, &[(aug, msg)], dst, &[pk], pk_validate))
    }

    pub fn aggregate_verify(
        &self,
        sig_groupcheck: bool,
        msgs: &[&[u8]],
        dst: &[u8],
        pks: &[&PublicKey<K>],
        pks_validate: bool,
    ) -> BLST_ERROR {
        let messages: Vec<_> = msgs.iter().map(|msg| (&[][..], *msg)).collect();
        status(self.check(sig_groupcheck, &messages, dst, pks, pks_validate))
    }

    /// As blst, any failure is one of verification.
    fn check(
        &self,
        check_group: bool,
        messages: &[(&[u8], &[u8])],
        dst: &[u8],
        keys: &[&PublicKey<K>],
        check_keys: bool,
    ) -> Result<()> {
        const FAIL: BLST_ERROR = BLST_ERROR::BLST_VERIFY_FAIL;
        require(!keys.is_empty() && messages.len() == keys.len(), FAIL)?;
        // One more job: the signature.
        let pairs = in_parallel(keys.len() + 1, |i| {
            let Some(key) = keys.get(i) else {
                return self.checked(check_group).map(|signature| K::opposite(&signature));
            };
            let key = key.checked(check_keys)?;
            require(!key.is_inf(), FAIL)?;
            let (aug, message) = messages[i];
            Ok(K::pair(key, hash(true, aug, message, dst)))
        });
        let pairs = all(pairs).map_err(|_| FAIL)?;
        require(product_is_one(&pairs), FAIL)
    }

    /// The owners of the keys must have proved to have their secrets.
    pub fn fast_aggregate_verify(
        &self,
        sig_groupcheck: bool,
        msg: &[u8],
        dst: &[u8],
        pks: &[&PublicKey<K>],
    ) -> BLST_ERROR {
        match AggregatePublicKey::aggregate(pks, false) {
            Ok(sum) => {
                let key = sum.to_public_key();
                self.fast_aggregate_verify_pre_aggregated(sig_groupcheck, msg, dst, &key)
            }
            Err(error) => error,
        }
    }

    pub fn fast_aggregate_verify_pre_aggregated(
        &self,
        sig_groupcheck: bool,
        msg: &[u8],
        dst: &[u8],
        pk: &PublicKey<K>,
    ) -> BLST_ERROR {
        self.aggregate_verify(sig_groupcheck, &[msg], dst, &[pk], false)
    }

    /// Whether all equations hold, each to the power of its random number of `rand_bits` bits.
    pub fn verify_multiple_aggregate_signatures(
        msgs: &[&[u8]],
        dst: &[u8],
        pks: &[&PublicKey<K>],
        pks_validate: bool,
        sigs: &[&Self],
        sigs_groupcheck: bool,
        rands: &[blst_scalar],
        rand_bits: usize,
    ) -> BLST_ERROR {
        const FAIL: BLST_ERROR = BLST_ERROR::BLST_VERIFY_FAIL;
        let n = pks.len();
        let lengths = [msgs.len(), sigs.len(), rands.len()];
        if n == 0 || lengths.iter().any(|length| *length != n) || rand_bits > 256 {
            return FAIL;
        }
        let pairs = in_parallel(n, |i| {
            sigs[i].checked(sigs_groupcheck)?;
            let key = pks[i].checked(pks_validate)?;
            require(!key.is_inf(), FAIL)?;
            let (q, p) = K::pair(key, hash(true, &[], msgs[i], dst));
            if rand_bits == 0 {
                return Ok((q, p));
            }
            let multiple = sum_of_multiples([(&rands[i].b[..], &p)].into_iter(), 0, rand_bits);
            Ok((q, multiple.affine()))
        });
        let Ok(mut pairs) = all(pairs) else { return FAIL };
        let points = sigs.iter().map(|sig| &sig.point);
        let sum = if rand_bits == 0 {
            crate::multiples::sum(points)
        } else {
            sum_of_multiples(rands.iter().map(|rand| &rand.b[..]).zip(points), 0, rand_bits)
        };
        pairs.push(K::opposite(&sum.affine()));
        status(require(product_is_one(&pairs), FAIL))
    }
}

impl<K: Side> AggregateSignature<K>
where
    K::Other: Side,
{
    pub fn validate(&self) -> Result<()> {
        validate(&self.point.affine(), false)
    }

    pub fn subgroup_check(&self) -> bool {
        self.point.affine().in_group()
    }

    pub fn from_signature(sig: &Signature<K>) -> Self {
        Self { point: sig.point.jacobian() }
    }

    pub fn to_signature(&self) -> Signature<K> {
        Signature::from_aggregate(self)
    }

    pub fn aggregate(sigs: &[&Signature<K>], sigs_groupcheck: bool) -> Result<Self> {
        Self::sum(sigs.iter().map(|sig| sig.checked(sigs_groupcheck)))
    }

    pub fn aggregate_serialized(sigs: &[&[u8]], sigs_groupcheck: bool) -> Result<Self> {
        Self::sum(sigs.iter().map(|sig| Signature::<K>::from_bytes(sig)?.checked(sigs_groupcheck)))
    }

    pub fn add_signature(&mut self, sig: &Signature<K>, sig_groupcheck: bool) -> Result<()> {
        self.point = self.point.add_affine(&sig.checked(sig_groupcheck)?);
        Ok(())
    }
}

/// Defines the types of a module.
macro_rules! module {
    ($(#[$doc:meta])* $name:ident $key:ident) => {
        $(#[$doc])*
        pub mod $name {
            use crate::layout::$key;
            use crate::signatures;

            pub type SecretKey = signatures::SecretKey<$key>;
            pub type PublicKey = signatures::PublicKey<$key>;
            pub type AggregatePublicKey = signatures::AggregatePublicKey<$key>;
            pub type Signature = signatures::Signature<$key>;
            pub type AggregateSignature = signatures::AggregateSignature<$key>;
        }
    };
}
module! {
    /// Keys of 48 bytes, signatures of 96.
    min_pk blst_fp
}
module! {
    /// Keys of 96 bytes, signatures of 48.
    min_sig blst_fp2
}
