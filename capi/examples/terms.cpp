// Formulas from terms, strings as code points, and a check that another thread ends.
#include <chrono>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <stringent.h>
#include <thread>
#include <vector>

namespace {

class Solver {
  public:
    stringent_term constant(const char *name, stringent_sort sort) {
        stringent_term term = 0;
        expect(stringent_declare(get(), name, sort, &term));
        return term;
    }

    stringent_term word(const std::u32string &text) {
        stringent_term term = 0;
        const std::vector<uint32_t> code_points(text.begin(), text.end());
        expect(stringent_string(get(), code_points.data(), code_points.size(), &term));
        return term;
    }

    stringent_term number(int64_t value) {
        stringent_term term = 0;
        expect(stringent_integer(get(), value, &term));
        return term;
    }

    stringent_term apply(const char *op, const std::vector<stringent_term> &arguments) {
        stringent_term term = 0;
        expect(stringent_apply(get(), op, arguments.data(), arguments.size(), &term));
        return term;
    }

    void add(stringent_term formula) { expect(stringent_assert(get(), formula)); }

    stringent_verdict check(const std::vector<stringent_term> &assumptions = {}) {
        stringent_verdict verdict = STRINGENT_UNKNOWN;
        expect(stringent_check(get(), assumptions.data(), assumptions.size(), &verdict));
        return verdict;
    }

    std::u32string value(stringent_term term) {
        const uint32_t *start = nullptr;
        size_t count = 0;
        expect(stringent_code_points(get(), term, &start, &count));
        return std::u32string(start, start + count);
    }

    std::string reason() {
        const char *text = nullptr;
        expect(stringent_reason(get(), &text));
        return text;
    }

    std::vector<size_t> needed() {
        const size_t *start = nullptr;
        size_t count = 0;
        expect(stringent_unsat_assumptions(get(), &start, &count));
        return std::vector<size_t>(start, start + count);
    }

    stringent_solver *get() const { return solver.get(); }

  private:
    void expect(stringent_status status) const {
        if (status != STRINGENT_OK)
            throw std::runtime_error(stringent_message(get()));
    }

    std::unique_ptr<stringent_solver, decltype(&stringent_free)> solver{stringent_new(), stringent_free};
};

void terms() {
    Solver s;
    const stringent_term x = s.constant("x", STRINGENT_STRING);
    s.add(s.apply("=", {s.apply("str.++", {x, x}), s.word(U"\u00e9\u2203\u00e9\u2203")}));
    std::cout << "sat " << (s.check() == STRINGENT_SAT) << ", ";
    std::cout << "as expected " << (s.value(x) == U"\u00e9\u2203") << '\n';

    const stringent_term three = s.apply("=", {s.apply("str.len", {x}), s.number(3)});
    std::cout << "unsat " << (s.check({s.apply("=", {x, x}), three}) == STRINGENT_UNSAT) << ", ";
    std::cout << "needed " << s.needed().size() << ", the second " << (s.needed()[0] == 1) << '\n';
    try {
        s.apply("str.len", {three});
    } catch (const std::runtime_error &error) {
        std::cout << "rejected\n";
    }
}

// Fifteen different numbers from 1 to 14.
void interrupt() {
    Solver s;
    std::vector<stringent_term> numbers;
    for (int i = 0; i < 15; i++) {
        const std::string name = "n" + std::to_string(i);
        numbers.push_back(s.constant(name.c_str(), STRINGENT_INT));
        s.add(s.apply("<=", {s.number(1), numbers.back(), s.number(14)}));
    }
    s.add(s.apply("distinct", numbers));
    stringent_interrupt *interrupt = nullptr;
    if (stringent_interrupt_new(s.get(), &interrupt) != STRINGENT_OK)
        throw std::runtime_error("no interrupt");
    std::thread other([interrupt] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        stringent_stop(interrupt);
    });
    std::cout << "unknown " << (s.check() == STRINGENT_UNKNOWN) << ", " << s.reason() << '\n';
    other.join();
    stringent_resume(interrupt);
    stringent_interrupt_free(interrupt);
}

} // namespace

int main() {
    terms();
    interrupt();
    return 0;
}
