"""Tool-info module of Stringent for BenchExec.

With the repository in PYTHONPATH, the tool is `bench.benchexec.stringent`. `sat` is reported as
`true` and `unsat` as `false`, as the modules of other SMT solvers do.
"""

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    def executable(self, tool_locator):
        return tool_locator.find_executable("stringent")

    def name(self):
        return "Stringent"

    def version(self, executable):
        return self._version_from_tool(executable, "--version", line_prefix="Stringent version")

    def cmdline(self, executable, options, task, rlimits):
        limits = []
        if rlimits.cputime:
            limits.append(f"--total-timeout={rlimits.cputime * 1000}")
        if rlimits.memory:
            # Some is left for what the solver does not count.
            limits.append(f"--memory={rlimits.memory * 9 // 10 // 1_000_000}")
        return [executable, *options, *limits, task.single_input_file]

    def determine_result(self, run):
        answers = {"sat": result.RESULT_TRUE_PROP, "unsat": result.RESULT_FALSE_PROP}
        for line in run.output:
            if line in answers:
                return answers[line]
            if line.startswith("(error"):
                return result.RESULT_ERROR + " (script)"
            if line == "unknown":
                return result.RESULT_UNKNOWN
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        return result.RESULT_ERROR
