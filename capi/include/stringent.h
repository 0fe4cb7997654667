/* The SMT solver Stringent. Generated from capi/src; BLESS=1 cargo xtask capi writes it anew.
 *
 * A solver is used by one thread at a time; only stringent_stop and stringent_resume may be called meanwhile, from any thread.
 * Texts are UTF-8 and end with a zero byte. A text or an array that a function hands out stays until the next call with the
 * same solver. Functions that hand out something by a pointer leave it alone unless they answer STRINGENT_OK. */

#ifndef STRINGENT_H
#define STRINGENT_H

#include <stddef.h>
#include <stdint.h>

// What a call came to.
typedef enum {
  // It is done.
  STRINGENT_OK = 0,
  // A null pointer, text that is not UTF-8, a term of another solver, an option or an operator that there is none.
  STRINGENT_INVALID = 1,
  // A script or a term is wrong; the message says where.
  STRINGENT_REJECTED = 2,
  // The last check was not answered so that there is such a thing.
  STRINGENT_UNAVAILABLE = 3,
  // A bug of the solver, which is of no use any more but to be freed.
  STRINGENT_FAILED = 4,
} stringent_status;

// What a check answers.
typedef enum {
  // There is no model.
  STRINGENT_UNSAT = -1,
  // That is open; `stringent_reason` says why.
  STRINGENT_UNKNOWN = 0,
  // There is a model.
  STRINGENT_SAT = 1,
} stringent_verdict;

// The sorts of constants that are declared without a script.
typedef enum {
  // `Bool`
  STRINGENT_BOOL = 0,
  // `Int`
  STRINGENT_INT = 1,
  // `String`
  STRINGENT_STRING = 2,
  // `RegLan`
  STRINGENT_REGLAN = 3,
} stringent_sort;

// What ends the checks of a solver.
typedef struct stringent_interrupt stringent_interrupt;

// A solver.
typedef struct stringent_solver stringent_solver;

// A formula or a part of one, within one solver, as long as that lives; 0 is none.
typedef uint32_t stringent_term;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the solver.
const char *stringent_version(void);

// A solver without assertions.
stringent_solver *stringent_new(void);

// Ends a solver. What it handed out is gone with it.
//
// # Safety
// `solver` is null or from `stringent_new`, and not freed.
void stringent_free(stringent_solver *solver);

// Why the last call that was not `STRINGENT_OK` was not.
//
// # Safety
// `solver` is from `stringent_new`, not freed, and in use by no other thread.
const char *stringent_message(const stringent_solver *solver);

// Sets an option of the program, by its name: `memory` (megabytes), `unsat-core-minimal`, `random-seed`, ...
//
// # Safety
// As `stringent_load`.
stringent_status stringent_set_option(stringent_solver *solver, const char *name, const char *value);

// Limits the time of each check in milliseconds; 0 is no limit.
//
// # Safety
// `solver` is null or from `stringent_new`, not freed, and in use by no other thread.
stringent_status stringent_set_timeout(stringent_solver *solver, uint64_t milliseconds);

// Limits the work of each check in steps, which are the same on every machine; 0 is no limit.
//
// # Safety
// `solver` is null or from `stringent_new`, not freed, and in use by no other thread.
stringent_status stringent_set_step_limit(stringent_solver *solver, uint64_t steps);

// Declares, defines and asserts what an SMT-LIB script does. What is before an error counts.
//
// # Safety
// `solver` is null or from `stringent_new`, not freed, and in use by no other thread; texts are null or end with a zero byte.
stringent_status stringent_load(stringent_solver *solver,
                                const char *script);

// Asserts a Boolean term.
//
// # Safety
// `solver` is null or from `stringent_new`, not freed, and in use by no other thread.
stringent_status stringent_assert(stringent_solver *solver, stringent_term formula);

// Asserts a Boolean term that a core may name.
//
// # Safety
// As `stringent_load`.
stringent_status stringent_assert_named(stringent_solver *solver, const char *name, stringent_term formula);

// Opens a scope of declarations and assertions.
//
// # Safety
// `solver` is null or from `stringent_new`, not freed, and in use by no other thread.
stringent_status stringent_push(stringent_solver *solver);

// Closes the innermost scope.
//
// # Safety
// `solver` is null or from `stringent_new`, not freed, and in use by no other thread.
stringent_status stringent_pop(stringent_solver *solver);

// Whether the assertions have a model in which so many assumptions hold.
//
// # Safety
// `solver` is null or from `stringent_new`, not freed, and in use by no other thread; `assumptions` are so many, or 0 of them and null;
// `verdict` may be written.
stringent_status stringent_check(stringent_solver *solver,
                                 const stringent_term *assumptions,
                                 size_t count,
                                 stringent_verdict *verdict);

