# SPDX-License-Identifier: MIT
"""Does with the page what a person does, in a real browser, and looks at what is on the screen. [G4]

    test_page.py GRAZE EXAMPLES [TEST...]
"""
import base64
import gzip
import json
import os
import pathlib
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

import numpy as np

from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

GRAZE, EXAMPLES = sys.argv[1], pathlib.Path(sys.argv[2])
SECONDS = 180  # patience on a loaded machine

FLAGS = ["--headless", "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--use-gl=angle", "--use-angle=swiftshader",
         "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--window-size=1280,720",
         "--force-prefers-reduced-motion"]


def open_browser():
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for flag in FLAGS:
        options.add_argument(flag)
    driver = webdriver.Chrome(service=webdriver.chrome.service.Service("/usr/bin/chromedriver"), options=options)
    driver.set_script_timeout(SECONDS)
    driver.set_page_load_timeout(SECONDS)
    return driver


def run(*arguments):
    return subprocess.run([GRAZE, *map(str, arguments)], capture_output=True, text=True, timeout=300)


def trials(full, least=20):
    """The share of this run, as in tests/support/trials.h."""
    return max(least, round(full * float(os.environ.get("GRAZE_TRIALS", "0.05"))))


def web_frame(payload):
    """A binary WebSocket frame as a client sends it, its mask all zeros."""
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack(">H", len(payload))
    return b"\x82" + size + bytes(4) + payload


def read_web_message(line):
    """All frames of a message: the first bit of the last one is set."""
    def read(count):
        data = b""
        while len(data) < count:
            part = line.recv(count - len(data))
            assert part, "the server hung up"
            data += part
        return data
    message, is_last = b"", False
    while not is_last:
        first, size = read(2)
        size = struct.unpack(">H", read(2))[0] if size == 126 else struct.unpack(">Q", read(8))[0] if size == 127 else size
        message += read(size)
        is_last = first & 0x80
    return message


def corners_on_screen(data, body, camera):
    """The rectangle around a body's vertices at the start, by our own arithmetic."""
    one = data["bodies"][body]
    numbers = lambda text, kind: np.frombuffer(base64.b64decode(text), kind)
    points = numbers(data["meshes"][one["mesh"]]["positions"], "<f4").reshape(-1, 3).astype(float)
    x, y, z, *(i, j, k, w) = numbers(one["poses"], "<f8")[:7]
    u = np.array([i, j, k])
    turned = points + 2 * np.cross(u, np.cross(u, points) + w * points)
    world = np.c_[turned + [x, y, z], np.ones(len(points))]
    matrix = lambda elements: np.array(elements).reshape(4, 4).T
    clip = world @ (matrix(camera["projection"]) @ matrix(camera["view"])).T
    size = np.array(camera["size"])
    pixels = (clip[:, :2] / clip[:, 3:] * [1, -1] + 1) / 2 * size
    return [*np.clip(pixels.min(0), 0, size), *np.clip(pixels.max(0), 0, size)]


class Browser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = open_browser()
        cls.folder = tempfile.TemporaryDirectory()
        cls.report = pathlib.Path(cls.folder.name) / "report.html"
        done = run("report", EXAMPLES / "falling_gear.json", "-o", cls.report, "--curve", "12")
        assert done.returncode == 0, done.stderr

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()
        cls.folder.cleanup()

    def wait(self, condition):
        """Until it holds; the page may be drawn anew between a look and the next."""
        renewed = [StaleElementReferenceException, NoSuchElementException]
        return WebDriverWait(self.driver, SECONDS, ignored_exceptions=renewed).until(lambda driver: condition())

    def text(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector).text

    def click(self, selector):
        self.driver.execute_script("arguments[0].click()", self.driver.find_element(By.CSS_SELECTOR, selector))

    def press(self, text):
        found = [b for b in self.driver.find_elements(By.TAG_NAME, "button") if b.text.startswith(text)]
        self.driver.execute_script("arguments[0].click()", found[0])

    def choose(self, selector, text):
        Select(self.driver.find_element(By.CSS_SELECTOR, selector)).select_by_visible_text(text)

    def type(self, selector, value):
        field = self.driver.find_element(By.CSS_SELECTOR, selector)
        self.driver.execute_script("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change'))",
                                   field, str(value))

    def pixels(self):
        """Share of the canvas that is not of its corner's colour."""
        return self.driver.execute_script("""
          const canvas = document.querySelector('#view canvas'), copy = document.createElement('canvas');
          copy.width = canvas.width; copy.height = canvas.height;
          const c = copy.getContext('2d'); c.drawImage(canvas, 0, 0);
          const d = c.getImageData(0, 0, copy.width, copy.height).data; let other = 0;
          for (let i = 0; i < d.length; i += 4)
            if (Math.abs(d[i] - d[0]) + Math.abs(d[i + 1] - d[1]) + Math.abs(d[i + 2] - d[2]) > 12) ++other;
          return other / (d.length / 4);""")


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

    def test_nothing_is_fetched(self):
        names = self.driver.execute_script("return performance.getEntriesByType('resource').map(e => e.name)")
        self.assertEqual([name for name in names if not name.startswith(("data:", "blob:"))], [])


