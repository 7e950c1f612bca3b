// The panels: bodies and pairs at the left, the answer in words at the right.
import {BatchData, ContactData, CurveData, Document, Kind, PairData, colourOf, cssOf, digits, kindOf, symbol} from './data';

export function element(tag: string, text = '', kind = ''): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

export function button(text: string, act: () => void, title = ''): HTMLButtonElement {
  const made = element('button', text) as HTMLButtonElement;
  made.type = 'button';
  made.onclick = act;
  if (title) made.title = title;
  return made;
}

/** The sentence starts with a capital letter, as a sentence does. */
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The door, but Gear 2 and link_3: names that are words take an article. */
export function withArticle(name: string): string { return /^[a-z][a-z ]*$/.test(name) ? `the ${name}` : name; }

export function sentence(data: Document, pair: PairData): string {
  const a = data.bodies[pair.a].name, b = data.bodies[pair.b].name;
  const isStill = (body: number) => data.bodies[body].times.length < 2 && !data.bodies[body].frames;
  const [what, on] = isStill(pair.b) && !isStill(pair.a) ? [a, b] : [b, a];  // who moves is the subject
  switch (pair.outcome) {
    case 'separated': return capital(`${a} and ${b} do not touch.`);
    case 'contact': return capital(`${what} touches ${on} at ${digits(pair.time[1])}\u00a0s.`);
    case 'overlap_at_start': return capital(`${a} and ${b} overlap at the start.`);
    default: return capital(`${a} and ${b}: not decided after ${digits(pair.time[0])}\u00a0s.`);
  }
}

/** All pairs in one sentence. */
export function summary(data: Document): string {
  const touching = data.pairs.filter((pair) => kindOf(pair) === 'contact').sort((p, q) => p.time[1] - q.time[1]);
  const unsure = data.pairs.filter((pair) => kindOf(pair) === 'unsure');
  if (data.pairs.length === 0) return 'No pair was asked about.';
  if (touching.length > 0) return sentence(data, touching[0]);
  if (unsure.length > 0) return sentence(data, unsure[0]);
  return data.pairs.length === 1 ? sentence(data, data.pairs[0]) : `None of ${data.pairs.length} pairs touch.`;
}

export interface BodyLook {
  visible(body: number, on: boolean): void;
  opacity(body: number, opacity: number): void;
  colour(body: number, colour: string): void;
}

export interface Moment {time: number; distance: number}

/** Where the smallest distance dips without a touch, nearest first. Each step of the curve is two entries. */
export function nearMoments(curve: CurveData): Moment[] {
  const steps: Moment[] = [];
  for (let i = 0; i + 1 < curve.times.length; i += 2) {
    steps.push({time: 0.5 * (curve.times[i] + curve.times[i + 1]), distance: curve.lower[i]});
  }
  // A low is one if the curve rises by 2 % on both sides before it comes down to it again: not every ripple.
  const rises = (low: number, way: -1 | 1): boolean => {
    for (let i = low + way; ; i += way) {
      const {distance} = steps[i] ?? {distance: Infinity};
      if (distance > 1.02 * steps[low].distance) return true;
      if (distance < steps[low].distance || (way < 0 && distance === steps[low].distance)) return false;
    }
  };
  const lows = steps.filter((step, i) => step.distance > 0 && rises(i, -1) && rises(i, 1));
  return lows.sort((p, q) => p.distance - q.distance).slice(0, 5);
}

/** For lists, where names need the room; the answer has all digits. */
const shortly = (x: number): string => digits(Number(x.toPrecision(4)));

/** Three digits, rounded down: what is proved stays true. */
function lowered(x: number): string {
  const unit = Math.pow(10, Math.floor(Math.log10(x)) - 2);
  return digits(Math.floor(x / unit) * unit);
}

function momentRow(data: Document, moment: Moment, seek: (time: number) => void): HTMLElement {
  const row = element('button', '', 'row moment');
  row.title = 'proved: in this step of the curve no pair is nearer';
  row.append(element('span', '△', 'mark apart'), element('span', `≥ ${lowered(moment.distance)} ${data.units}`, 'name'),
             element('span', `${shortly(moment.time)} s`, 'number'));
  row.onclick = () => seek(moment.time);
  return row;
}

export interface Selection {pair(pair: number): void; time(time: number): void}

