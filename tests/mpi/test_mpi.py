# SPDX-License-Identifier: MIT
"""graze-mpi: the same bytes for any number of ranks, and after any rank has died at any moment."""
import hashlib
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

GRAZE_MPI, GRAZE = sys.argv.pop(1), sys.argv.pop(1)
ARM = "examples/scenes/arm_and_table.json"
QUESTIONS = 60
KILLS = max(3, round(20 * float(os.environ.get("GRAZE_TRIALS", "0.15"))))
SEED = int(os.environ.get("GRAZE_SEED", "1"))
# Root is refused by default, and more ranks than cores, too.
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1"]


def questions(count):
    random.seed(1)
    values = [[random.uniform(-2, 2) for _ in range(7)] for _ in range(count + 1)]
    return [json.dumps({"joints": {f"link {k + 1}": [values[i][k], values[i + 1][k]] for k in range(7)}})
            for i in range(count)]


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def ranks_of(out):
    """Processes of graze-mpi that write to `out`."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if words[0].endswith(b"graze-mpi") and str(out).encode() in words:
            found.append(int(folder.name))
    return found


class Mpi(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.motions = cls.folder / "motions.jsonl"
        cls.motions.write_text("\n".join(questions(QUESTIONS)) + "\n")
        cls.alone = cls.folder / "alone.jsonl"
        subprocess.run([GRAZE, "batch", ARM, str(cls.motions), "--chunk", "4", "--out", str(cls.alone)],
                       capture_output=True, timeout=300)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def setUp(self):
        self.out = self.folder / "answers.jsonl"
        self.parts = self.folder / "answers.jsonl.parts"

    def tearDown(self):
        self.out.unlink(missing_ok=True)
        shutil.rmtree(self.parts, ignore_errors=True)

    def command(self, ranks, *words):
        return [*MPIRUN, "-n", str(ranks), GRAZE_MPI, ARM, str(self.motions), "--chunk", "4",
                "--out", str(self.out), *words]

    def run_ranks(self, ranks, *words):
        return subprocess.run(self.command(ranks, *words), capture_output=True, text=True, timeout=600)

    def test_any_number_of_ranks_gives_the_bytes_of_one_process(self):
        for ranks in (1, 2, 3, 8):
            done = self.run_ranks(ranks)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"{QUESTIONS} answers", done.stderr)
            self.assertEqual(digest(self.out), digest(self.alone), ranks)
            self.assertFalse(self.parts.exists())
            self.out.unlink()

    def test_seven_shards_give_them_too(self):
        parts = [self.folder / f"part_{i}" for i in range(7)]
        for i, part in enumerate(parts):
            subprocess.run([GRAZE, "batch", ARM, str(self.motions), "--chunk", "4", "--out", str(part),
                            "--shard", f"{i + 1}/7"], capture_output=True, timeout=300)
        subprocess.run([GRAZE, "merge", *map(str, parts), "--out", str(self.out)], capture_output=True)
        self.assertEqual(digest(self.out), digest(self.alone))

    def test_a_rank_that_is_killed_at_any_moment_costs_nothing(self):
        random.seed(SEED)
        print(f"{KILLS} kills, seed {SEED}", file=sys.stderr)
        kills = 0
        while kills < KILLS:
            job = subprocess.Popen(self.command(3, "--resume"), stderr=subprocess.PIPE, text=True)
            deadline = time.monotonic() + random.uniform(0.1, 2.5)
            while time.monotonic() < deadline and job.poll() is None:
                time.sleep(0.01)
            kills += self.kill_a_rank()
            job.communicate(timeout=300)
            if self.out.exists():  # it was done before the kill
                self.assertEqual(digest(self.out), digest(self.alone))
                self.out.unlink()
                shutil.rmtree(self.parts, ignore_errors=True)
        done = self.run_ranks(2, "--resume")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(digest(self.out), digest(self.alone))

    def kill_a_rank(self):
        pids = ranks_of(self.out)
        try:
            if pids:
                os.kill(random.choice(pids), signal.SIGKILL)
            return bool(pids)
        except ProcessLookupError:
            return False

    def test_a_job_that_ends_early_says_how_to_go_on(self):
        # Killed while all ranks answer, and never done before: there are far too many questions.
        self.motions = self.folder / "many.jsonl"
        self.motions.write_text("\n".join(questions(100_000)) + "\n")
        errors = self.errors_of_a_job_that_is_killed_at_work()
        self.assertIn("--resume", errors)

    def errors_of_a_job_that_is_killed_at_work(self):
        job = subprocess.Popen(self.command(3), stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 200
        while len(list(self.parts.glob("run_*"))) < 3 and time.monotonic() < deadline:
            self.assertIsNone(job.poll(), "nobody has ended it yet")
            time.sleep(0.01)
        self.assertTrue(self.kill_a_rank(), "the ranks are at work")
        return job.communicate(timeout=300)[1]

    def test_another_job_is_not_resumed(self):
        self.parts.mkdir()
        whole = self.alone.read_text().splitlines(keepends=True)
        part = self.parts / "run_0000_rank_00000.jsonl"
        part.write_text("".join(whole[:6]))
        refused = self.run_ranks(2, "--resume", "--tolerance", "1e-3")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("another scene, other questions, other options", refused.stderr)
        self.assertIn("--resume", self.run_ranks(2).stderr)
        self.assertEqual(part.read_text(), "".join(whole[:6]), "nothing was touched")
        self.assertEqual(self.run_ranks(2, "--resume").returncode, 0)
        self.assertEqual(digest(self.out), digest(self.alone))

    def test_pairs_of_links_over_ranks_and_shards_are_those_of_acm(self):
        options = ["examples/robots/arm.urdf", "--samples", "50", "--sweeps", "100", "--chunk", "2"]
        alone = self.folder / "acm.jsonl"
        subprocess.run([GRAZE, "acm", *options, "--out", str(alone)], capture_output=True, check=True)
        for ranks in (1, 3):
            done = subprocess.run([*MPIRUN, "-n", str(ranks), GRAZE_MPI, "acm", *options, "--out",
                                   str(self.out)], capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(digest(self.out), digest(alone))
            self.out.unlink()
        parts = [str(self.folder / f"acm_{i}") for i in (1, 2, 3)]
        for i, part in enumerate(parts):
            subprocess.run([GRAZE, "acm", *options, "--out", part, "--shard", f"{i + 1}/3"],
                           capture_output=True, check=True)
        subprocess.run([GRAZE, "merge", *parts, "--out", str(self.out)], capture_output=True)
        self.assertEqual(digest(self.out), digest(alone))
        asked, read = (subprocess.run([GRAZE, "acm", *options, "--json", *more], capture_output=True,
                                      text=True, check=True).stdout for more in ([], ["--from", str(alone)]))
        self.assertEqual(asked, read)
        other = subprocess.run([GRAZE, "acm", *options, "--seed", "7", "--from", str(alone)],
                               capture_output=True, text=True, check=False)
        self.assertEqual(other.returncode, 2)
        self.assertIn("another job", other.stderr)

    def test_a_truth_set_over_ranks_and_shards_is_that_of_one_process(self):
        options = ["--candidates", "24", "--chunk", "4", "--seed", "5"]
        digests = set()
        for ranks in (1, 3):
            out = self.folder / f"truth_{ranks}"
            done = subprocess.run([*MPIRUN, "-n", str(ranks), GRAZE_MPI, "truth", *options, "--out", str(out)],
                                  capture_output=True, text=True, timeout=600)
            self.assertEqual(done.returncode, 0, done.stderr)
            digests.add(digest(out))
        parts = [str(self.folder / f"truth_part_{i}") for i in (1, 2, 3)]
        for i, part in enumerate(parts):
            subprocess.run([GRAZE, "truth", *options, "--out", part, "--shard", f"{i + 1}/3"],
                           capture_output=True, check=True)
        merged = self.folder / "truth_merged"
        subprocess.run([GRAZE, "merge", *parts, "--out", str(merged)], capture_output=True)  # 1: contacts
        digests.add(digest(merged))
        self.assertEqual(len(digests), 1)
        sets = []
        for name, words in (("asked", ["--seed", "5"]), ("read", [*options, "--from", str(merged)])):
            folder = self.folder / name
            subprocess.run([GRAZE, "truth", str(folder), "--queries", "12", *words], capture_output=True, check=True)
            sets.append({str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()})
        self.assertEqual(sets[0], sets[1])
        few = subprocess.run([GRAZE, "truth", str(self.folder / "few"), "--queries", "24", *options, "--from",
                              str(merged)], capture_output=True, text=True)
        self.assertEqual(few.returncode, 2)
        self.assertIn("--candidates", few.stderr)

    def test_bad_input_is_one_sentence(self):
        missing = subprocess.run([*MPIRUN, "-n", "2", GRAZE_MPI, "no.json", str(self.motions), "--out",
                                  str(self.out)], capture_output=True, text=True, timeout=100)
        ours = [line for line in missing.stderr.splitlines() if line.startswith("graze-mpi:")]
        self.assertEqual(len(ours), 1, missing.stderr)
        self.assertIn("no.json", ours[0])

    def test_pairs_and_meshes_are_read_once(self):
        gear = "examples/scenes/falling_gear.json"
        for ranks in (1, 2):
            done = subprocess.run([*MPIRUN, "-n", str(ranks), GRAZE_MPI, gear, "--each-pair", "--chunk", "1",
                                   "--out", str(self.out)], capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 0, done.stderr)
            alone = subprocess.run([GRAZE, "batch", gear, "--each-pair", "--chunk", "1"], capture_output=True)
            self.assertEqual(self.out.read_bytes(), alone.stdout)
            self.out.unlink()


if __name__ == "__main__":
    unittest.main()
