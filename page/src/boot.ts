// Unpacks the page's script and runs it.
import {undense} from './dense';
import {unpackLzma} from './lzma';

try {
  const made = document.createElement('script');
  made.textContent = new TextDecoder().decode(unpackLzma(undense(document.getElementById('graze-script')!.textContent ?? '')));
  document.body.append(made);
} catch {
  document.body.textContent = 'This page is damaged, or the browser is too old to unpack it: one from 2023 or later is needed.';
}
