// SPDX-License-Identifier: MIT
// Drags in WebAssembly what bench_drag dragged natively, compares each pose and prints times:
//   bench_drag 1000 29000 16000 ticks.jsonl && node engine_drag.mjs ENGINE_FOLDER ticks.jsonl [CAR DOOR]
// CPU times are of the whole process: in the first drag other threads still compile the module for speed, so that drag
// is made twice.
import {readFileSync} from 'node:fs';
import {kGrab, kLoad, kTarget, openEngine} from './engine_node.mjs';

const [, , folder, ticks, car = '29000', door = '16000'] = process.argv;
const ask = await openEngine(folder);

function request(type, value) {
  const {failed, text} = ask(type, JSON.stringify(value));
  if (failed) throw new Error(text);
  return JSON.parse(text);
}

request(kLoad, {bodies: [{name: 'car', shape: {type: 'car_body', triangles: Number(car)}}, {name: 'door', shape: {type: 'car_door', triangles: Number(door)}}]});
const poseOf = ([x, y, z, ...q]) => ({position: [x, y, z], rotation: {quaternion_wxyz: q}});
const groups = new Map();
for (const line of readFileSync(ticks, 'utf8').trim().split('\n').map((text) => JSON.parse(text))) {
  if (!groups.has(line.skin)) groups.set(line.skin, []);
  groups.get(line.skin).push(line);
}
let differing = 0, compared = 0;
for (const [skin, lines] of [[...groups][0], ...groups]) {
  request(kGrab, {body: 'door', skin});
  const milliseconds = [], states = {};
  for (const {target, pose} of lines) {
    const begin = process.cpuUsage();
    const tick = request(kTarget, poseOf(target)), used = process.cpuUsage(begin);
    milliseconds.push((used.user + used.system) / 1000);
    states[tick.state] = (states[tick.state] ?? 0) + 1;
    ++compared;
    const found = [...tick.pose.position, ...tick.pose.rotation.quaternion_wxyz];
    if (found.some((x, k) => !Object.is(x, pose[k]) && !(x === 0 && pose[k] === 0))) ++differing;
  }
  milliseconds.sort((a, b) => a - b);
  const share = (p) => milliseconds[Math.floor(p * (lines.length - 1))].toFixed(3);
  console.log(`skin ${skin.toExponential(2)}: ${lines.length} ticks ${JSON.stringify(states)}, CPU ms p50 ${share(0.5)}, p90 ${share(0.9)}, p99 ${share(0.99)}, max ${share(1)}`);
}
console.log(`${differing} of ${compared} poses differ from native's`);
process.exit(differing > 0 ? 1 : 0);
