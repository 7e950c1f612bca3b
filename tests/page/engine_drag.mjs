// SPDX-License-Identifier: MIT
// Drags in WebAssembly what bench_drag dragged natively, compares each pose and prints times:
//   bench_drag 1000 29000 16000 ticks.jsonl && node engine_drag.mjs ENGINE_FOLDER ticks.jsonl [CAR DOOR]
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {resolve} from 'node:path';

const [, , folderName, ticks, car = '29000', door = '16000'] = process.argv;
const folder = resolve(folderName);
const engine = await createRequire(import.meta.url)(`${folder}/engine.js`)({wasmBinary: readFileSync(`${folder}/engine.wasm`)});
let sequence = 0;

function request(type, value) {
  const payload = Buffer.from(JSON.stringify(value)), frame = Buffer.alloc(8 + payload.length);
  frame.writeUInt16LE(type, 0);
  frame.writeUInt32LE(++sequence, 4);
  payload.copy(frame, 8);
  const at = engine._malloc(frame.length);
  engine.HEAPU8.set(frame, at);
  const size = engine._graze_receive(at, frame.length) >>> 0, from = engine._graze_answer() >>> 0;
  engine._free(at);
  const reply = Buffer.from(engine.HEAPU8.slice(from, from + size)), answer = JSON.parse(reply.subarray(8).toString());
  if (reply.readUInt16LE(0) === (0x7f | 0x80)) throw new Error(JSON.stringify(answer));
  return answer;
}

const kLoad = 2, kGrab = 5, kTarget = 6;
request(kLoad, {bodies: [{name: 'car', shape: {type: 'car_body', triangles: Number(car)}}, {name: 'door', shape: {type: 'car_door', triangles: Number(door)}}]});
const poseOf = ([x, y, z, ...q]) => ({position: [x, y, z], rotation: {quaternion_wxyz: q}});
const groups = new Map();
for (const line of readFileSync(ticks, 'utf8').trim().split('\n').map((text) => JSON.parse(text))) {
  if (!groups.has(line.skin)) groups.set(line.skin, []);
  groups.get(line.skin).push(line);
}
let differing = 0;
for (const [skin, lines] of groups) {
  request(kGrab, {body: 'door', skin});
  const milliseconds = [], states = {};
  for (const {target, pose} of lines) {
    const begin = process.cpuUsage();
    const tick = request(kTarget, poseOf(target)), used = process.cpuUsage(begin);
    milliseconds.push((used.user + used.system) / 1000);
    states[tick.state] = (states[tick.state] ?? 0) + 1;
    const found = [...tick.pose.position, ...tick.pose.rotation.quaternion_wxyz];
    if (found.some((x, k) => !Object.is(x, pose[k]) && !(x === 0 && pose[k] === 0))) ++differing;
  }
  milliseconds.sort((a, b) => a - b);
  const share = (p) => milliseconds[Math.floor(p * (lines.length - 1))].toFixed(3);
  console.log(`skin ${skin.toExponential(2)}: ${lines.length} ticks ${JSON.stringify(states)}, CPU ms p50 ${share(0.5)}, p90 ${share(0.9)}, p99 ${share(0.99)}, max ${share(1)}`);
}
console.log(`${differing} of ${sequence - 1 - groups.size} poses differ from native's`);
process.exit(differing > 0 ? 1 : 0);