/** Many questions about one scene, the worst first; `chosen` is the one that is shown, or -1. */
export function momentList(data: Document, batch: BatchData, chosen: number, select: (moment: number) => void): HTMLElement {
  const panel = element('section'), list = element('div', '', 'pairs');
  const count = (n: number, what: string) => `${n.toLocaleString('en')} ${what}`;
  panel.append(element('h2', `Worst of ${count(batch.questions, batch.questions === 1 ? 'question' : 'questions')}`),
               element('p', `${count(batch.contacts, 'touch')}, ${count(batch.undecided, 'undecided')}, ` +
                            `${count(batch.questions - batch.contacts - batch.undecided, 'free')}.`, 'soft'));
  batch.moments.forEach((moment, i) => {
    const row = element('button', '', 'row question'), kind = kindOf(moment);
    row.title = moment.line;
    row.setAttribute('aria-pressed', String(i === chosen));
    row.append(element('span', symbol[kind], `mark ${kind}`), element('span', moment.label, 'name'),
               element('span', moment.outcome === 'overlap_at_start' ? 'overlap' : kind === 'contact' ? `${shortly(moment.time)} s` : kind === 'apart' && moment.distance > 0 ? `≥ ${lowered(moment.distance)} ${data.units}` : '', 'number'));
    row.onclick = () => select(i);
    list.append(row);
  });
  panel.append(list);
  return panel;
}

export function fillLeft(host: HTMLElement, data: Document, selection: Selection, look: BodyLook): void {
  host.append(element('h1', data.name || 'Scene'), element('h2', `Pairs (${data.pairs.length})`));
  const order = data.pairs.map((_, i) => i).sort((i, k) => rank(data.pairs[i]) - rank(data.pairs[k]));
  if (order.length === 0) host.append(element('p', 'No pair was asked about.', 'soft'));
  const list = element('div', '', 'pairs');
  for (const i of order.slice(0, 500)) list.append(pairRow(data, i, (pair) => selection.pair(pair)));
  host.append(list);
  if (order.length > 500) host.append(element('p', `and ${order.length - 500} more`, 'soft'));
  const legend = element('p', '', 'soft legend');
  legend.append(element('span', '●', 'contact'), '\u00a0contact ', element('span', '○', 'apart'), '\u00a0apart ',
                element('span', '◌', 'unsure'), '\u00a0undecided');
  host.append(legend);
  const near = data.curve ? nearMoments(data.curve) : [];
  if (near.length > 0) host.append(element('h2', 'Nearest without a touch'));
  for (const moment of near) host.append(momentRow(data, moment, (time) => selection.time(time)));
  host.append(element('h2', `Bodies (${data.bodies.length})`));
  data.bodies.forEach((_, i) => { if (data.bodies[i].mesh >= 0) host.append(bodyRow(data, i, look)); });
}

const rank = (pair: PairData): number =>
    kindOf(pair) === 'contact' ? pair.time[1] : kindOf(pair) === 'unsure' ? 1e300 : 1e301;

function pairRow(data: Document, i: number, select: (pair: number) => void): HTMLElement {
  const pair = data.pairs[i];
  const row = element('button', '', 'row pair');
  row.dataset.pair = String(i);
  row.setAttribute('aria-pressed', 'false');
  row.title = sentence(data, pair);
  row.append(element('span', symbol[kindOf(pair)], `mark ${kindOf(pair)}`),
             element('span', `${data.bodies[pair.a].name} / ${data.bodies[pair.b].name}`, 'name'),
             element('span', pair.outcome === 'contact' ? `${shortly(pair.time[1])} s` : '', 'number'));
  row.onclick = () => select(i);
  return row;
}

function input(type: string, value: string, label: string): HTMLInputElement {
  const made = document.createElement('input');
  made.type = type;
  made.value = value;
  made.setAttribute('aria-label', label);
  made.title = label;
  return made;
}

function bodyRow(data: Document, i: number, look: BodyLook): HTMLElement {
  const row = element('div', '', 'row body'), name = data.bodies[i].name;
  const shown = input('checkbox', '', `show ${name}`);
  shown.checked = true;
  shown.onchange = () => look.visible(i, shown.checked);
  const colour = input('color', cssOf(colourOf(data, i)), `colour of ${name}`);
  colour.oninput = () => look.colour(i, colour.value);
  const opacity = input('range', '100', `opacity of ${name}`);
  opacity.min = '5';
  opacity.oninput = () => look.opacity(i, Number(opacity.value) / 100);
  row.append(shown, colour, element('span', name, 'name'), opacity);
  row.title = data.bodies[i].solid ?? name;
  return row;
}

