// The page: one state (time, chosen pair), four panels that show it.
import {Document, PairData, digits, kindOf, parse} from './data';
import {help, pressed} from './keys';
import {Question, reloadOnChange} from './live';
import {element, fillLeft, fillRight, sentence} from './panels';
import {Timeline} from './timeline';
import {Toolbar} from './toolbar';
import {View} from './view';

const by = (id: string): HTMLElement => document.getElementById(id)!;

class Page {
  private readonly view: View;
  private readonly timeline: Timeline;
  private readonly toolbar: Toolbar;
  private chosen = -1;
  private readonly keys = (event: KeyboardEvent) => pressed(event, this.acts());

  constructor(private readonly data: Document, isFirst = true) {
    for (const id of ['left', 'right', 'below', 'view', 'tools', 'caption', 'hint']) by(id).replaceChildren();
    document.title = data.name ? `${data.name} - Graze` : 'Graze';
    this.view = new View(by('view'), data);
    (window as unknown as {grazeView: View}).grazeView = this.view;  // for tests, and for who wants to look
    this.toolbar = new Toolbar(by('tools'), this.view, help);
    this.timeline = new Timeline(by('below'), data);
    this.timeline.onTime = (t) => this.view.moveTo(t);
    this.view.onPick = (picked) => {
      const place = picked ? picked.point.toArray().map((x, k) => digits(x + data.centre[k])).join('  ') : '';
      this.hint(picked ? `${data.bodies[picked.body].name}, triangle ${picked.triangle}, at ${place} ${data.units}` : '');
    };
    const redraw = () => this.view.draw();
    fillLeft(by('left'), data, (pair) => this.choose(pair), {
      visible: (body, on) => { this.view.bodies.setVisible(body, on); redraw(); },
      opacity: (body, share) => { this.view.bodies.setOpacity(body, share); redraw(); },
      colour: (body, colour) => { this.view.bodies.setColour(body, colour); redraw(); },
    });
    fillRight(by('right'), data, null);
    document.addEventListener('keydown', this.keys);
    this.view.moveTo(data.span[0]);
    this.open(isFirst);
    if (data.live) {
      const question = new Question(data, this.view, () => this.timeline.time, (answer) => this.replace(answer));
      by('left').append(question.panel);
    }
  }

  private hint(text: string): void { by('hint').textContent = text; }

  /** Another answer: the page made anew. */
  private replace(answer: Document): void {
    document.removeEventListener('keydown', this.keys);
    this.timeline.pause();
    this.view.dispose();
    new Page(answer, false);
  }

  /** The first seconds: play up to the first contact, slowing down, then go near and say it. */
  private open(isFirst: boolean): void {
    const first = this.contacts()[0];
    if (first === undefined) return;
    const pair = this.data.pairs[first];
    this.choose(first, false);
    this.view.fit();
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!isFirst || isCalm || pair.time[1] <= this.data.span[0]) {
      this.timeline.set(pair.time[1]);
      return;
    }
    this.timeline.set(this.data.span[0]);
    this.timeline.onArrival = () => {
      if (this.chosen !== first) return;
      this.view.approach();
      this.say(pair);
    };
    this.timeline.start(pair.time[1]);
  }

  /** The answer over the view, for a while. */
  private say(pair: PairData): void {
    const line = element('span', pair.guarantee === 'proved' ? `${sentence(this.data, pair)} Proved.` : sentence(this.data, pair));
    by('caption').replaceChildren(line);
    setTimeout(() => line.remove(), 12000);
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
    this.view.setCloseUp(fillRight(by('right'), this.data, pair));
    by('caption').replaceChildren();
    this.hint('');
    if (jump && pair && kindOf(pair) === 'contact') {
      this.timeline.pause();
      this.timeline.set(pair.time[1]);
      if (pair.contacts.length > 0) this.view.approach();
    } else {
      this.view.moveTo(this.timeline.time);
    }
  }

  private nextContact(): void {
    const all = this.contacts();
    if (all.length > 0) this.choose(all[(all.indexOf(this.chosen) + 1) % all.length]);
  }

  private acts(): Record<string, () => void> {
    return {
      ' ': () => this.timeline.toggle(), ArrowLeft: () => this.timeline.step(-1), ArrowRight: () => this.timeline.step(1),
      c: () => this.nextContact(), f: () => this.view.fit(), g: () => this.toolbar.toggleGhosts(),
      x: () => this.toolbar.nextSection(), Escape: () => this.choose(-1), '?': () => help(),
    };
  }
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
