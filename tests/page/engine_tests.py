# SPDX-License-Identifier: MIT
"""The engine that a report carries."""
import base64
import gzip
import json
import random
import re

from selenium.webdriver.common.by import By

from browser import Browser, batch_report, run


class Engine(Browser):
    """The engine that a report carries: asked and checked here, from file://, without a network."""

    def setUp(self):
        self.driver.set_network_conditions(offline=True, latency=0, throughput=0)
        self.addCleanup(self.driver.delete_network_conditions)
        self.open(self.report)

    def open(self, report):
        self.driver.get(report.as_uri())
        self.wait(lambda: self.driver.find_elements(By.ID, "answer"))
        if not self.driver.execute_script("return document.getElementById('graze-engine').textContent.trim().length > 0"):
            self.skipTest("this binary was built without the engine: make page")
        self.wait(lambda: self.driver.find_elements(By.ID, "check-proof"))

    def changed(self, name, change):
        """The report with one of its files changed."""
        text = self.report.read_text()
        packed = re.search(f'"{name}":"([^"]*)"', text).group(1)
        data = bytearray(gzip.decompress(base64.b64decode(packed)))
        other = self.report.with_name("changed.html")
        other.write_text(text.replace(packed, base64.b64encode(gzip.compress(bytes(change(data)))).decode()))
        return other

    def verdict(self):
        self.click("#check-proof")
        return self.wait(lambda: (text := self.text("#verdict")) != "Checking …" and text)

    def test_the_proof_is_checked_here(self):
        self.assertIn("Accepted: 3 pairs", self.verdict())

    def test_a_changed_proof_is_refused(self):
        rng = random.Random(4)
        for _ in range(3):
            def flip(data):
                data[rng.randrange(len(data) // 4, len(data))] ^= 1 << rng.randrange(8)
                return data
            self.open(self.changed("proof.graze", flip))
            self.assertIn("Refused", self.verdict())

    def test_the_proof_of_another_scene_is_refused(self):
        self.open(self.changed("scene.json", lambda data: data.replace(b"1.2", b"1.3", 1)))
        self.assertIn("Refused", self.verdict())

    def test_another_question_gets_the_command_lines_answer(self):
        self.choose("#ask-body", "gear")
        for place, name in (((0.1, 0, 1.5), "Start here"), ((0.3, 0.05, -1.4), "End here")):
            for axis, value in zip("xyz", place):
                self.type(f"#question input[title='place {axis}']", value)
            self.press(name)
        self.click("#ask")
        self.wait(lambda: "Answered" in self.text("#said"))
        shown = self.driver.execute_script("return window.grazePage.pairs.map(p => [p.outcome, ...p.time, p.tests])")
        self.driver.execute_async_script("""
          const done = arguments[0];
          window.grazeEngine.request(8).then((bytes) => { window.saved = new TextDecoder().decode(bytes); done(); });""")
        scene = self.report.with_name("asked.json")
        scene.write_text(self.driver.execute_script("return window.saved"))
        reports = json.loads(run("check", scene, "--json").stdout)["reports"]
        stats = [r["stats"]["box_tests"] + r["stats"]["triangle_tests"] for r in reports]
        self.assertEqual(shown, [[r["outcome"], *r["time"], n] for r, n in zip(reports, stats)])
        self.click("#undo")
        self.wait(lambda: "0.236261" in self.text("#answer"))
        self.assertIn("Accepted", self.verdict())

    def test_what_it_cannot_read_is_refused_in_a_sentence_and_a_mesh_is_added(self):
        for name in ("part.step", "walk.glb", "arm.urdf"):
            self.drop(name, b"anything")
            self.wait(lambda: self.text("#hint").startswith(name + ":") and f"graze view {name}" in self.text("#hint"))
        box = self.report.with_name("box.stl")
        self.assertEqual(run("shape", "box", box).returncode, 0)
        self.drop("box.stl", box.read_bytes())
        self.wait(lambda: len(self.driver.find_elements(By.CSS_SELECTOR, ".body")) == 4)

    def test_a_batch_is_asked_again_and_its_proofs_are_checked(self):
        page = batch_report(self.report.parent)
        self.open(page)
        self.assertIn("Accepted", self.verdict())
        rows = self.driver.find_elements(By.CSS_SELECTOR, ".question")
        self.driver.execute_script("arguments[0].click()", rows[2])
        self.wait(lambda: self.driver.find_elements(By.CSS_SELECTOR, ".question")[2].get_attribute("aria-pressed") == "true")
        self.wait(lambda: "do not touch" in self.text("#answer"))
        self.assertIn("Accepted", self.verdict())

    def test_nothing_is_fetched(self):
        names = self.driver.execute_script("return performance.getEntriesByType('resource').map(e => e.name)")
        self.assertEqual([name for name in names if not name.startswith(("data:", "blob:"))], [])
