/* The header and the library, as a program in C sees them. Built with the address sanitizer by `cargo xtask engine`
 * and in CI: whatever is not given back, given back twice or read behind its end ends it. */
#include "piste.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PUZZLE "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

static void expect(const char *name, const char *body, const int32_t *stop, const char *part) {
    char *answer = piste_ask(name, body, stop);
    if (answer == NULL || strstr(answer, part) == NULL) {
        fprintf(stderr, "%s %s\nhas not %s:\n%s\n", name ? name : "NULL", body ? body : "NULL", part,
                answer ? answer : "NULL");
        exit(1);
    }
    piste_free(answer);
}

static void *in_a_thread(void *unused) {
    (void)unused;
    expect("hint", "{\"puzzle\":\"" PUZZLE "\",\"grade\":3}", NULL, "\"hint\":\"next\"");
    return NULL;
}

static int32_t enough = 0;

static void *call_off(void *unused) {
    (void)unused;
    __atomic_store_n(&enough, 1, __ATOMIC_RELAXED);
    return NULL;
}

int main(void) {
    expect("solve", "{\"puzzle\":\"" PUZZLE "\"}", NULL, "\"verdict\":\"unique\"");
    expect("check", "{\"puzzle\":\"" PUZZLE "\"}", NULL, "\"minimal\":false");
    expect("rate", "{\"puzzle\":\"" PUZZLE "\",\"metrics\":[\"se\"]}", NULL, "\"value\":1.2");
    expect("explain", "{\"puzzle\":\"" PUZZLE "\",\"upto\":1}", NULL, "\"outcome\":\"solved\"");
    expect("parse", "{\"text\":\"" PUZZLE " one\"}", NULL, "\"rest\":\"one\"");
    expect("make", "{\"seed\":7,\"level\":\"easy\"}", NULL, "\"made\":1");
    expect("make", "{\"level\":\"easy\"}", NULL, "\"made\":1");
    expect("info", NULL, NULL, "\"metrics\":");
    /* What is wrong is said, whoever is to blame. */
    expect("solve", "{", NULL, "\"code\":\"bad-json\"");
    expect("solve", NULL, NULL, "\"code\":\"bad-json\"");
    expect("solve", "\xff", NULL, "\"code\":\"bad-request\"");
    expect("no such", "{}", NULL, "\"code\":\"not-found\"");
    expect(NULL, NULL, NULL, "\"code\":\"not-found\"");
    piste_free(NULL);
    if (strlen(piste_version()) < 5) return 1;

    pthread_t threads[4];
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, in_a_thread, NULL);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);

    /* There is no puzzle with 16 givens: without the flag this would look for one for a long time. */
    pthread_t thread;
    pthread_create(&thread, NULL, call_off, NULL);
    expect("make", "{\"target\":\"hsolve>100000\",\"seed\":1,\"work\":4000000}", &enough, "\"code\":\"stopped\"");
    pthread_join(thread, NULL);
    puts("the C interface: all is well");
    return 0;
}