const row = (table: HTMLElement, name: string, value: string): void => {
  const line = element('tr');
  line.append(element('th', name), element('td', value));
  table.append(line);
};
/** A component that is a rounding error of the others is 0 here. */
const vector = (v: number[]): string => {
  const least = 1e-9 * Math.max(...v.map(Math.abs));
  return v.map((x) => digits(Math.abs(x) < least ? 0 : x)).join('  ');
};

function contactTable(data: Document, pair: PairData, contact: ContactData, table: HTMLElement): void {
  row(table, `point [${data.units}]`, vector(contact.point));
  row(table, 'normal', vector(contact.normal));
  row(table, data.bodies[pair.a].name, contact.feature_a);
  row(table, data.bodies[pair.b].name, contact.feature_b);
  row(table, `distance [${data.units}]`, digits(contact.distance));
}

const kGuarantees: Record<string, [string, string]> = {
  proved: ['Proved.', 'True of the stored numbers at every instant of the span, rounding included.'],
  conservative: ['Conservative.', 'No contact is missed; an alarm beyond the tolerance is possible.'],
  sampled: ['Sampled.', 'Looked at instants: a contact between them may be missed.'],
};

function details(data: Document, pair: PairData): HTMLElement {
  const table = element('table');
  row(table, 'bracket [s]', `[${pair.time[0]},\n${pair.time[1]}]`);
  row(table, 'method', pair.method);
  row(table, `tolerance [${data.units}]`, digits(pair.tolerance));
  row(table, 'tests', pair.tests.toLocaleString('en'));
  if (pair.start !== 'apart') row(table, 'at the start', pair.start);
  if (pair.reason) row(table, 'why', pair.reason);
  if (pair.contacts.length > 0) contactTable(data, pair, pair.contacts[0], table);
  if (pair.contacts.length > 1) row(table, 'contacts', String(pair.contacts.length));
  return table;
}

function badgeOf(guarantee: string, kind: string): HTMLElement[] {
  const [word, meaning] = kGuarantees[guarantee] ?? [guarantee, ''], badge = element('span', word, `badge ${kind}`);
  badge.id = 'guarantee';
  badge.title = meaning;
  return [badge, element('p', meaning, 'soft')];
}

/** The answer about a pair, or about all; gives the canvas for the close-up if there is a contact. */
export function fillRight(host: HTMLElement, data: Document, pair: PairData | null): HTMLCanvasElement | null {
  host.replaceChildren();
  const has = (wanted: Kind) => data.pairs.some((one) => kindOf(one) === wanted);
  const kind = pair ? kindOf(pair) : has('contact') ? 'contact' : has('unsure') ? 'unsure' : 'apart';
  const words = element('p', '', 'answer');
  words.id = 'answer';
  words.append(element('span', `${symbol[kind]} `, kind), pair ? sentence(data, pair) : summary(data));
  host.append(words);
  let canvas: HTMLCanvasElement | null = null;
  const guarantees = new Set((pair ? [pair] : data.pairs).map((one) => one.guarantee));
  if (guarantees.size === 1) host.append(...badgeOf([...guarantees][0], kind));  // of all, if they have one in common
  if (pair) {
    if (pair.contacts.length > 0) {
      canvas = document.createElement('canvas');
      canvas.id = 'close-up';
      canvas.setAttribute('aria-label', 'the contact from near');
      const key = element('p', '', 'soft legend');
      key.append(element('span', '■', 'feature-a'), ` ${data.bodies[pair.a].name}: ${pair.contacts[0].feature_a}  `,
                 element('span', '■', 'feature-b'), ` ${data.bodies[pair.b].name}: ${pair.contacts[0].feature_b}`);
      host.append(canvas, key);
    }
    host.append(element('h2', 'Details'), details(data, pair));
  }
  const proof = element('div');
  proof.id = 'proof';
  host.append(proof, element('h2', 'Ask again'), element('pre', data.command), ...(data.command.endsWith(' scene.json') ? [element('p', 'after "Save scene.json"', 'soft')] : []),
              element('p', `Graze ${data.version}, ${data.seconds < 0.1 ? `${digits(1e3 * data.seconds)} ms` : `${digits(data.seconds)} s`} ` +
                           'for all pairs. Press ? for keys.', 'soft'));
  return canvas;
}
