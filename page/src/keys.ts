// The keys, and the list of them.
import {button, element} from './panels';

const kKeys: [string, string][] = [
  ['Space', 'play, pause'], ['← →', 'a hundredth of the span'], ['C', 'next contact'], ['F', 'fit'],
  ['D', 'drag bodies by the mouse (Shift: turn)'], ['L', 'let go: a world under gravity (in graze view)'], ['G', 'gizmo: move'], ['R', 'gizmo: turn'],
  ['X', 'section along x, y, z, none'], ['H', 'ghosts of the motion'], ['1 … 5', 'overlays: OBB trees, octrees, depth columns, Gauss maps, backtracking'],
  ['+ −', 'level of the overlay'], ['0', 'no overlay'],
  ['U', 'back to the question before'], ['O', 'gallery'], ['Esc', 'all pairs'], ['?', 'this list'],
  ['left button', 'turn; a click on a body: its name and triangle'], ['right button', 'pan'], ['wheel', 'zoom'],
];

/** Calls what a key stands for, unless a field has the keyboard. */
export function pressed(event: KeyboardEvent, acts: Record<string, () => void>): void {
  const inField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (event.ctrlKey || event.metaKey || event.altKey || inField) return;
  if (event.key === ' ' && event.target instanceof HTMLButtonElement) return;  // presses the button
  const found = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!found) return;
  event.preventDefault();
  found();
}

export function help(): void {
  const dialog = document.getElementById('help') as HTMLDialogElement;
  if (dialog.open) return;
  const head = element('div', '', 'dialog-head'), list = element('div', '', 'keys');
  head.append(element('h1', 'Keys and mouse'), button('Close', () => dialog.close()));
  for (const [key, what] of kKeys) list.append(element('kbd', key), element('span', what));
  dialog.replaceChildren(head, list);
  dialog.showModal();
}