class Served(Browser):
    """A server, and who comes to it."""

    def serve(self, *arguments):
        self.server = subprocess.Popen([GRAZE, "view", "--no-open", *map(str, arguments)], stdout=subprocess.PIPE, text=True)
        self.address = re.search(r"http://\S+", self.server.stdout.readline()).group(0)
        self.root = self.address.split("?")[0]

    def tearDown(self):
        self.server.send_signal(signal.SIGINT)
        self.assertEqual(self.server.wait(timeout=SECONDS), 0)
        self.server.stdout.close()

    def status(self, path, **headers):
        request = urllib.request.Request(self.root.rstrip("/") + path, headers=headers)
        try:
            return urllib.request.urlopen(request).status
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    def cookie(self):
        """Visits once, as the browser does."""
        request = f"GET /{self.address.split('/')[-1]} HTTP/1.1\r\nHost: 127.0.0.1:{self.port()}\r\nConnection: close\r\n\r\n"
        with socket.create_connection(("127.0.0.1", self.port()), timeout=SECONDS) as line:
            line.sendall(request.encode())
            head = b"".join(iter(lambda: line.recv(4096), b"")).decode()
        return re.search(r"Set-Cookie: (graze_\d+=\w+)", head).group(1)

    def port(self):
        return int(re.search(r":(\d+)/", self.root).group(1))

    def upgrade(self, cookie, path="/session", origin=None, host=None):
        """Asks for a conversation; the line and its first answer."""
        own = f"127.0.0.1:{self.port()}"
        head = [f"GET {path} HTTP/1.1", f"Host: {host or own}", "Upgrade: websocket", "Connection: Upgrade",
                "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode()]
        head += [f"Cookie: {cookie}"] if cookie else []
        head += [f"Origin: {origin}"] if origin else []
        line = socket.create_connection(("127.0.0.1", self.port()), timeout=SECONDS)
        line.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
        answer = b""
        while b"\r\n\r\n" not in answer and (part := line.recv(1)):
            answer += part
        return line, int(answer.split()[1])

class View(Served):
    """The same page behind the server."""

    def setUp(self):
        self.scene = pathlib.Path(self.folder.name) / "scene.json"
        self.scene.write_text(json.dumps({
            "name": "two balls", "bodies": [
                {"name": "still", "shape": {"type": "sphere", "radius": 1}},
                {"name": "flying", "shape": {"type": "sphere", "radius": 1},
                 "motion": {"type": "screw", "from": {"position": [-4, 0, 0]}, "to": {"position": [4, 0, 0]}}}]}))
        self.serve(self.scene)

    def test_a_visitor_sees_asks_and_is_shown_changes(self):
        self.driver.get(self.address)
        self.wait(lambda: "Flying touches still at 0.25" in self.text("#answer"))
        self.assertNotIn("token", self.driver.current_url)
        self.ask_to_fly_at(5)
        self.wait(lambda: "do not touch" in self.text("#answer"))
        self.click("#undo")
        self.wait(lambda: "Flying touches still at 0.25" in self.text("#answer"))
        written = self.scene.with_name("written.json")
        written.write_text(self.scene.read_text().replace("[-4, 0, 0]", "[-4, 0, 5]").replace("[4, 0, 0]", "[4, 0, 5]"))
        written.replace(self.scene)  # never seen half written
        self.wait(lambda: "do not touch" in self.text("#answer"))

    def ask_to_fly_at(self, z):
        """Chooses the body, puts it by numbers, start and end, and asks."""
        self.wait(lambda: self.driver.find_elements(By.ID, "ask"))
        self.choose("#ask-body", "flying")
        for x, name in ((-4, "Start here"), (4, "End here")):
            for axis, value in zip("xyz", (x, 0, z)):
                self.type(f"#question input[title='place {axis}']", value)
            self.press(name)
        self.click("#ask")

    def test_a_body_is_dragged_to_another_and_no_farther(self):
        self.driver.get(self.address)
        self.wait(lambda: self.driver.find_elements(By.ID, "drag"))
        self.wait(lambda: self.pixels() > 0.01)
        self.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
        self.driver.execute_script("document.querySelector('#below button').click()")  # to the start
        self.driver.execute_script("""
          const view = window.grazeView, v = () => view.stage.camera.position.clone();
          view.stage.look(view.box.getCenter(v()), 6, v().set(0, -1, 0.01));  // from the front: the balls are side by side
        """)
        self.click("#drag")
        place, other = self.place_of("flying"), self.place_of("still")
        canvas = self.driver.find_element(By.CSS_SELECTOR, "#view canvas")
        to = webdriver.ActionChains(self.driver, duration=300)
        to.move_to_element_with_offset(canvas, *place).click_and_hold()
        for k in range(8):
            to.move_by_offset((other[0] - place[0]) // 8, -8 if k % 2 else 8)
        to.perform()
        self.wait(lambda: "In the way: still" in self.text("#hint"))
        webdriver.ActionChains(self.driver).release().perform()

    def drop(self, name, content):
        """Lets a file fall onto the page."""
        self.driver.execute_script("""
          const data = new DataTransfer(), bytes = Uint8Array.from(atob(arguments[1]), (c) => c.charCodeAt(0));
          data.items.add(new File([bytes], arguments[0]));
          document.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));""",
                                   name, base64.b64encode(content).decode())

    def test_files_are_dropped(self):
        self.driver.get(self.address)
        self.wait(lambda: self.driver.find_elements(By.ID, "drag"))
        corners = [(5, 0, 0), (6, 0, 0), (5, 1, 0), (5, 0, 1)]  # beyond the way of the ball's middle, in the way of its side
        faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
        binary = bytes(80) + struct.pack("<I", 4) + b"".join(
            struct.pack("<12fH", 0, 0, 0, *(x - 1.5 if i % 3 == 0 else x for i, x in enumerate(c for k in face for c in corners[k])), 0) for face in faces)
        self.drop("wedge.stl", binary)
        self.wait(lambda: "wedge" in self.text("#left") and len(self.driver.find_elements(By.CSS_SELECTOR, ".pair")) == 3)
        shown = {frozenset((p["a"], p["b"])): p for p in self.driver.execute_script("return window.grazePage.pairs")}
        self.assertAlmostEqual(shown[frozenset((1, 2))]["time"][1], (3.5 - 1 + 4) / 8, delta=1e-3)  # the ball's front at x = 3.5
        text = "".join(f"v {x} {y} {z}\n" for x, y, z in corners) + "f 1 3 2\nf 1/1 2/2 4/3\nf -4 -1 -2\nf 2 3 4\n"
        self.drop("wedge.obj", text.encode())
        self.wait(lambda: "wedge 2" in self.text("#left"))
        self.drop("part.step", b"ISO-10303-21;")
        self.wait(lambda: "expected a scene.json, .stl or .obj" in self.text("#hint"))
        self.drop("broken.json", b'{"bodies": 7}')
        self.wait(lambda: "bodies" in self.text("#hint") and "expected" in self.text("#hint"))
        self.drop("other.json", json.dumps({"name": "another one", "bodies": [
            {"name": "alone", "shape": {"type": "box", "size": [1, 1, 1]}}]}).encode())
        self.wait(lambda: self.text("#left h1").lower() == "another one" and "No pair" in self.text("#answer"))

    def test_a_body_is_put_elsewhere_by_the_gizmo_and_asked_about(self):
        self.driver.get(self.address)
        self.wait(lambda: self.driver.find_elements(By.ID, "ask"))
        self.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
        self.driver.execute_script("document.querySelector('#below button').click()")  # to the start
        self.choose("#ask-body", "flying")
        height = lambda: float(self.driver.find_element(By.CSS_SELECTOR, "#question input[title='place z']").get_attribute("value"))
        self.assertEqual(height(), 0.0)
        for name in ("Start here", "End here"):
            if name == "End here":
                self.type("#question input[title='place x']", 4)
            self.pull_up_by_the_gizmo()
            self.press(name)
        self.assertGreater(height(), 2.5, "the arrow was pulled up")
        self.click("#ask")
        self.wait(lambda: "do not touch" in self.text("#answer"))

    def pull_up_by_the_gizmo(self):
        """Takes the arrow that points up and pulls it by two radii of the ball."""
        where = self.driver.execute_async_script("""
          const view = window.grazeView, camera = view.stage.camera, v = () => camera.position.clone(), done = arguments[0];
          view.stage.look(view.box.getCenter(v()), 8, v().set(0, -1, 0.05));
          requestAnimationFrame(() => requestAnimationFrame(() => {
            const canvas = document.querySelector('#view canvas');
            const body = v().setFromMatrixPosition(view.bodies.meshes[view.heldBody].matrix);
            const arrow = 0.125 * body.distanceTo(camera.position) * 1.9 * Math.tan(Math.PI * camera.fov / 360);  // its middle
            const at = (z) => { const p = body.clone().setComponent(2, body.z + z).project(camera);
                                return [Math.round(0.5 * p.x * canvas.clientWidth), Math.round(-0.5 * p.y * canvas.clientHeight)]; };
            done([at(arrow), at(arrow + 3)]);
          }));""")
        canvas = self.driver.find_element(By.CSS_SELECTOR, "#view canvas")
        hand = webdriver.ActionChains(self.driver, duration=200).move_to_element_with_offset(canvas, *where[0]).click_and_hold()
        hand.move_to_element_with_offset(canvas, *where[1]).release().perform()

    def test_a_way_through_a_pose_between_by_another_method(self):
        self.driver.get(self.address)
        self.wait(lambda: self.driver.find_elements(By.ID, "ask"))
        self.choose("#ask-body", "flying")
        self.choose("#ask-method", "bisection")
        for place, name in (((-4, 0, 5), "Start here"), ((0, 0, 1), "Via here"), ((4, 0, 5), "End here")):
            for axis, value in zip("xyz", place):
                self.type(f"#question input[title='place {axis}']", value)
            self.press(name)
        self.click("#ask")
        self.wait(lambda: "Answered" in self.text("#said"))
        pair = self.driver.execute_script("return window.grazePage.pairs[0]")
        # Straight to (0, 0, 1) in half a second: two radii from the origin where |(-4, 0, 5) + s (4, 0, -4)| = 2.
        share = (36 - (36 ** 2 - 32 * 37) ** 0.5) / 32
        self.assertEqual((pair["outcome"], pair["method"]), ("contact", "bisection"))
        self.assertAlmostEqual(pair["time"][1], 0.5 * share, delta=2e-3)

    def place_of(self, body):
        """Where a body's middle is on the canvas, from the canvas' middle."""
        return self.driver.execute_script("""
          const view = window.grazeView, i = view.bodies.meshes.findIndex((mesh) => mesh.name === arguments[0]);
          view.stage.camera.updateMatrixWorld();  // it may have been moved since the last frame
          const p = view.bodies.meshes[i].position.clone().setFromMatrixPosition(view.bodies.meshes[i].matrix);
          p.project(view.stage.camera);
          const canvas = document.querySelector('#view canvas');
          return [Math.round(0.5 * p.x * canvas.clientWidth), Math.round(-0.5 * p.y * canvas.clientHeight)];""", body)

    def test_strangers_are_refused(self):
        port = re.search(r":(\d+)/", self.root).group(1)
        self.assertEqual(self.status("/"), 403)
        self.assertEqual(self.status("/version"), 403)
        self.assertEqual(self.status("/?token=" + "0" * 32), 403)
        self.assertEqual(self.status("/?token=" + self.address.split("=")[1], Host="evil.example:" + port), 403)
        self.assertEqual(self.status("/?token=" + self.address.split("=")[1], Origin="http://evil.example"), 403)
        self.driver.get(self.address)
        self.wait(lambda: "touches" in self.text("#answer"))
        self.assertEqual(self.status("/?token=" + self.address.split("=")[1]), 403)
        cookie = next(c for c in self.driver.get_cookies() if c["name"].endswith("_" + port))  # others: earlier servers
        self.assertTrue(cookie["httpOnly"] and cookie["sameSite"] == "Strict")
        value = f"{cookie['name']}={cookie['value']}"
        self.assertEqual(self.status("/version", Cookie=value), 200)
        self.assertEqual(self.status("/version", Cookie=value, Origin="http://evil.example"), 403)
        self.assertEqual(self.status("/../../etc/passwd", Cookie=value), 404)

    def test_conversations_are_opened_by_the_own_page_only(self):
        cookie, own = self.cookie(), f"http://127.0.0.1:{self.port()}"
        strangers = [dict(cookie=cookie, origin="http://evil.example"), dict(cookie=cookie, origin="null"), dict(cookie=cookie),
                     dict(cookie=cookie, origin=own + ".evil.example"), dict(cookie=None, origin=own),
                     dict(cookie=cookie + "0", origin=own), dict(cookie=cookie, origin=own, host="evil.example"),
                     dict(cookie=cookie, origin=own, path="/other")]
        for stranger in strangers:
            line, status = self.upgrade(**stranger)
            line.close()
            self.assertNotEqual(status, 101, stranger)
        line, status = self.upgrade(cookie, origin=own)
        line.close()
        self.assertEqual(status, 101)

    def test_broken_and_oversized_frames_end_a_conversation_and_nothing_else(self):
        cookie, own = self.cookie(), f"http://127.0.0.1:{self.port()}"
        seed = random.Random(1)
        for k in range(60):
            line, status = self.upgrade(cookie, origin=own)
            self.assertEqual(status, 101)
            head = bytes([0x82, 0xff]) + struct.pack(">Q", 1 << 40) if k % 3 == 0 else seed.randbytes(2 + k)
            try:
                line.sendall(head + seed.randbytes(64))
                line.shutdown(socket.SHUT_WR)
                while line.recv(4096):
                    pass
            except OSError:
                pass  # the server hung up first
            line.close()
        self.assertEqual(self.status("/version", Cookie=cookie), 200)
        self.assertEqual(self.status("/gallery/..%2f..%2fetc%2fpasswd", Cookie=cookie), 400)

    def test_oversized_requests_are_refused(self):
        self.driver.get(self.address)
        self.wait(lambda: "touches" in self.text("#answer"))
        status = self.driver.execute_async_script("""
          const done = arguments[0];
          fetch('/', {method: 'POST', body: 'x'.repeat(3 << 20)}).then(r => done(r.status)).catch(() => done(413));""")
        self.assertEqual(status, 413)

class Gallery(Served):
    """Scenes that come with graze: shown, looked into, let go."""

    def open(self, demo):
        self.serve("--demo", demo)
        self.driver.get(self.address)
        self.wait(lambda: self.driver.find_elements(By.ID, "open-gallery"))

    def key(self, letter):
        self.driver.find_element(By.TAG_NAME, "body").send_keys(letter)

    def test_every_scene_is_shown_with_an_answer(self):
        self.open("falling_gear")
        self.click("#open-gallery")
        cards = {card.get_attribute("data-scene"): (card.find_element(By.TAG_NAME, "strong").text, card.text)
                 for card in self.driver.find_elements(By.CSS_SELECTOR, ".card")}
        self.assertEqual(set(cards), {scene.stem for scene in EXAMPLES.glob("*.json")})
        self.wait(lambda: self.driver.execute_script("return [...document.querySelectorAll('.card img')].every((i) => i.src)"))
        seed = int(os.environ.get("GRAZE_SEED", "1"))
        names = random.Random(seed).sample(sorted(cards), trials(len(cards), 4))
        print(f"\nGRAZE_SEED={seed}: {', '.join(names)}", file=sys.stderr)
        for name in names:
            title = cards[name][0]
            self.click(f".card[data-scene={name}]")
            self.wait(lambda: self.text("#left h1") == title and "asking" not in self.text("#hint"))
            self.wait(lambda: self.pixels() > 0.01)
            self.assertRegex(self.text("#answer"), "touch|overlap|decided|None of", name)

    def test_bodies_are_drawn_where_they_are(self):
        seed = int(os.environ.get("GRAZE_SEED", "1"))
        scenes = sorted(scene.stem for scene in EXAMPLES.glob("*.json"))
        self.open("falling_gear")
        for name in random.Random(seed + 1).sample(scenes, trials(len(scenes), 3)):
            page = pathlib.Path(self.folder.name) / f"{name}.html"
            self.assertIn(run("report", EXAMPLES / f"{name}.json", "-o", page, "--plain", "--curve", "0", "--budget", "5").returncode, (0, 3))
            self.driver.get(page.as_uri())
            self.wait(lambda: self.driver.find_elements(By.ID, "answer"))
            self.key(Keys.ESCAPE)
            self.driver.execute_script("document.querySelector('#below button').click()")  # to the start
            data = self.driver.execute_script("return window.grazePage")
            bodies = [i for i, body in enumerate(data["bodies"]) if body["mesh"] >= 0 and "frames" not in body]
            for body in bodies[:4]:
                seen, camera = self.pixels_of(body)
                wanted = corners_on_screen(data, body, camera)
                self.assertLess(max(abs(a - b) for a, b in zip(seen, wanted)), 3.5, f"{name}, {data['bodies'][body]['name']}: {seen}, {wanted}")

    def pixels_of(self, body):
        """The rectangle that a body fills on its own, and the camera."""
        return self.driver.execute_script("""
          const view = window.grazeView, stage = view.stage, canvas = document.querySelector('#view canvas'), copy = document.createElement('canvas');
          view.bodies.meshes.forEach((_, i) => view.bodies.setVisible(i, i === arguments[0]));
          view.bodies.ghosts.visible = false;
          stage.showGrid(false);
          stage.drawTriad = () => {};
          stage.look(view.box.getCenter(stage.camera.position.clone()), 4);
          stage.drawNow();
          copy.width = canvas.width; copy.height = canvas.height;
          const c = copy.getContext('2d'); c.drawImage(canvas, 0, 0);
          const d = c.getImageData(0, 0, copy.width, copy.height).data;
          let [left, top, right, bottom] = [1e9, 1e9, -1, -1];
          for (let y = 0; y < copy.height; ++y) for (let x = 0; x < copy.width; ++x) {
            const i = 4 * (y * copy.width + x);
            if (Math.abs(d[i] - d[0]) + Math.abs(d[i + 1] - d[1]) + Math.abs(d[i + 2] - d[2]) < 10) continue;
            left = Math.min(left, x); right = Math.max(right, x + 1); top = Math.min(top, y); bottom = Math.max(bottom, y + 1);
          }
          const camera = stage.camera;
          return [[left, top, right, bottom], {view: camera.matrixWorldInverse.elements, projection: camera.projectionMatrix.elements,
                                               size: [copy.width, copy.height]}];""", body)

    def test_overlays_show_what_methods_see(self):
        self.open("tumbling_boxes")
        for key, words in (("1", "Level"), ("2", "cells"), ("4", "Gauss maps"), ("5", "halvings")):
            self.key(key)
            self.wait(lambda: words in self.text("#overlay-text"))
            self.wait(lambda: self.driver.execute_script(
                "return window.grazeView.stage.scene.getObjectByName('overlay').children.length") > 0 or key == "4")
        self.key("0")
        self.wait(lambda: not self.driver.find_element(By.CSS_SELECTOR, ".overlay").is_displayed())

    def test_columns_of_what_overlaps(self):
        self.open("pressed_organs")
        self.key("c")
        for _ in range(20):
            self.key(Keys.ARROW_RIGHT)
        self.key("3")
        self.wait(lambda: "overlap volume" in self.text("#overlay-text"))
        volume = float(re.search(r"overlap volume ([0-9.e-]+)", self.text("#overlay-text")).group(1))
        self.assertGreater(volume, 0.0)

    def place(self, body):
        return self.driver.execute_script("""
          const view = window.grazeView, i = view.bodies.meshes.findIndex((mesh) => mesh.name === arguments[0]);
          return view.bodies.poseOf(i).position;""", body)

    def world_time(self):
        found = re.match(r"([0-9.e-]+) s,", self.text("#live-said"))
        return float(found.group(1)) if found else 0.0

    def test_bodies_are_let_go_pulled_and_put_back(self):
        self.open("stack")
        before = self.place("fourth")
        self.click("#let-go")
        self.wait(lambda: self.world_time() > 0.3)
        self.assertLess(self.place("fourth")[2], before[2] - 0.03, "it fell")
        self.assertGreater(self.place("fourth")[2], 0.6, "and lies on the others")
        self.click("#live-run")  # pause
        self.wait(lambda: "Run" in self.text("#live-run"))
        paused = self.world_time()
        self.press("Step")
        self.wait(lambda: self.world_time() > paused)
        self.assertAlmostEqual(self.world_time(), paused + 1 / 60, delta=1 / 60 + 1e-3)
        Select(self.driver.find_element(By.ID, "live-order")).select_by_value("1")
        self.press("Step")
        self.wait(lambda: self.world_time() > paused + 1.5 / 60)
        self.press("Reset")
        self.wait(lambda: self.world_time() == 0.0)
        self.assertAlmostEqual(self.place("fourth")[2], before[2], delta=1e-6)
        self.click("#live-end")
        self.wait(lambda: self.driver.find_element(By.ID, "let-go").is_displayed())

    def test_joints_of_a_robot_are_asked_by_sliders(self):
        self.open("arm_and_table")
        sliders = self.driver.find_elements(By.CSS_SELECTOR, "[data-joint]")
        self.assertGreater(len(sliders), 3)
        name = self.driver.execute_script("return window.grazePage.bodies[Number(arguments[0].dataset.joint)].name", sliders[1])
        before = self.place(name), self.driver.execute_script("return window.grazePage.bodies.map((_, i) => window.grazeView.bodies.poseOf(i).rotation.quaternion_wxyz)")
        self.press("Start here")
        self.driver.execute_script("arguments[0].value = Number(arguments[0].value) + 0.3; arguments[0].dispatchEvent(new Event('input'))", sliders[1])
        after = self.driver.execute_script("return window.grazePage.bodies.map((_, i) => window.grazeView.bodies.poseOf(i).rotation.quaternion_wxyz)")
        self.assertNotEqual(before[1], after)
        self.press("End here")
        self.click("#ask")
        self.wait(lambda: "Answered" in self.text("#said"))
        moved = self.driver.execute_script("return window.grazePage.bodies.filter((one) => one.joint && Math.abs(one.joint.values[1] - one.joint.values[0]) > 1e-9).map((one) => [one.name, one.joint.values[1] - one.joint.values[0]])")
        self.assertEqual([one[0] for one in moved], [name])
        self.assertAlmostEqual(moved[0][1], 0.3, delta=1e-6)

    def test_a_server_that_stops_is_told(self):
        self.open("falling_gear")
        self.server.send_signal(signal.SIGINT)
        self.wait(lambda: "The server has stopped" in self.text("#hint"))
        tools = self.driver.execute_script("return [...document.querySelectorAll('.engine')].map((one) => one.inert)")
        self.assertGreater(len(tools), 3)
        self.assertTrue(all(tools), "what needs the server cannot be pressed")


class Load(Served):
    """Long, many, large."""

    def test_a_door_is_dragged_for_ten_thousand_ticks(self):
        self.serve("--demo", "car_door")
        self.driver.get(self.address)
        self.wait(lambda: self.driver.find_elements(By.ID, "drag"))
        ticks = trials(10_000)
        found = self.driver.execute_async_script("""
          const [ticks, done] = arguments, engine = window.grazeEngine, view = window.grazeView, kGrab = 5, kTarget = 6;
          let seed = 7;
          const random = () => (seed = (1103515245 * seed + 12345) % 2147483648) / 2147483648 - 0.5;
          const drag = async () => {
            const body = window.grazePage.bodies.findIndex((one) => one.name === 'door');
            const {pose} = await engine.json(kGrab, {body: 'door'});
            const target = JSON.parse(JSON.stringify(pose)), count = {reached: 0, blocked: 0, overlapping: 0};
            let nearest = Infinity, farthest = 0;
            for (let k = 0; k < ticks; ++k) {
              if (k % 40 === 0) target.position = pose.position.map((x) => x + 1.5 * random());  // a pull that lasts
              target.position = target.position.map((x) => x + 0.02 * random());
              const tick = await engine.json(kTarget, target);
              ++count[tick.state];
              if (tick.gap !== null) nearest = Math.min(nearest, tick.gap);
              farthest = Math.max(farthest, ...tick.pose.position.map((x, i) => Math.abs(x - pose.position[i])));
              view.place(body, tick.pose.position, tick.pose.rotation.quaternion_wxyz);
            }
            return {...count, nearest, farthest};
          };
          drag().then(done, (reason) => done({failed: String(reason)}));""", ticks)
        print(f"\n{ticks} ticks: {found}", file=sys.stderr)
        self.assertNotIn("failed", found)
        self.assertEqual(found["reached"] + found["blocked"], ticks, "no false overlap")
        self.assertGreater(found["blocked"], ticks // 50, "it met the body of the car")
        self.assertGreater(found["nearest"], 0.0)
        self.assertGreater(found["farthest"], 0.05, "it went somewhere")
        self.wait(lambda: self.pixels() > 0.03)

    def memory_kb(self):
        status = pathlib.Path(f"/proc/{self.server.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1))

    def test_fifty_clients_and_steady_memory(self):
        self.serve("--demo", "falling_gear")
        cookie, own = self.cookie(), f"http://127.0.0.1:{self.port()}"
        lines = [self.upgrade(cookie, origin=own) for _ in range(50)]
        for line, _ in lines:
            self.addCleanup(line.close)
        self.assertEqual({status for _, status in lines}, {101})
        words = [(1, b"{}"), (5, b'{"body": "gear"}'), (6, b'{"position": [0, 0, 1]}'), (8, b"{}"), (3, b"{}"), (10, b"{}")]
        seconds, rounds, seen = trials(60, 3), 0, []
        begin = time.monotonic()
        while time.monotonic() < begin + seconds or rounds < 3:
            for type_, payload in words:
                for line, _ in lines:
                    line.sendall(web_frame(struct.pack("<HHI", type_, 0, rounds) + payload))
                for line, _ in lines:
                    head = read_web_message(line)
                    self.assertEqual(struct.unpack("<HHI", head[:8]), (type_ | 0x80, 0, rounds), head[8:200])
            rounds += 1
            seen.append(self.memory_kb())
        print(f"\n50 clients, {rounds} rounds in {time.monotonic() - begin:.0f} s: {seen[0]} kB, then {max(seen)} kB at most, {seen[-1]} kB at the end",
              file=sys.stderr)
        self.assertLess(seen[-1], seen[len(seen) // 3] * 1.1 + 20_000, "memory grows")

    def test_a_recording_is_played(self):
        recording = pathlib.Path(self.folder.name) / "stack.rec"
        done = run("simulate", EXAMPLES / "stack.json", "-o", recording, "--seconds", "0.2")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.serve(recording)
        self.driver.get(self.address)
        self.wait(lambda: "No pair was asked about" in self.text("#answer"))
        self.wait(lambda: self.pixels() > 0.03)
        moving = self.driver.execute_script("return window.grazePage.bodies.filter((one) => one.times.length > 2).length")
        self.assertGreater(moving, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
