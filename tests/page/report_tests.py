# SPDX-License-Identifier: MIT
"""A report: one file, from file://, without a network."""
import base64
import gzip
import json
import re
import struct

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import BALLS, Browser, EXAMPLES, batch_report, run


class Report(Browser):
    """One file, from file://, without a network."""

    def setUp(self):
        self.driver.get(self.report.as_uri())
        self.wait(lambda: self.driver.find_elements(By.ID, "answer"))

    def test_the_answer_is_the_command_lines(self):
        pairs = json.loads(run("check", EXAMPLES / "falling_gear.json", "--json").stdout)["reports"]
        first = min((p for p in pairs if p["outcome"] == "contact"), key=lambda p: p["time"][1])
        self.assertIn("Gear touches ring", self.text("#answer"))
        shown = float(re.search(r"at ([0-9.e-]+) s", self.text("#answer")).group(1))
        self.assertAlmostEqual(shown, first["time"][1], delta=1e-5)
        self.assertEqual(self.text("#guarantee"), "Proved.")

    def test_something_is_drawn(self):
        self.wait(lambda: self.pixels() > 0.03)

    def test_scrubbing_moves_the_bodies(self):
        self.wait(lambda: self.pixels() > 0.03)
        line = self.driver.find_element(By.ID, "line")
        places = []
        for share in (-0.45, 0.45):
            webdriver.ActionChains(self.driver).move_to_element_with_offset(
                line, int(share * line.size["width"]), 0).click().perform()
            places.append(float(self.text("#time").split()[0]))
        self.assertLess(places[0], 0.1)
        self.assertGreater(places[1], 0.9)
        self.assertRegex(self.text("#time"), r" s, gap [0-9.e-]+ … [0-9.e-]+ m$")

    def test_c_goes_to_the_contact_and_escape_back(self):
        body = self.driver.find_element(By.TAG_NAME, "body")
        body.send_keys(Keys.ESCAPE)
        body.send_keys("c")
        self.assertAlmostEqual(float(self.text("#time").split()[0]), 0.236261, delta=1e-5)
        chosen = self.driver.find_elements(By.CSS_SELECTOR, ".pair[aria-pressed=true]")
        self.assertEqual(len(chosen), 1)

    def test_every_pair_and_body_is_listed_with_a_symbol(self):
        pairs = self.driver.find_elements(By.CSS_SELECTOR, ".pair")
        self.assertEqual([row.text[0] for row in pairs], ["●", "○", "○"])
        self.assertEqual(len(self.driver.find_elements(By.CSS_SELECTOR, ".body")), 3)

    def test_the_contact_is_shown_from_near(self):
        self.wait(lambda: self.pixels() > 0.03)
        self.wait(lambda: self.driver.execute_script("return document.getElementById('close-up').width") > 100)
        mark, bodies = self.driver.execute_script("""
          const c = document.getElementById('close-up'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
          let mark = 0, other = 0;
          for (let i = 0; i < d.length; i += 4) {
            if (Math.abs(d[i] - d[0]) + Math.abs(d[i + 1] - d[1]) + Math.abs(d[i + 2] - d[2]) > 12) ++other;
            if (d[i] > 180 && d[i + 1] > 60 && d[i + 1] < 130 && d[i + 2] < 60) ++mark;
          }
          return [mark, other / (d.length / 4)];""")
        self.assertGreater(mark, 5, "the mark of the contact")
        self.assertGreater(bodies, 0.1, "bodies in the close-up")

    def test_keys_cut_and_list_and_the_theme_changes(self):
        body = self.driver.find_element(By.TAG_NAME, "body")
        body.send_keys("h")  # ghosts away
        self.wait(lambda: self.pixels() > 0.03)
        whole = self.pixels()
        body.send_keys("x")
        self.wait(lambda: self.pixels() < 0.98 * whole)
        back = "return getComputedStyle(document.body).backgroundColor"
        before = self.driver.execute_script(back)
        next(b for b in self.driver.find_elements(By.TAG_NAME, "button") if b.text == "Light / dark").click()
        self.assertNotEqual(self.driver.execute_script(back), before)
        body.send_keys("?")
        self.wait(lambda: "next contact" in self.text("#help"))

    def test_up_is_up(self):
        low, high = self.driver.execute_script("""
          const view = window.grazeView, camera = view.stage.camera;
          const at = (z) => camera.position.clone().set(0, 0, z).project(camera).y;
          return [at(view.box.min.z), at(view.box.max.z)];""")
        self.assertGreater(high, low)

    def floor_rows_and_columns(self, report):
        """How many rows and columns of pixels the floor fills, seen from the side."""
        self.driver.get(report.as_uri())
        self.wait(lambda: self.driver.find_elements(By.ID, "answer"))
        self.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
        if "Ghosts" in self.text("#tools"):
            self.driver.find_element(By.TAG_NAME, "body").send_keys("h")
        self.driver.execute_async_script("""
          const view = window.grazeView, v = () => view.stage.camera.position.clone();
          view.bodies.meshes.forEach((mesh, i) => view.bodies.setVisible(i, ['floor', 'ground'].includes(mesh.name)));
          view.stage.grid.visible = false;
          const floor = view.bodies.meshes.find((mesh) => mesh.visible), level = v().setFromMatrixPosition(floor.matrix);
          view.stage.look(level, 4, window.grazePage.up === 'y' ? v().set(0, 0, 1) : v().set(0, -1, 0));
          view.draw();
          requestAnimationFrame(() => requestAnimationFrame(arguments[0]));  // drawn""")
        return self.wait(lambda: self.driver.execute_script("""
          const canvas = document.querySelector('#view canvas'), copy = document.createElement('canvas');
          copy.width = canvas.width; copy.height = canvas.height;
          const c = copy.getContext('2d'); c.drawImage(canvas, 0, 0);
          const d = c.getImageData(0, 0, copy.width, copy.height).data, rows = new Set(), columns = new Set();
          for (let y = 0; y < 0.85 * copy.height; ++y) for (let x = 0; x < copy.width; ++x) {  // the triad is below
            const i = 4 * (y * copy.width + x);
            if (Math.abs(d[i] - d[0]) + Math.abs(d[i + 1] - d[1]) + Math.abs(d[i + 2] - d[2]) > 30) { rows.add(y); columns.add(x); }
          }
          return columns.size > 50 ? [rows.size, columns.size] : null;"""))

    def test_floors_are_level_here_and_in_exported_files(self):
        for scene in sorted(EXAMPLES.glob("*.json")):
            name, data = scene.stem, json.loads(scene.read_text())
            if not any(body["name"] in ("floor", "ground") for body in data["bodies"]):
                continue
            glb, page = self.report.with_name(name + ".glb"), self.report.with_name(name + ".html")
            deforms = any("deformation" in body for body in data["bodies"])
            self.assertEqual(run("export", scene, glb, "--no-contacts").returncode, 0)
            for shown in (scene,) if deforms else (scene, glb):
                done = run("report", shown, "-o", page, "--plain", "--curve", "0", "--budget", "5")
                self.assertEqual(done.returncode, 0, done.stderr)
                rows, columns = self.floor_rows_and_columns(page)
                self.assertLess(rows, 0.2 * columns, f"{shown.name}: {rows} rows, {columns} columns")

    def test_a_large_scene_is_coarse_while_the_camera_moves(self):
        scene, page = self.report.with_name("large.json"), self.report.with_name("large.html")
        scene.write_text(json.dumps({"bodies": [
            {"name": "ball", "shape": {"type": "icosphere", "triangles": 200_000}},
            {"name": "box", "shape": {"type": "box", "size": [1, 1, 1]}, "pose": {"position": [4, 0, 0]}}]}))
        done = run("report", scene, "-o", page, "--plain", "--curve", "0")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.driver.get(page.as_uri())
        self.wait(lambda: self.driver.find_elements(By.ID, "answer"))
        look = """const ball = window.grazeView.bodies.meshes[0].geometry;
                  ball.computeBoundingSphere();
                  return [ball.index.count / 3, ball.boundingSphere.radius];"""
        fine = self.wait(lambda: (found := self.driver.execute_script(look))[0] > 150_000 and found)
        coarse = self.driver.execute_script("window.grazeView.stage.controls.dispatchEvent({type: 'change'});" + look)
        self.assertLess(coarse[0], 0.2 * fine[0])
        self.assertGreater(coarse[0], 1000, "still a ball")
        self.assertAlmostEqual(coarse[1], fine[1], delta=0.03 * fine[1])
        self.wait(lambda: self.driver.execute_script(look)[0] == fine[0])

    def test_the_worst_questions_of_a_batch_come_first(self):
        self.driver.get(batch_report(self.report.parent).as_uri())
        self.wait(lambda: len(self.driver.find_elements(By.CSS_SELECTOR, ".question")) == 4)
        self.assertIn("2 touch, 0 undecided, 4 free", self.text("#left"))
        rows = [row.text.split("\n") for row in self.driver.find_elements(By.CSS_SELECTOR, ".question")]
        self.assertEqual([row[:2] for row in rows], [["●", "line 3"], ["●", "line 5"], ["○", "line 4"], ["○", "line 1"]])
        times = [float(row[2].split()[0]) for row in rows[:2]]
        for time_, z in zip(times, (0, 1.2)):  # where the centres are two radii apart
            self.assertAlmostEqual(time_, (4 - (4 - z * z) ** 0.5) / 8, delta=1e-3)
        for row, gap in zip(rows[2:], (0.25, 0.75)):
            shown = float(re.search(r"≥ ([0-9.]+)", row[2]).group(1))
            self.assertTrue(0.98 * gap < shown <= gap, f"{shown} is proved of {gap}")
        self.assertIn("Flying touches still at 0.25", self.text("#answer"))
        self.driver.execute_script("arguments[0].click()", self.driver.find_elements(By.CSS_SELECTOR, ".question")[3])
        self.wait(lambda: "do not touch" in self.text("#answer"))
        self.wait(lambda: self.pixels() > 0.01)

    def test_a_view_that_was_left_is_forgotten_with_its_meshes(self):
        self.driver.get(batch_report(self.report.parent).as_uri())
        self.wait(lambda: self.driver.execute_script("return document.querySelectorAll('.question').length") == 4)
        self.driver.execute_script("window.left = new WeakRef(window.grazeView); document.querySelectorAll('.question')[3].click()")
        self.wait(lambda: self.driver.execute_script("return document.getElementById('answer').textContent.includes('do not touch')"))
        def is_forgotten():
            self.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
            return self.driver.execute_script("return window.left.deref() === undefined")
        self.wait(is_forgotten)

    def test_the_worst_stretches_of_a_long_way_come_first(self):
        scene, page = self.report.with_name("balls.json"), self.report.with_name("stretches.html")
        scene.write_text(json.dumps(BALLS))
        self.assertEqual(run("report", scene, "--stretches", "8", "--worst", "3", "-o", page, "--plain").returncode, 0)
        self.driver.get(page.as_uri())
        self.wait(lambda: len(self.driver.find_elements(By.CSS_SELECTOR, ".question")) == 3)
        self.assertIn("Worst of 8 questions".upper(), self.text("#left").upper())
        self.assertEqual(self.driver.find_element(By.CSS_SELECTOR, ".question .mark").text, "●")

    def test_data_of_another_version_is_told(self):
        text = self.report.read_text().replace('"format":"graze view 1"', '"format":"graze view 0"')
        other = self.report.with_name("other.html")
        other.write_text(text)
        self.driver.get(other.as_uri())
        self.wait(lambda: "different versions" in self.text("#error"))

    def test_the_proof_that_it_carries_is_accepted_and_a_changed_one_refused(self):
        text = re.search(r'id="graze-data">(.*?)</script>', self.report.read_text(), re.S).group(1)
        for name, packed in json.loads(text)["files"].items():
            self.report.with_name(name).write_bytes(gzip.decompress(base64.b64decode(packed)))
        proof, scene = self.report.with_name("proof.graze"), self.report.with_name("scene.json")
        self.assertEqual(run("verify", proof, scene).returncode, 0)
        changed = bytearray(proof.read_bytes())
        changed[len(changed) // 2] ^= 1
        proof.write_bytes(changed)
        self.assertNotEqual(run("verify", proof, scene).returncode, 0)

    def test_a_picture_is_written(self):
        png = self.report.with_name("report.png")
        done = run("report", EXAMPLES / "falling_gear.json", "-o", self.report.with_name("pictured.html"), "--plain",
                   "--curve", "0", "--png", png, "--width", "900", "--height", "600")
        self.assertEqual(done.returncode, 0, done.stderr)
        data = png.read_bytes()
        self.assertEqual(struct.unpack(">II", data[16:24]), (900, 600))
        self.assertGreater(len(data), 20_000, "more than an empty page")

    def film(self, name):
        """The film that the command line writes, as a data address, and its bytes."""
        film = self.report.with_name(name)
        done = run("report", EXAMPLES / "falling_gear.json", "-o", self.report.with_name("filmed.html"), "--plain",
                   "--curve", "0", "--" + film.suffix[1:], film, "--width", "320", "--height", "240", "--frames", "8")
        self.assertEqual(done.returncode, 0, done.stderr)
        return film.read_bytes()

    def test_a_gif_is_written(self):
        data = self.film("way.gif")
        self.assertEqual(data[:6], b"GIF89a")
        self.assertEqual(struct.unpack("<HH", data[6:10]), (320, 240))
        shown = self.driver.execute_async_script("""
          const done = arguments[1], decoder = new ImageDecoder({type: 'image/gif', data: Uint8Array.from(atob(arguments[0]), (c) => c.charCodeAt(0))});
          const colours = (frame) => { const c = new OffscreenCanvas(320, 240).getContext('2d'); c.drawImage(frame, 0, 0); return c.getImageData(0, 0, 320, 240).data; };
          (async () => {
            await decoder.completed;
            const first = colours((await decoder.decode({frameIndex: 0})).image), last = colours((await decoder.decode({frameIndex: 7})).image);
            let moved = 0, drawn = 0;
            for (let i = 0; i < first.length; i += 4) {
              if (Math.abs(first[i] - last[i]) > 40) ++moved;
              if (Math.abs(first[i] - first[0]) > 20) ++drawn;
            }
            done([decoder.tracks.selectedTrack.frameCount, moved, drawn]);
          })().catch((reason) => done(String(reason)));""", base64.b64encode(data).decode())
        self.assertEqual(shown[0], 8, shown)
        self.assertGreater(shown[1], 300, "the gear moved")
        self.assertGreater(shown[2], 1000, "something is drawn")

    def test_a_webm_film_is_written_and_plays(self):
        data = self.film("way.webm")
        self.assertEqual(data[:4], bytes([0x1a, 0x45, 0xdf, 0xa3]))
        self.driver.get("data:text/html,<body></body>")  # its policy allows films
        shown = self.driver.execute_async_script("""
          const done = arguments[1], video = document.createElement('video');
          video.onloadeddata = () => done([video.videoWidth, video.videoHeight, video.duration]);
          video.onerror = () => done(video.error.message);
          video.src = 'data:video/webm;base64,' + arguments[0];""", base64.b64encode(data).decode())
        self.assertEqual(shown[:2], [320, 240], shown)
        self.assertAlmostEqual(shown[2], 0.4, delta=0.06)

    def test_a_film_of_another_kind_is_refused(self):
        done = run("report", EXAMPLES / "falling_gear.json", "-o", self.report.with_name("filmed.html"), "--plain",
                   "--curve", "0", "--film", self.report.with_name("way.mp4"))
        self.assertEqual(done.returncode, 2)
        self.assertIn(".gif or .webm", done.stderr)

    def test_a_report_is_small(self):
        data = re.search(r'id="graze-data">(.*?)</script>', self.report.read_text(), re.S).group(1)
        self.assertLess(self.report.stat().st_size - len(data.encode()), 1_000_000, "without meshes, scene and proof")

    def test_a_scene_without_bodies_and_a_damaged_page_say_so(self):
        empty, page = self.report.with_name("empty.json"), self.report.with_name("empty.html")
        empty.write_text('{"bodies": []}')
        self.assertEqual(run("report", empty, "-o", page).returncode, 0)
        self.driver.get(page.as_uri())
        self.wait(lambda: "No pair was asked about" in self.text("#answer"))
        text = self.report.read_text()
        begin = text.index('id="graze-script">') + len('id="graze-script">')
        page.write_text(text[:begin] + text[begin + 5000:])
        self.driver.get(page.as_uri())
        self.wait(lambda: "damaged" in self.text("body"))

    def test_nothing_is_fetched(self):
        names = self.driver.execute_script("return performance.getEntriesByType('resource').map(e => e.name)")
        self.assertEqual([name for name in names if not name.startswith(("data:", "blob:"))], [])
