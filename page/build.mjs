// Bundles the page into one HTML file: node build.mjs [OUT]. Script and style are inlined; the data
// of a report is put in place of the comment in #graze-data by who writes it.
import {build} from 'esbuild';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';

const out = process.argv[2] ?? '../build/page/page.html';
const bundle = async (entry) => {
  const result = await build({entryPoints: [entry], bundle: true, minify: true, write: false,
                              format: 'iife', target: 'es2020', legalComments: 'none', charset: 'utf8'});
  return result.outputFiles[0].text;
};
const script = (await bundle('src/main.ts')).replaceAll('</script', '<\\/script');
const style = await bundle('src/style.css');
const page = readFileSync('src/page.html', 'utf8')
    .replace('/*STYLE*/', () => style)
    .replace('/*SCRIPT*/', () => script);
mkdirSync(dirname(out), {recursive: true});
writeFileSync(out, page);
console.log(`${out}: ${(page.length / 1024).toFixed(0)} kB`);
