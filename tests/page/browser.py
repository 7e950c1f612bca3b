# SPDX-License-Identifier: MIT
"""A real browser, the program, and what a person does with both."""
import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

GRAZE, EXAMPLES = sys.argv[1], pathlib.Path(sys.argv[2])
SECONDS = 180  # patience on a loaded machine
DATA = pathlib.Path(os.environ.get("GRAZE_DATA", EXAMPLES.resolve().parents[2] / "shared/data"))  # public files, where they are

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


BALLS = {"name": "two balls", "bodies": [
    {"name": "still", "shape": {"type": "sphere", "radius": 1}},
    {"name": "flying", "shape": {"type": "sphere", "radius": 1},
     "motion": {"type": "screw", "from": {"position": [-4, 0, 0]}, "to": {"position": [4, 0, 0]}}}]}
HEIGHTS = [2.75, 5, 0, 2.25, 1.2, 4]  # that the ball flies at, a question each: it touches below 2


def batch_report(folder):
    """A report about many questions. A ball of the same size stands in the way of two of them."""
    scene, lines, page = folder / "balls.json", folder / "lines.jsonl", folder / "batch.html"
    scene.write_text(json.dumps(BALLS))
    way = lambda z: {"type": "screw", "from": {"position": [-4, 0, z]}, "to": {"position": [4, 0, z]}}
    lines.write_text("".join(json.dumps({"motions": {"flying": way(z)}}) + "\n" for z in HEIGHTS))
    done = run("report", scene, lines, "-o", page, "--curve", "8", "--worst", "4")
    assert done.returncode == 0, done.stderr
    return page


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


    def drop(self, *files):
        """Lets files fall onto the page: name, content, name, content …"""
        pairs = [[name, base64.b64encode(content).decode()] for name, content in zip(files[::2], files[1::2])]
        self.driver.execute_script("""
          const data = new DataTransfer();
          for (const [name, content] of arguments[0]) data.items.add(new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], name));
          document.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));""", pairs)
