/* philox.c - see philox.h. Constants and rounds as published for Philox4x32-10. */
#include "base/philox.h"

struct st_philox st_philox(const uint32_t counter[4], const uint32_t key[2])
{
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    uint32_t k0 = key[0], k1 = key[1];

    for (int round = 0; round < 10; round++) {
        uint64_t a = (uint64_t)c0 * 0xD2511F53u, b = (uint64_t)c2 * 0xCD9E8D57u;

        c0 = (uint32_t)(b >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)b;
        c2 = (uint32_t)(a >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)a;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return (struct st_philox){ { c0, c1, c2, c3 } };
}

uint32_t st_philox_below(uint64_t seed, uint64_t game, uint32_t roll, uint32_t below)
{
    const uint32_t key[2] = { (uint32_t)seed, (uint32_t)(seed >> 32) };
    for (uint32_t again = 0;; again++) {
        const uint32_t counter[4] = { roll, again, (uint32_t)game, (uint32_t)(game >> 32) };
        struct st_philox p = st_philox(counter, key);

        for (int i = 0; i < 4; i++) {
            uint64_t m = (uint64_t)p.word[i] * below;

            /* What is under 2^32 mod below is dropped; that is less than below, so mostly nobody divides. */
            if ((uint32_t)m >= below || (uint32_t)m >= (uint32_t)-below % below)
                return (uint32_t)(m >> 32);
        }
    }
}
