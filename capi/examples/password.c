/* May a password that the policy accepts contain the user's name? And what forbids a name that begins with a digit? */
#include <stdio.h>
#include <stringent.h>

static const char POLICY[] =
    "(declare-const user String) (declare-const password String)"
    "(assert (! (str.in_re user ((_ re.loop 3 8) (re.range \"a\" \"z\"))) :named letters))"
    "(assert (! (str.contains password user) :named contained))"
    "(assert (! (>= (str.len password) 8) :named long))"
    "(assert (! (str.in_re password (re.++ re.all (re.range \"0\" \"9\") re.all)) :named digit))";

static int fail(stringent_solver *solver) {
    fprintf(stderr, "error: %s\n", stringent_message(solver));
    stringent_free(solver);
    return 1;
}

int main(void) {
    stringent_solver *solver = stringent_new();
    stringent_verdict verdict = STRINGENT_UNKNOWN;
    stringent_term password, digit_first;
    const char *text;

    if (stringent_load(solver, POLICY) || stringent_parse(solver, "password", &password)
        || stringent_check(solver, NULL, 0, &verdict))
        return fail(solver);
    if (verdict == STRINGENT_SAT && stringent_value(solver, password, &text) == STRINGENT_OK)
        printf("password %s\n", text);

    if (stringent_push(solver)
        || stringent_parse(solver, "(str.in_re user (re.++ (re.range \"0\" \"9\") re.all))", &digit_first)
        || stringent_assert_named(solver, "digit-first", digit_first)
        || stringent_set_option(solver, "unsat-core-minimal", "true") || stringent_check(solver, NULL, 0, &verdict))
        return fail(solver);
    if (verdict == STRINGENT_UNSAT && stringent_unsat_core(solver, &text) == STRINGENT_OK)
        printf("core\n%s\n", text);

    /* Mistakes have a place. */
    if (stringent_load(solver, "(assert (= user\n  pasword))") == STRINGENT_REJECTED)
        printf("rejected: %s\n", stringent_message(solver));
    stringent_free(solver);
    return 0;
}
