"""The sum of a column that nobody but the key's owner may read.

    python paillier_sum.py

Clinics encrypt their counts to a health authority. A third party adds the columns without the key,
and weights them; the authority opens one number.
"""

import pyarrow as pa
from polylimb import paillier


def main(rows: int = 64) -> int:
    key = paillier.SecretKey.generate(2048)
    public = key.public_key()
    counts = [[clinic * row % 97 for row in range(rows)] for clinic in (1, 2, 3)]
    # Each clinic, with a table for many encryptions under one key.
    fast = paillier.ShortExponents(public)
    width = 2 * ((public.n.bit_length() + 7) // 8)
    columns = [
        pa.array([int(c or 0).to_bytes(width, "big") for c in fast.encrypt_many(column)])
        for column in counts
    ]
    # The third party: clinic 2 counts twice.
    doubled = public.multiply_many(columns[1], [2] * rows)
    sums = public.add_many(public.add_many(columns[0], doubled), columns[2])
    total = key.decrypt(public.sum(sums))
    expected = sum(counts[0]) + 2 * sum(counts[1]) + sum(counts[2])
    print(f"the weighted sum of {3 * rows} encrypted counts is {total}")
    assert total == expected
    return total


if __name__ == "__main__":
    main()
