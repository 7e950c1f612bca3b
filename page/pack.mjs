// Packs by LZMA, about a fifth smaller than gzip: four bytes that say how long the content is, and xz's stream, which
// src/lzma.ts reads. node pack.mjs FOLDER packs the engine, engine.js and engine.wasm, into FOLDER/engine.packed:
// four bytes that say how long the script is, the script, the module.
import {execFileSync} from 'node:child_process';
import {readFileSync, renameSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

export function lengthOf(content) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(content.length);
  return bytes;
}

export function pack(content) {
  const options = ['--format=lzma', '--lzma1=preset=9e,lc=3,lp=0,pb=0,nice=273', '--stdout'];
  return Buffer.concat([lengthOf(content), execFileSync('xz', options, {input: content, maxBuffer: 1 << 30})]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2], script = readFileSync(`${folder}/engine.js`), module = readFileSync(`${folder}/engine.wasm`);
  const packed = pack(Buffer.concat([lengthOf(script), script, module]));
  writeFileSync(`${folder}/engine.packed.new`, packed);
  renameSync(`${folder}/engine.packed.new`, `${folder}/engine.packed`);
  console.log(`${folder}: ${module.length} bytes of WebAssembly, ${packed.length} packed with its script`);
}
