# SPDX-License-Identifier: MIT
"""The same page behind the server."""
import json
import pathlib
import random
import re
import socket
import struct

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import BALLS, DATA, GRAZE, run
from served import Served


class View(Served):
    """The same page behind the server."""

    def setUp(self):
        self.scene = pathlib.Path(self.folder.name) / "scene.json"
        self.scene.write_text(json.dumps(BALLS))
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
        for name, content in (("part.step", b"ISO-10303-21;"), ("part.glb", b"glTF"), ("notes.txt", b"hello"), ("arm.urdf", b"<robot>")):
            self.drop(name, content)
            self.wait(lambda: self.text("#hint").startswith(name + ":") and "expected" in self.text("#hint"))
            self.assertEqual(len(self.driver.find_elements(By.CSS_SELECTOR, ".body")), 4, "nothing has changed")
        self.drop("broken.json", b'{"bodies": 7}')
        self.wait(lambda: "bodies" in self.text("#hint") and "expected" in self.text("#hint"))
        self.drop("other.json", json.dumps({"name": "another one", "bodies": [
            {"name": "alone", "shape": {"type": "box", "size": [1, 1, 1]}}]}).encode())
        self.wait(lambda: self.text("#left h1").lower() == "another one" and "No pair" in self.text("#answer"))

    ROBOT = """<robot name="crane"><link name="post"><collision><geometry><box size="1 1 4"/></geometry></collision></link>
      <link name="boom"><collision><geometry><mesh filename="package://crane/meshes/%s"/></geometry></collision></link>
      <joint name="hinge" type="revolute"><parent link="post"/><child link="boom"/><origin xyz="0 0 5"/><axis xyz="0 0 1"/>
      <limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>"""

    def bodies(self):
        return [row.text for row in self.driver.find_elements(By.CSS_SELECTOR, ".body")]

    def test_robots_animations_and_parts_are_brought_to_the_server(self):
        self.driver.get(self.address)
        self.wait(lambda: self.driver.find_elements(By.ID, "drag"))
        self.drop("crane.urdf", (self.ROBOT % "boom.stl").encode())
        self.wait(lambda: "boom.stl" in self.text("#hint") and "together with it" in self.text("#hint"))
        self.drop("crane.urdf", (self.ROBOT % "../../../etc/passwd").encode())
        self.wait(lambda: "passwd" in self.text("#hint") and "root:" not in self.text("#hint"))
        boom = self.scene.with_name("boom.stl")
        self.assertEqual(run("shape", "box", boom).returncode, 0)
        self.drop("boom.stl", boom.read_bytes(), "crane.urdf", (self.ROBOT % "boom.stl").encode())
        self.wait(lambda: self.bodies() == ["post", "boom"])
        self.assertTrue(self.driver.find_elements(By.CSS_SELECTOR, "[data-joint]"), "its joint has a slider")
        glb = self.scene.with_name("balls.glb")
        self.assertEqual(run("export", self.scene, glb, "--no-contacts").returncode, 0)
        self.drop("balls.glb", glb.read_bytes())
        self.wait(lambda: "flying" in self.bodies() and "touch" in self.text("#answer"))
        self.assertEqual(self.driver.execute_script("return window.grazePage.up"), "y")
        part = DATA / "step/so101/WaveShare_Mounting_Plate_SO101.step"
        if not part.exists() or not pathlib.Path(GRAZE).with_name("graze-cad").exists():
            self.skipTest("no STEP part, or no graze-cad to read it (OpenCASCADE)")
        self.drop(part.name, part.read_bytes())
        self.wait(lambda: "flying" not in self.bodies() and len(self.bodies()) == 1)
        self.wait(lambda: self.pixels() > 0.01)

    def test_one_page_drives_and_another_watches(self):
        self.driver.get(self.address)
        self.wait(lambda: self.driver.find_elements(By.ID, "ask"))
        driver, banner = self.driver.current_window_handle, "return document.getElementById('watching').hidden"
        self.assertTrue(self.driver.execute_script(banner), "alone it drives")
        self.driver.switch_to.new_window("tab")
        watcher = self.driver.current_window_handle
        try:
            self.driver.get(self.root)
            self.wait(lambda: not self.driver.execute_script(banner))
            self.assertTrue(self.driver.execute_script("return document.getElementById('question').inert"))
            self.driver.switch_to.window(driver)
            self.ask_to_fly_at(5)
            self.wait(lambda: "do not touch" in self.text("#answer"))
            self.driver.switch_to.window(watcher)
            self.wait(lambda: "do not touch" in self.text("#answer"))
            self.press("Take over")
            self.wait(lambda: self.driver.execute_script(banner))
            self.ask_to_fly_at(0)
            self.wait(lambda: "Flying touches still at 0.25" in self.text("#answer"))
            self.driver.switch_to.window(driver)
            self.click("#ask")
            self.wait(lambda: not self.driver.execute_script(banner))
            self.wait(lambda: "Flying touches still at 0.25" in self.text("#answer"))
        finally:
            self.driver.switch_to.window(watcher)
            self.driver.close()
            self.driver.switch_to.window(driver)

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
