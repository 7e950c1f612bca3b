// Time: play, speed, scrub; marks at contacts; under them the clearance curve as a proved band.
import {CurveData, Document, digits, kindOf} from './data';
import {button, element} from './panels';
import {roundLength} from './stage';
import {style} from './theme';

const kSpeeds = [0.05, 0.2, 0.5, 1, 2, 5];
const kLeft = 56, kRight = 16, kTop = 6, kBottom = 30;  // pixels around the plot

export class Timeline {
  time: number;
  onTime: (t: number) => void = () => {};
  onArrival: () => void = () => {};  // played up to where it was to stop
  private playing = false;
  private speed = 1;
  private last = 0;
  private stopAt: number | null = null;
  private readonly redraw = () => requestAnimationFrame(() => this.draw());  // when the colours are new
  private readonly canvas = document.createElement('canvas');
  private readonly out = document.createElement('output');
  private readonly play: HTMLButtonElement;

  constructor(host: HTMLElement, private readonly data: Document) {
    this.time = data.span[0];
    this.play = button('▶ Play', () => this.toggle(), 'Space');
    this.play.id = 'play';
    this.out.id = 'time';
    const legend = element('span', data.curve?.times.length ? `below: smallest distance [${data.units}]; the band is proved` :
                                                'marks: first contacts', 'soft');
    const row = element('div', '', 'controls');
    row.append(button('|◀', () => { this.pause(); this.set(data.span[0]); }, 'to the start'), this.play, this.speeds(), this.out, legend);
    this.canvas.id = 'line';
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'slider');
    this.canvas.setAttribute('aria-label', 'time');
    this.canvas.setAttribute('aria-valuemin', String(data.span[0]));
    this.canvas.setAttribute('aria-valuemax', String(data.span[1]));
    host.append(row, this.canvas);
    this.canvas.addEventListener('pointerdown', (e) => { this.canvas.setPointerCapture(e.pointerId); this.scrub(e); });
    this.canvas.addEventListener('pointermove', (e) => { if (e.buttons !== 0) this.scrub(e); });
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    document.addEventListener('themechange', this.redraw);
    this.set(this.time);
  }

  private speeds(): HTMLSelectElement {
    const select = document.createElement('select');
    select.id = 'speed';
    select.setAttribute('aria-label', 'speed');
    for (const speed of kSpeeds) select.append(new Option(`${speed}×`, String(speed), speed === 1, speed === 1));
    select.onchange = () => { this.speed = Number(select.value); };
    return select;
  }

  private scrub(e: PointerEvent): void {
    const box = this.canvas.getBoundingClientRect();
    const [lo, hi] = this.data.span;
    const share = (e.clientX - box.left - kLeft) / Math.max(1, box.width - kLeft - kRight);
    this.pause();
    this.set(lo + Math.min(1, Math.max(0, share)) * (hi - lo));
  }

  private x(t: number): number {
    const [lo, hi] = this.data.span;
    return kLeft + (this.canvas.clientWidth - kLeft - kRight) * (hi > lo ? (t - lo) / (hi - lo) : 0);
  }

  set(t: number): void {
    const [lo, hi] = this.data.span;
    this.time = Math.min(hi, Math.max(lo, t));
    this.out.textContent = `${digits(this.time)} s${this.bandAt()}`;
    this.canvas.setAttribute('aria-valuenow', String(this.time));
    this.draw();
    this.onTime(this.time);
  }

  /** What is proved of the smallest distance now. */
  private bandAt(): string {
    const curve = this.data.curve;
    if (!curve) return '';
    const cell = curve.times.findIndex((t, i) => i % 2 === 1 && this.time <= t);
    return cell < 0 ? '' : `, gap ${digits(curve.lower[cell])} … ${digits(curve.upper[cell])} ${this.data.units}`;
  }

  step(direction: number): void {
    this.pause();
    this.set(this.time + direction * 0.01 * (this.data.span[1] - this.data.span[0]));
  }

  toggle(): void { if (this.playing) this.pause(); else this.start(null); }
  dispose(): void { this.pause(); document.removeEventListener('themechange', this.redraw); }
  pause(): void { this.playing = false; this.play.textContent = '▶ Play'; }

  /** Plays from here (from the start if at the end), until `stopAt` if given, slowing down before it. */
  start(stopAt: number | null): void {
    if (this.time >= this.data.span[1]) this.set(this.data.span[0]);
    this.stopAt = stopAt;
    this.playing = true;
    this.play.textContent = '❚❚ Pause';
    this.last = performance.now();
    requestAnimationFrame((now) => this.advance(now));
  }

  private advance(now: number): void {
    if (!this.playing) return;
    const [lo, hi] = this.data.span;
    const seconds = Math.min(0.5, (now - this.last) / 1000);
    this.last = now;
    const length = Math.max(hi - lo, 1e-12);
    let rate = this.speed * length / 4;  // the whole span in four seconds
    if (this.stopAt !== null) {          // at least two seconds to a stop, slowing down
      const way = Math.max(1e-12, this.stopAt - lo);
      rate = Math.min(rate, way / 1.6) * Math.min(1, 0.06 + 3 * Math.max(0, this.stopAt - this.time) / way);
    }
    const end = this.stopAt ?? hi;
    this.set(Math.min(end, this.time + rate * seconds));
    if (this.time < end) {
      requestAnimationFrame((then) => this.advance(then));
      return;
    }
    this.pause();
    if (this.stopAt !== null) this.onArrival();
  }

  private draw(): void {
    const scale = Math.min(2, devicePixelRatio);
    const width = this.canvas.clientWidth, height = this.canvas.clientHeight;
    if (width === 0) return;
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    const c = this.canvas.getContext('2d')!;
    c.scale(scale, scale);
    c.font = '11px system-ui, sans-serif';
    if (this.data.curve) this.drawCurve(c, this.data.curve, height);
    c.strokeStyle = style('--line');
    c.strokeRect(kLeft, kTop - 1.5, width - kLeft - kRight, height - kTop - kBottom + 1.5);
    this.drawTicks(c, width, height);
    this.drawMarks(c, height);
    const now = this.x(this.time);
    c.strokeStyle = style('--text');
    c.lineWidth = 1.5;
    c.beginPath(); c.moveTo(now, 1); c.lineTo(now, height - kBottom + 3); c.stroke();
  }

  private drawTicks(c: CanvasRenderingContext2D, width: number, height: number): void {
    const [lo, hi] = this.data.span;
    c.fillStyle = style('--soft');
    c.textAlign = 'center';
    const step = hi > lo ? roundLength((hi - lo) * 200 / Math.max(200, width)) : 1;
    for (let k = Math.ceil(lo / step); k * step <= hi + 1e-9 * step && k - lo / step < 100; ++k) {
      c.fillText(`${Number((k * step).toPrecision(6))} s`, this.x(k * step), height - 4);
    }
    c.textAlign = 'left';
  }

  /** A filled disc for a contact, an open one where it is not decided: shapes, not colours alone. */
  private drawMarks(c: CanvasRenderingContext2D, height: number): void {
    for (const pair of this.data.pairs) {
      if (kindOf(pair) === 'apart') continue;
      const isContact = kindOf(pair) === 'contact', x = this.x(isContact ? pair.time[1] : pair.time[0]);
      c.beginPath();
      c.arc(x, height - kBottom + 8, 4.5, 0, 2 * Math.PI);
      c.fillStyle = c.strokeStyle = style(isContact ? '--contact' : '--unsure');
      c.lineWidth = 1.5;
      if (isContact) c.fill(); else c.stroke();
      c.globalAlpha = 0.5;
      c.beginPath(); c.moveTo(x, kTop); c.lineTo(x, height - kBottom); c.stroke();
      c.globalAlpha = 1;
    }
  }

  private drawCurve(c: CanvasRenderingContext2D, curve: CurveData, height: number): void {
    if (curve.times.length < 2) return;
    const top = curve.upper.reduce((most, d) => Math.max(most, d), 1e-300);
    const y = (d: number) => kTop + (height - kTop - kBottom) * (1 - d / top);
    const trace = (values: number[], back: boolean) => {
      for (let k = 0; k < curve.times.length; ++k) {
        const i = back ? curve.times.length - 1 - k : k;
        c[k === 0 && !back ? 'moveTo' : 'lineTo'](this.x(curve.times[i]), y(values[i]));
      }
    };
    c.beginPath(); trace(curve.upper, false); trace(curve.lower, true); c.closePath();
    c.globalAlpha = 0.35; c.fillStyle = style('--apart'); c.fill(); c.globalAlpha = 1;
    c.strokeStyle = style('--apart'); c.lineWidth = 1.2;
    c.beginPath(); trace(curve.upper, false); c.stroke();
    c.beginPath(); trace(curve.lower, false); c.stroke();
    c.fillStyle = style('--soft');
    c.textAlign = 'right';
    if (top > 1e-300) c.fillText(top < 1e-3 ? top.toExponential(1) : String(Number(top.toPrecision(3))), kLeft - 5, kTop + 8);
    c.fillText('0', kLeft - 5, height - kBottom);
    c.textAlign = 'left';
  }
}
