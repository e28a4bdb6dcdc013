"""The check of engines that the match runner fastchess has, where it is installed."""

import shutil
import subprocess
import unittest

from program import PATH, PATIENCE

FASTCHESS = shutil.which("fastchess")


class Compliance(unittest.TestCase):
    """fastchess on the path is no requirement; without it the test is skipped."""

    @unittest.skipUnless(FASTCHESS, "no fastchess on the path")
    def test_compliance(self) -> None:
        done = subprocess.run(
            [str(FASTCHESS), "--compliance", PATH],
            capture_output=True,
            text=True,
            timeout=4 * PATIENCE,
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("Engine passed all compliance checks", done.stdout)


if __name__ == "__main__":
    unittest.main()
