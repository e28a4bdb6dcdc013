"""Runs the tests of this folder, or the modules named, and prints what failed and a summary."""

import sys
import unittest
from pathlib import Path


class QuietResult(unittest.TestResult):
    """Counts what passed, test by test; a failed subtest fails its test."""

    def __init__(self) -> None:
        super().__init__()
        self.passed = 0

    def addSuccess(self, test: unittest.TestCase) -> None:
        self.passed += 1

    def failed_tests(self) -> dict[str, list[str]]:
        """What went wrong, by the name of the test."""
        reports: dict[str, list[str]] = {}
        for test, text in self.errors + self.failures:
            whole = getattr(test, "test_case", test)
            subtest = "" if whole is test else f"{test}\n"
            reports.setdefault(str(whole), []).append(subtest + text)
        return reports


def main(names: list[str]) -> int:
    """Returns the exit status."""
    folder = Path(__file__).resolve().parent
    sys.path.insert(0, str(folder))
    loader = unittest.TestLoader()
    suite = loader.loadTestsFromNames(names) if names else loader.discover(str(folder))
    result = QuietResult()
    suite.run(result)
    for name, reports in result.failed_tests().items():
        print(f"FAILED {name}", *reports, sep="\n")
    for test, reason in result.skipped:
        print(f"skipped {test}: {reason}")
    failed = len(result.failed_tests())
    print(f"{result.passed} passed, {failed} failed")
    return 0 if result.testsRun and not failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
