// Bundles the page into one HTML file: node build.mjs [OUT [ENGINE]]. Script and style are inlined; the data
// of a report is put in place of the comment in #graze-data by who writes it. ENGINE is the folder with
// engine.js and engine.wasm, if they were built: both are packed into #graze-engine.
import {build} from 'esbuild';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {gzipSync} from 'node:zlib';

const out = process.argv[2] ?? '../build/page/page.html';
const bundle = async (entry) => {
  const result = await build({entryPoints: [entry], bundle: true, minify: true, write: false,
                              format: 'iife', target: 'es2020', legalComments: 'none', charset: 'utf8'});
  return result.outputFiles[0].text;
};
const script = (await bundle('src/main.ts')).replaceAll('</script', '<\\/script');
const style = await bundle('src/style.css');
const folder = process.argv[3] ?? '';
const hasEngine = folder !== '' && existsSync(join(folder, 'engine.wasm'));
const packed = (name) => gzipSync(readFileSync(join(folder, name)), {level: 9}).toString('base64');
const engine = hasEngine ? `${packed('engine.js')}\n${packed('engine.wasm')}` : '';
const page = readFileSync('src/page.html', 'utf8')
    .replace('/*STYLE*/', () => style)
    .replace('/*ENGINE*/', () => engine)
    .replace('/*SCRIPT*/', () => script);
mkdirSync(dirname(out), {recursive: true});
writeFileSync(out, page);
console.log(`${out}: ${(page.length / 1024).toFixed(0)} kB${hasEngine ? ', with the engine' : ''}`);
