/* Answers questions that come in by lines, for whoever wants to know how long they take: `name TAB body` goes in, `nanoseconds TAB
 * answer` comes out. `cargo xtask speed` holds WebAssembly against it. */
#include "piste.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long long now(void) {
    struct timespec at;
    timespec_get(&at, TIME_UTC);
    return at.tv_sec * 1000000000LL + at.tv_nsec;
}

int main(void) {
    static char line[1 << 20];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *body = strchr(line, '\t');
        if (body == NULL) {
            fprintf(stderr, "no tab in: %s\n", line);
            return 1;
        }
        *body++ = '\0';
        long long began = now();
        char *answer = piste_ask(line, body, NULL);
        long long took = now() - began;
        printf("%lld\t%s\n", took, answer);
        fflush(stdout);
        piste_free(answer);
    }
    return 0;
}
