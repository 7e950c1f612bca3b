// A film of the answer, for `graze report --gif` and `--webm`: the page is opened with #film=KIND,FRAMES,WIDTH,HEIGHT by a browser
// without a window, draws every frame, and leaves the file as text in place of itself.
import {Document, digits} from './data';
import {gif} from './gif';
import {View} from './view';
import {webm} from './webm';

const kMs = 50;  // of a frame
const kEnd = 0.3;  // share of the frames at the contact

export interface Film {kind: 'gif' | 'webm'; frames: number; width: number; height: number}

export function wantedFilm(): Film | null {
  const found = /^#film=(gif|webm),(\d+),(\d+),(\d+)$/.exec(location.hash);
  if (!found) return null;
  const [frames, width, height] = found.slice(2).map(Number);
  return {kind: found[1] as Film['kind'], frames: Math.max(2, frames), width: width & ~1, height: height & ~1};  // encoders want even numbers
}

function caption(c: CanvasRenderingContext2D, width: number, height: number, words: string): void {
  c.font = `${Math.max(13, Math.round(height / 26))}px system-ui, "Liberation Sans", sans-serif`;
  c.textAlign = 'center';
  const half = 0.5 * c.measureText(words).width + 12, line = Math.max(24, height / 15);
  c.fillStyle = 'rgba(255, 255, 255, .86)';
  c.fillRect(0.5 * width - half, height - 1.6 * line, 2 * half, line);
  c.fillStyle = '#1c2026';
  c.fillText(words, 0.5 * width, height - 0.92 * line);
}

/** Plays up to the first contact, slowing down, and stays there with the answer; without one, the whole span. */
function shoot(view: View, data: Document, {frames, width, height}: Film, end: number, words: string): Uint8ClampedArray[] {
  const canvas = document.createElement('canvas'), source = view.stage.renderer.domElement;
  canvas.width = width;
  canvas.height = height;
  const c = canvas.getContext('2d', {willReadFrequently: true})!, shots: Uint8ClampedArray[] = [];
  const moving = words ? Math.ceil(frames * (1 - kEnd)) : frames;
  for (let i = 0; i < frames; ++i) {
    const s = Math.min(1, i / Math.max(1, moving - 1)), share = words ? s * (2 - s) : s;
    const time = data.span[0] + share * (end - data.span[0]);
    view.moveTo(time);
    view.stage.drawNow();
    c.drawImage(source, 0, 0, canvas.width, canvas.height);
    caption(c, canvas.width, canvas.height, i < moving - 1 || !words ? `${digits(Number(time.toPrecision(3)))} s` : words);
    shots.push(c.getImageData(0, 0, canvas.width, canvas.height).data);
  }
  return shots;
}

function base64(bytes: Uint8Array): string {
  let raw = '';
  for (let i = 0; i < bytes.length; i += 8192) raw += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(raw);
}

/** Ends with the document being nothing but the film. */
export async function makeFilm(film: Film, view: View, data: Document, end: number, words: string): Promise<void> {
  const {kind, width, height} = film;
  document.getElementById('middle')!.style.cssText = `position: absolute; width: ${width}px; height: ${height}px`;
  view.stage.resize();
  view.fit();
  const shots = shoot(view, data, film, end, words);
  const made = kind === 'gif' ? gif(shots, width, height, kMs / 10) : await webm(shots, width, height, kMs);
  document.body.textContent = `film:${base64(made)}:film`;
}
