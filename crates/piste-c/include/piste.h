/* piste from C: the name of a question and its JSON go in, the JSON of the answer comes out.
 *
 * The questions are those of the HTTP API (docs/api.md): "solve", "check", "parse", "rate", "explain", "hint",
 * "make", "me", "transform", "canon", "convert", "shape", "info". The answers are the same bytes as the server's; what has no answer
 * is {"error":{"code":…,"message":…}}.
 *
 * Every function may be called from any thread. Nothing is remembered between calls.
 */
#ifndef PISTE_H
#define PISTE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Answers a question. `name` and `body` are UTF-8 and end with a zero; for "info" the body may be NULL.
 *
 * `stop` may be NULL. If it is not, the work is called off soon after another thread has written anything but 0 to it, and
 * the answer is the error "stopped". It must stay valid until the call returns.
 *
 * The answer is UTF-8, ends with a zero, is never NULL, and belongs to the caller, who gives it back to piste_free. */
char *piste_ask(const char *name, const char *body, const volatile int32_t *stop);

/* Gives an answer back. NULL is nothing to give back. */
void piste_free(char *answer);

/* The version of piste. It is not given back. */
const char *piste_version(void);

#ifdef __cplusplus
}
#endif

#endif
