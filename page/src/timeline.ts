// Time: play, speed, scrub; marks at contacts; under them the clearance curve as a proved band.
import {Document, digits, kindOf} from './data';

const style = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export class Timeline {
  time: number;
  onTime: (t: number) => void = () => {};
  onArrival: () => void = () => {};  // played up to where it was to stop
  private playing = false;
  private speed = 1;
  private last = 0;
  private stopAt: number | null = null;
  private readonly canvas = document.createElement('canvas');
  private readonly out = document.createElement('output');
  private readonly play = document.createElement('button');

  constructor(host: HTMLElement, private readonly data: Document) {
    this.time = data.span[0];
    const row = document.createElement('div');
    row.className = 'controls';
    this.play.textContent = '▶ Play';
    this.play.id = 'play';
    this.play.onclick = () => this.toggle();
    this.out.id = 'time';
    const speed = document.createElement('button');
    speed.textContent = '1×';
    speed.title = 'speed';
    speed.onclick = () => {
      this.speed = this.speed >= 2 ? 0.1 : this.speed >= 1 ? 2 : this.speed >= 0.5 ? 1 : 0.5;
      speed.textContent = `${this.speed}×`;
    };
    const legend = document.createElement('span');
    legend.style.color = 'var(--soft)';
    legend.textContent = data.curve ?
        `smallest distance [${data.units}], as a proved band` : 'marks: first contacts';
    row.append(this.play, speed, this.out, legend);
    this.canvas.id = 'line';
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'slider');
    this.canvas.setAttribute('aria-label', 'time');
    host.append(row, this.canvas);
    const scrub = (e: PointerEvent) => {
      if (e.buttons === 0 && e.type === 'pointermove') return;
      const box = this.canvas.getBoundingClientRect();
      this.pause();
      this.set(this.fromX((e.clientX - box.left) / box.width));
    };
    this.canvas.addEventListener('pointerdown', scrub);
    this.canvas.addEventListener('pointermove', scrub);
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    this.set(this.time);
  }

  private fromX(x: number): number {
    const [lo, hi] = this.data.span;
    return lo + Math.min(1, Math.max(0, (x - 0.01) / 0.98)) * (hi - lo);
  }
  private toX(t: number): number {
    const [lo, hi] = this.data.span;
    return 0.01 + 0.98 * (hi > lo ? (t - lo) / (hi - lo) : 0);
  }

  set(t: number): void {
    const [lo, hi] = this.data.span;
    this.time = Math.min(hi, Math.max(lo, t));
    this.out.textContent = `${digits(this.time)} s`;
    this.canvas.setAttribute('aria-valuenow', String(this.time));
    this.draw();
    this.onTime(this.time);
  }

  step(direction: number): void {
    this.pause();
    this.set(this.time + direction * 0.01 * (this.data.span[1] - this.data.span[0]));
  }

  toggle(): void { if (this.playing) this.pause(); else this.start(null); }
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
    const seconds = Math.min(0.1, (now - this.last) / 1000);
    this.last = now;
    const length = Math.max(hi - lo, 1e-12);
    let rate = this.speed * length / 4;  // the whole span in four seconds
    if (this.stopAt !== null) rate *= Math.min(1, 0.08 + 4 * Math.max(0, this.stopAt - this.time) / length);
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
    this.drawCurve(c, width, height);
    c.strokeStyle = style('--line');
    c.strokeRect(0.01 * width, 4.5, 0.98 * width, height - 22);
    for (const pair of this.data.pairs) {
      if (kindOf(pair) === 'apart') continue;
      const x = this.toX(pair.outcome === 'undecided' ? pair.time[0] : pair.time[1]) * width;
      c.fillStyle = style(kindOf(pair) === 'contact' ? '--contact' : '--unsure');
      c.beginPath();
      c.moveTo(x, height - 17); c.lineTo(x - 5, height - 7); c.lineTo(x + 5, height - 7);
      c.fill();
    }
    c.fillStyle = style('--soft');
    c.textBaseline = 'alphabetic';
    c.fillText(`${digits(this.data.span[0])} s`, 0.01 * width, height - 4);
    const end = `${digits(this.data.span[1])} s`;
    c.fillText(end, 0.99 * width - c.measureText(end).width, height - 4);
    const now = this.toX(this.time) * width;
    c.strokeStyle = style('--text');
    c.lineWidth = 1.5;
    c.beginPath(); c.moveTo(now, 2); c.lineTo(now, height - 16); c.stroke();
  }

  private drawCurve(c: CanvasRenderingContext2D, width: number, height: number): void {
    const curve = this.data.curve;
    if (!curve || curve.times.length < 2) return;
    const top = Math.max(...curve.upper, 1e-300);
    const y = (d: number) => 6 + (height - 26) * (1 - d / top);
    c.beginPath();
    curve.times.forEach((t, i) => c[i ? 'lineTo' : 'moveTo'](this.toX(t) * width, y(curve.upper[i])));
    for (let i = curve.times.length - 1; i >= 0; --i) c.lineTo(this.toX(curve.times[i]) * width, y(curve.lower[i]));
    c.closePath();
    c.globalAlpha = 0.35; c.fillStyle = style('--apart'); c.fill(); c.globalAlpha = 1;
    c.beginPath();
    curve.times.forEach((t, i) => c[i ? 'lineTo' : 'moveTo'](this.toX(t) * width, y(curve.upper[i])));
    c.strokeStyle = style('--apart'); c.lineWidth = 1.2; c.stroke();
    c.fillStyle = style('--soft'); c.fillText(digits(top), 0.012 * width + 2, 16);
  }
}
