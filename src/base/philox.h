/* philox.h - Philox4x32-10: random numbers as a pure function of a counter and a key.
 *
 * The n-th die of game g under seed s is the same on every thread, machine and in the browser,
 * and can be looked up without having rolled the dice before it.
 */
#ifndef ST_BASE_PHILOX_H
#define ST_BASE_PHILOX_H

#include <stdint.h>

struct st_philox {
    uint32_t word[4];
};

struct st_philox st_philox(const uint32_t counter[4], const uint32_t key[2]);

/* Uniform in 0 .. below - 1 (below > 0), draw number roll of stream game under seed. Rejected
 * values are redrawn from the next counter of the same roll, so there is no bias. */
uint32_t st_philox_below(uint64_t seed, uint64_t game, uint32_t roll, uint32_t below);

/* A quick pick from 0 .. below - 1 for choices that are no dice (a random player's, a sampler's):
 * the same for the same seed and number, not for records. */
static inline uint32_t st_pick(uint64_t seed, uint32_t number, uint32_t below)
{
    uint64_t z = seed + (uint64_t)(number + 1) * 0x9E3779B97F4A7C15ull;

    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    return (uint32_t)((z >> 32) * below >> 32);
}

/* The seed of another stream of picks: streams of neighbouring numbers have nothing in common. */
static inline uint64_t st_bits(uint64_t seed, uint32_t number)
{
    return (uint64_t)st_pick(seed, 2 * number, UINT32_MAX) << 32 | st_pick(seed, 2 * number + 1, UINT32_MAX);
}

#endif
