// Bundles the page into one HTML file: node build.mjs [OUT [ENGINE]]. Style and script are inlined, the script packed; the
// data of a report is put in place of the comment in #graze-data by who writes it. ENGINE is the folder with
// engine.packed, if it was built (scripts/build_engine.sh): it goes into #graze-engine.
import {build} from 'esbuild';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {lengthOf, pack} from './pack.mjs';

const out = process.argv[2] ?? '../build/page/page.html';
const bundle = async (entry) => {
  const result = await build({entryPoints: [entry], bundle: true, minify: true, write: false,
                              format: 'iife', target: 'es2020', legalComments: 'none', charset: 'utf8'});
  return result.outputFiles[0].text;
};

/** Seven bits a letter; see src/dense.ts, which reads it. */
function dense(content) {
  const bytes = Buffer.concat([lengthOf(content), content]);
  const kept = [0x00, 0x0d, 0x3c], sevens = [], letters = [];
  let bits = 0, held = 0;
  for (const byte of bytes) {
    held = held << 8 | byte;
    bits += 8;
    while (bits >= 7) { bits -= 7; sevens.push(held >> bits & 0x7f); }
  }
  if (bits > 0) sevens.push(held << (7 - bits) & 0x7f);
  for (let i = 0; i < sevens.length; ++i) {
    const number = kept.indexOf(sevens[i]);
    letters.push(number < 0 ? sevens[i] : 0x100 + number * 128 + (sevens[++i] ?? 0));
  }
  const parts = [];
  for (let i = 0; i < letters.length; i += 8192) parts.push(String.fromCharCode(...letters.slice(i, i + 8192)));
  return parts.join('');
}

const script = dense(pack(Buffer.from(await bundle('src/main.ts'))));
const boot = await bundle('src/boot.ts');
const style = await bundle('src/style.css');
const engineFile = join(process.argv[3] ?? '', 'engine.packed');
const hasEngine = process.argv.length > 3 && existsSync(engineFile);
const engine = hasEngine ? dense(readFileSync(engineFile)) : '';
const page = readFileSync('src/page.html', 'utf8')
    .replace('/*STYLE*/', () => style)
    .replace('/*ENGINE*/', () => engine)
    .replace('/*SCRIPT*/', () => script)
    .replace('/*BOOT*/', () => boot);
mkdirSync(dirname(out), {recursive: true});
writeFileSync(out, page);
const size = (text) => `${(Buffer.byteLength(text) / 1000).toFixed(0)} kB`;
console.log(`${out}: ${size(page)}; script ${size(script)}${hasEngine ? `, engine ${size(engine)}` : ''}`);
