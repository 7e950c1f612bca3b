// The panels: bodies and pairs at the left, the answer in words at the right.
import {ContactData, Document, PairData, digits, kColours, kindOf, symbol} from './data';

export function element(tag: string, text = '', kind = ''): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

const colour = (body: number): string => `#${kColours[body % kColours.length].toString(16).padStart(6, '0')}`;

export function sentence(data: Document, pair: PairData): string {
  const a = data.bodies[pair.a].name, b = data.bodies[pair.b].name;
  switch (pair.outcome) {
    case 'separated': return `${a} and ${b} do not touch.`;
    case 'contact': return `${b} touches ${a} at ${digits(pair.time[1])} s.`;
    case 'overlap_at_start': return `${a} and ${b} overlap at the start.`;
    default: return `${a} and ${b}: not decided after ${digits(pair.time[0])} s.`;
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

export function fillLeft(host: HTMLElement, data: Document, select: (pair: number) => void,
                         show: (body: number, visible: boolean) => void): void {
  host.append(element('h1', data.name || 'Scene'), element('h2', `Pairs (${data.pairs.length})`));
  const order = data.pairs.map((_, i) => i).sort((i, k) => rank(data.pairs[i]) - rank(data.pairs[k]));
  for (const i of order.slice(0, 500)) host.append(pairRow(data, i, select));
  if (order.length > 500) host.append(element('p', `and ${order.length - 500} more`));
  host.append(element('h2', `Bodies (${data.bodies.length})`));
  data.bodies.forEach((_, i) => { if (data.bodies[i].mesh >= 0) host.append(bodyRow(data, i, show)); });
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
             element('span', pair.outcome === 'contact' ? `${digits(pair.time[1])} s` : ''));
  row.onclick = () => select(i);
  return row;
}

function bodyRow(data: Document, i: number, show: (body: number, visible: boolean) => void): HTMLElement {
  const row = element('label', '', 'row body');
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.checked = true;
  box.onchange = () => show(i, box.checked);
  const swatch = element('span', '', 'swatch');
  swatch.style.background = colour(i);
  row.append(box, swatch, element('span', data.bodies[i].name, 'name'));
  row.title = data.bodies[i].solid ?? data.bodies[i].name;
  return row;
}

const row = (table: HTMLElement, name: string, value: string): void => {
  const line = element('tr');
  line.append(element('th', name), element('td', value));
  table.append(line);
};
const vector = (v: number[]): string => v.map(digits).join('  ');

function contactTable(data: Document, contact: ContactData, table: HTMLElement): void {
  row(table, `point [${data.units}]`, vector(contact.point));
  row(table, 'normal', vector(contact.normal));
  row(table, 'features', `${contact.feature_a} / ${contact.feature_b}`);
  row(table, `distance [${data.units}]`, digits(contact.distance));
}

export function fillRight(host: HTMLElement, data: Document, pair: PairData | null): void {
  host.replaceChildren();
  const kind = pair ? kindOf(pair) : data.pairs.some((p) => kindOf(p) === 'contact') ? 'contact' : 'apart';
  const words = element('p', '', 'answer');
  words.id = 'answer';
  words.append(element('span', `${symbol[kind]} `, kind), pair ? sentence(data, pair) : summary(data));
  host.append(words);
  if (pair) {
    const badge = element('span', pair.guarantee === 'proved' ? 'Proved.' : pair.guarantee, `badge ${kind}`);
    badge.id = 'guarantee';
    badge.title = pair.guarantee === 'proved' ? 'True of the stored numbers at every instant, rounding included.' : '';
    const table = element('table');
    row(table, 'bracket [s]', `[${pair.time[0]}, ${pair.time[1]}]`);
    row(table, 'method', pair.method);
    row(table, `tolerance [${data.units}]`, digits(pair.tolerance));
    row(table, 'tests', String(pair.tests));
    if (pair.start !== 'apart') row(table, 'at the start', pair.start);
    if (pair.reason) row(table, 'why', pair.reason);
    if (pair.contacts.length > 0) contactTable(data, pair.contacts[0], table);
    if (pair.contacts.length > 1) row(table, 'contacts', String(pair.contacts.length));
    host.append(badge, element('h2', 'Details'), table);
  }
  host.append(element('h2', 'Ask again'), element('pre', data.command),
              element('p', `Graze ${data.version}. Press ? for keys.`));
}