// Declares a constant of one of the `stringent_sort`s; other sorts are declared by `stringent_load`.
//
// # Safety
// As `stringent_parse`.
stringent_status stringent_declare(stringent_solver *solver, const char *name, uint32_t sort, stringent_term *term);

// A term from SMT-LIB text over what is declared.
//
// # Safety
// `solver` is null or from `stringent_new`, not freed, and in use by no other thread; texts are null or end with a zero byte; `term` is
// null or may be written.
stringent_status stringent_parse(stringent_solver *solver,
                                 const char *script,
                                 stringent_term *term);

// A string from so many code points: nothing is an escape.
//
// # Safety
// As `stringent_parse`; there are so many code points.
stringent_status stringent_string(stringent_solver *solver,
                                  const uint32_t *code_points,
                                  size_t count,
                                  stringent_term *term);

// An integer.
//
// # Safety
// As `stringent_parse`.
stringent_status stringent_integer(stringent_solver *solver, int64_t value, stringent_term *term);

// An operator on so many arguments, by its name in SMT-LIB: `"str.++"`, `"and"`, `"="`, ...
//
// # Safety
// As `stringent_parse`; there are so many arguments.
stringent_status stringent_apply(stringent_solver *solver,
                                 const char *operator_,
                                 const stringent_term *arguments,
                                 size_t count,
                                 stringent_term *term);

// An operator with one or two indices on an argument: `"re.loop"`, `"re.^"`, `"extract"`, ...
//
// # Safety
// As `stringent_parse`; there are so many indices.
stringent_status stringent_apply_indexed(stringent_solver *solver,
                                         const char *operator_,
                                         const uint32_t *indices,
                                         size_t count,
                                         stringent_term argument,
                                         stringent_term *term);

// A term as SMT-LIB text.
//
// # Safety
// `solver` is null or from `stringent_new`, not freed, and in use by no other thread; `text` is null or may be written.
stringent_status stringent_print(stringent_solver *solver, stringent_term term, const char **text);

// Why the last check answered `STRINGENT_UNKNOWN`.
//
// # Safety
// As `stringent_print`.
stringent_status stringent_reason(stringent_solver *solver, const char **text);

// The model as SMT-LIB text.
//
// # Safety
// As `stringent_print`.
stringent_status stringent_model(stringent_solver *solver, const char **text);

// The value of a term in the model, as SMT-LIB text.
//
// # Safety
// As `stringent_print`.
stringent_status stringent_value(stringent_solver *solver, stringent_term term, const char **text);

// The value of a string in the model as code points: nothing is escaped.
//
// # Safety
// As `stringent_print`.
stringent_status stringent_code_points(stringent_solver *solver,
                                       stringent_term term,
                                       const uint32_t **code_points,
                                       size_t *count);

// The names of assertions that have no model together, a line each.
//
// # Safety
// As `stringent_print`.
stringent_status stringent_unsat_core(stringent_solver *solver, const char **text);

// The proof of the last check, as `stringent-check` takes it, if the option `produce-proofs` was set. It is about a script that
// asserts the same in the same order, the assumptions last.
//
// # Safety
// As `stringent_print`.
stringent_status stringent_proof(stringent_solver *solver,
                                 const char **text);

// The positions of the assumptions that the last check needed.
//
// # Safety
// As `stringent_print`.
stringent_status stringent_unsat_assumptions(stringent_solver *solver, const size_t **positions, size_t *count);

// What ends the checks of a solver; it is freed by itself, before or after that.
//
// # Safety
// `solver` is null or from `stringent_new`, not freed, and in use by no other thread; `interrupt` is null or may be written.
stringent_status stringent_interrupt_new(stringent_solver *solver,
                                         stringent_interrupt **interrupt);

// Ends the running check and all later ones: they answer `STRINGENT_UNKNOWN`. Any thread may do so at any time.
//
// # Safety
// `interrupt` is null or from `stringent_interrupt_new`, and not freed.
void stringent_stop(const stringent_interrupt *interrupt);

// Lets checks run again.
//
// # Safety
// `interrupt` is null or from `stringent_interrupt_new`, and not freed.
void stringent_resume(const stringent_interrupt *interrupt);

// Frees it.
//
// # Safety
// `interrupt` is null or from `stringent_interrupt_new`, and not freed.
void stringent_interrupt_free(stringent_interrupt *interrupt);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* STRINGENT_H */
