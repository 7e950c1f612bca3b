// SPDX-License-Identifier: MIT
// The page's engine without a browser: frames in, frames out (docs/protocol.md).
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {resolve} from 'node:path';

export const kLoad = 2, kAsk = 3, kGrab = 5, kTarget = 6;
const kHead = 8, kFailed = 0x7f | 0x80;

/** A function that sends a frame of a type with a text and gives the answer's: {failed, text}. */
export async function openEngine(folderName) {
  const folder = resolve(folderName);
  const engine = await createRequire(import.meta.url)(`${folder}/engine.js`)({wasmBinary: readFileSync(`${folder}/engine.wasm`)});
  let sequence = 0;
  return (type, text) => {
    const payload = Buffer.from(text), frame = Buffer.alloc(kHead + payload.length);
    frame.writeUInt16LE(type, 0);
    frame.writeUInt32LE(++sequence, 4);
    payload.copy(frame, kHead);
    const at = engine._malloc(frame.length);
    engine.HEAPU8.set(frame, at);
    const size = engine._graze_receive(at, frame.length) >>> 0, from = engine._graze_answer() >>> 0;
    engine._free(at);
    const reply = Buffer.from(engine.HEAPU8.slice(from, from + size));
    return {failed: reply.readUInt16LE(0) === kFailed, text: reply.subarray(kHead).toString()};
  };
}
