/* token.h - what cannot be guessed: seats' tokens, tables' ids, seeds. */
#ifndef ST_SERVER_TOKEN_H
#define ST_SERVER_TOKEN_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

enum { SRV_TOKEN_BYTES = 16, SRV_TOKEN_SIZE = 2 * SRV_TOKEN_BYTES + 1, SRV_HASH = 32 };

/* Bytes of the system's generator. */
int srv_random(void *out, size_t size, struct st_error *err);
/* 128 bits as 32 hex digits; of an id the first `digits`. */
int srv_token_make(char out[SRV_TOKEN_SIZE], struct st_error *err);
int srv_id_make(char *out, int digits, struct st_error *err);
/* SHA-256 of the token's text. */
int srv_token_hash(const char *token, size_t len, uint8_t out[SRV_HASH], struct st_error *err);
/* In a time that says nothing about where they differ. */
bool srv_bytes_equal(const void *a, const void *b, size_t len);

#endif
