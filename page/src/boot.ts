// Unpacks the page's script and runs it.
import {undense} from './dense';

async function unpacked(): Promise<string> {
  const packed = undense(document.getElementById('graze-script')!.textContent ?? '');
  return new Response(new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}
unpacked().then((script) => {
  const made = document.createElement('script');
  made.textContent = script;
  document.body.append(made);
}, () => { document.body.textContent = 'This page is damaged, or the browser is too old to unpack it: one from 2023 or later is needed.'; });
