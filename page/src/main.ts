// The page: one state (time, chosen pair), four panels that show it.
import {Document, kindOf, parse} from './data';
import {element, fillLeft, fillRight, sentence} from './panels';
import {Question, reloadOnChange} from './live';
import {Timeline} from './timeline';
import {View} from './view';

const kKeys: [string, string][] = [
  ['Space', 'play, pause'], ['← →', 'a hundredth of the span'], ['C', 'next contact'], ['F', 'fit'],
  ['X', 'section plane'], ['G', 'ghosts of the motion'], ['Esc', 'all pairs'], ['?', 'this list'],
];

const by = (id: string): HTMLElement => document.getElementById(id)!;

class Page {
  private readonly view: View;
  private readonly timeline: Timeline;
  private chosen = -1;
  private readonly keys = (event: KeyboardEvent) => this.key(event);

  constructor(private readonly data: Document) {
    for (const id of ['left', 'right', 'below', 'view']) by(id).replaceChildren();
    document.title = data.name ? `${data.name} - Graze` : 'Graze';
    this.view = new View(by('view'), data);
    this.timeline = new Timeline(by('below'), data);
    this.timeline.onTime = (t) => this.view.moveTo(t);
    this.view.onPick = (picked) => {
      by('hint').textContent = picked ?
          `${data.bodies[picked.body].name}, triangle ${picked.triangle}` : '';
    };
    fillLeft(by('left'), data, (pair) => this.choose(pair), (body, on) => this.view.setVisible(body, on));
    fillRight(by('right'), data, null);
    document.addEventListener('keydown', this.keys);
    this.view.moveTo(data.span[0]);
    this.open();
    if (data.live) {
      const question = new Question(data, this.view, () => this.timeline.time, (answer) => this.replace(answer));
      by('left').append(question.panel);
    }
  }

  /** Another answer: the page made anew. */
  private replace(answer: Document): void {
    document.removeEventListener('keydown', this.keys);
    this.timeline.pause();
    this.view.dispose();
    new Page(answer);
  }

  /** The first seconds: play up to the first contact, then go near. */
  private open(): void {
    const first = this.contacts()[0];
    if (first === undefined) return;
    const pair = this.data.pairs[first];
    this.choose(first, false);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches || pair.time[1] <= this.data.span[0]) {
      this.timeline.set(pair.time[1]);
    } else {
      this.timeline.onArrival = () => { if (this.chosen === first) this.view.approach(pair.contacts[0]?.point); };
      this.timeline.start(pair.time[1]);
    }
  }

  private contacts(): number[] {
    return this.data.pairs.map((_, i) => i).filter((i) => kindOf(this.data.pairs[i]) === 'contact')
        .sort((i, k) => this.data.pairs[i].time[1] - this.data.pairs[k].time[1]);
  }

  private choose(i: number, jump = true): void {
    this.chosen = i;
    const pair = i >= 0 ? this.data.pairs[i] : null;
    document.querySelectorAll<HTMLElement>('.pair').forEach((row) =>
      row.setAttribute('aria-pressed', String(row.dataset.pair === String(i))));
    this.view.show(pair);
    this.view.emphasise(pair ? pair.a : -1, pair ? pair.b : -1);
    fillRight(by('right'), this.data, pair);
    by('hint').textContent = pair ? sentence(this.data, pair) : '';
    if (jump && pair && kindOf(pair) === 'contact') {
      this.timeline.pause();
      this.timeline.set(pair.time[1]);
      if (pair.contacts.length > 0) this.view.fit(pair.contacts[0].point);
    }
  }

  private nextContact(): void {
    const all = this.contacts();
    if (all.length > 0) this.choose(all[(all.indexOf(this.chosen) + 1) % all.length]);
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    const act: Record<string, () => void> = {
      ' ': () => this.timeline.toggle(), ArrowLeft: () => this.timeline.step(-1), ArrowRight: () => this.timeline.step(1),
      c: () => this.nextContact(), f: () => this.view.fit(), g: () => this.view.toggleGhosts(),
      x: () => this.view.toggleSection(), Escape: () => this.choose(-1), '?': () => help(),
    };
    const found = act[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!found) return;
    event.preventDefault();
    found();
  }
}

function help(): void {
  const dialog = by('help') as HTMLDialogElement;
  dialog.replaceChildren(element('h1', 'Keys'));
  for (const [key, what] of kKeys) {
    const line = element('p');
    line.append(element('kbd', key), ` ${what}`);
    dialog.append(line);
  }
  const close = element('button', 'Close') as HTMLButtonElement;
  close.onclick = () => dialog.close();
  dialog.append(close);
  dialog.showModal();
}

function fail(reason: unknown): void {
  const box = element('div', '', 'error');
  box.id = 'error';
  box.append(element('h1', 'This page cannot be shown'),
             element('p', reason instanceof Error ? reason.message : String(reason)));
  by('middle').replaceChildren(box);
}

try {
  const data = parse(by('graze-data').textContent ?? '');
  new Page(data);
  if (data.live) reloadOnChange();
} catch (reason) {
  fail(reason);
}
