/* token.c - see token.h. */
#include "server/token.h"

#include <errno.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

int srv_random(void *out, size_t size, struct st_error *err)
{
    char *at = out;

    while (size > 0) {
        ssize_t n = getrandom(at, size, 0);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return st_fail(err, ST_EIO, NULL, 0, "no random numbers: %s", strerror(errno));
        at += n;
        size -= (size_t)n;
    }
    return ST_OK;
}

int srv_id_make(char *out, int digits, struct st_error *err)
{
    uint8_t raw[SRV_TOKEN_BYTES];
    int e = srv_random(raw, sizeof raw, err);

    st_assert(digits <= 2 * SRV_TOKEN_BYTES);
    for (int i = 0; i < digits && !e; i++)
        out[i] = "0123456789abcdef"[raw[i / 2] >> (i % 2 ? 0 : 4) & 15];
    out[digits] = 0;
    return e;
}

int srv_token_make(char out[SRV_TOKEN_SIZE], struct st_error *err)
{
    return srv_id_make(out, SRV_TOKEN_SIZE - 1, err);
}

int srv_token_hash(const char *token, size_t len, uint8_t out[SRV_HASH], struct st_error *err)
{
    unsigned size = SRV_HASH;

    if (EVP_Digest(token, len, out, &size, EVP_sha256(), NULL) == 1 && size == SRV_HASH)
        return ST_OK;
    return st_fail(err, ST_ENOMEM, NULL, 0, "cannot work out a hash");
}

bool srv_bytes_equal(const void *a, const void *b, size_t len)
{
    return CRYPTO_memcmp(a, b, len) == 0;
}
