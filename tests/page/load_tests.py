# SPDX-License-Identifier: MIT
"""Long, many, large."""
import pathlib
import re
import struct
import sys
import time

from selenium.webdriver.common.by import By

from browser import EXAMPLES, run, trials
from served import Served, web_frame, read_web_message


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
        # The first drives: it asks, drags, undoes. The others look on; what is not theirs to ask is refused.
        watching = [(1, b"{}"), (16, b'{"since": 0}'), (8, b"{}"), (3, b"{}")]
        driving = [(5, b'{"body": "gear"}'), (6, b'{"position": [0, 0, 1]}'), (3, b"{}"), (10, b"{}")]
        seconds, rounds, seen = trials(60, 3), 0, []
        begin = time.monotonic()
        while time.monotonic() < begin + seconds or rounds < 3:
            for asked, watched in zip(driving, watching):
                words = [asked] + 49 * [watched]
                for (type_, payload), (line, _) in zip(words, lines):
                    line.sendall(web_frame(struct.pack("<HHI", type_, 0, rounds) + payload))
                for (type_, _), (line, _) in zip(words, lines):
                    answer = read_web_message(line)
                    is_refused = type_ == 3 and line is not lines[0][0]
                    self.assertEqual(struct.unpack("<HHI", answer[:8]), (0x7f | 0x80 if is_refused else type_ | 0x80, 0, rounds), answer[8:200])
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
