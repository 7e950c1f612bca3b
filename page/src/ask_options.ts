// What a question holds besides motions: span, tolerance, pairs, method.
import {Document} from './data';
import {element} from './panels';

/** A field for a number; its title says what it is. */
export function numberField(value: string, title: string): HTMLInputElement {
  const field = document.createElement('input');
  field.type = 'number';
  field.step = 'any';
  field.value = value;
  field.title = title;
  field.setAttribute('aria-label', title);
  return field;
}

const kMethods = ['certified', 'bisection', 'linear', 'analytic', 'backtracking', 'octree'];

export class AskOptions {
  readonly panel = element('div', '', 'grid3');
  private readonly from: HTMLInputElement;
  private readonly to: HTMLInputElement;
  private readonly tolerance = numberField('', 'as before, if empty');
  private readonly pairs = document.createElement('select');
  private readonly method = document.createElement('select');

  constructor(private readonly data: Document) {
    this.from = numberField(String(data.span[0]), 'begin of the span');
    this.to = numberField(String(data.span[1]), 'end of the span');
    this.tolerance.placeholder = 'as before';
    this.tolerance.className = 'wide';
    const asked = data.asked as {method?: string; pairs?: string[][]};
    this.fill(this.pairs, 'pairs', 'which pairs are asked about', [['all', 'all'], ['moved', 'of the moved body']]);
    if (asked.pairs) this.fill(this.pairs, 'pairs', 'which pairs are asked about', [['', 'as before']]);
    this.fill(this.method, 'method', 'which method answers; the best that applies, unless you say', [['', 'the best'], ...kMethods.map((name) => [name, name])]);
    this.pairs.value = asked.pairs ? '' : 'all';
    this.method.value = asked.method ?? '';
    this.panel.append(element('span', 'span [s]'), this.from, this.to, element('span', `tolerance [${data.units}]`), this.tolerance, element('span', 'pairs'), this.pairs, element('span', 'method'), this.method);
  }

  private fill(select: HTMLSelectElement, name: string, title: string, choices: string[][]): void {
    select.id = `ask-${name}`;
    select.title = title;
    select.setAttribute('aria-label', title);
    select.className = 'wide';
    for (const [value, text] of choices) select.append(new Option(text, value));
  }

  span(): [number, number] { return [Number(this.from.value), Number(this.to.value)]; }

  /** Puts what was chosen into a question; `body` is the one that is moved, or -1. */
  addTo(question: Record<string, unknown>, body: number): void {
    const span = this.span(), name = (i: number) => this.data.bodies[i].name;
    if (span[0] !== this.data.span[0] || span[1] !== this.data.span[1]) question.span = span;
    if (this.tolerance.value !== '') question.tolerance = Number(this.tolerance.value);
    question.method = this.method.value || null;
    if (this.pairs.value === 'all') question.pairs = [];
    if (this.pairs.value !== 'moved' || body < 0) return;
    question.pairs = this.data.bodies.flatMap((other, i) => other.mesh >= 0 && i !== body ? [[name(i), name(body)]] : []);
  }
}
