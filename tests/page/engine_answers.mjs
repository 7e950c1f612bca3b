// SPDX-License-Identifier: MIT
// Asks the page's engine, without a browser: node engine_answers.mjs ENGINE_FOLDER < SCENES > ANSWERS
// A line of SCENES is a scene.json, a line of ANSWERS the page's document, or {"error"}.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {resolve} from 'node:path';
import {createInterface} from 'node:readline';

const folder = resolve(process.argv[2]);
const engine = await createRequire(import.meta.url)(`${folder}/engine.js`)({wasmBinary: readFileSync(`${folder}/engine.wasm`)});
let sequence = 0;

function request(type, text) {
  const payload = Buffer.from(text), frame = Buffer.alloc(8 + payload.length);
  frame.writeUInt16LE(type, 0);
  frame.writeUInt32LE(++sequence, 4);
  payload.copy(frame, 8);
  const at = engine._malloc(frame.length);
  engine.HEAPU8.set(frame, at);
  const size = engine._graze_receive(at, frame.length) >>> 0, from = engine._graze_answer() >>> 0;
  engine._free(at);
  const reply = Buffer.from(engine.HEAPU8.slice(from, from + size));
  return {failed: reply.readUInt16LE(0) === (0x7f | 0x80), text: reply.subarray(8).toString()};
}

const kLoad = 2, kAsk = 3;
for await (const scene of createInterface({input: process.stdin})) {
  const loaded = request(kLoad, scene);
  const begin = performance.now();
  const answer = loaded.failed ? loaded : request(kAsk, '{}');
  if (answer.failed) { console.log(JSON.stringify({error: JSON.parse(answer.text)})); continue; }
  const {pairs, seconds} = JSON.parse(answer.text);
  console.log(JSON.stringify({pairs, seconds, wall: (performance.now() - begin) / 1000}));
}
