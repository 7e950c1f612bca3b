// A world under gravity: bodies are let go where they are, fall, bounce, are pulled and thrown by the mouse. The engine
// steps it and proves every way free; here it is watched.
import * as three from 'three';
import {Document, digits, doubles} from './data';
import {arrows} from './drawing';
import {Engine, Type} from './engine';
import {button, element} from './panels';
import {Rod} from './steady';
import {View} from './view';

const kMostSteps = 8;  // of one frame
const kPromise: Record<string, string> = {
  exact: 'Nothing ever passes through anything: proved.',
  volume: 'Bodies may overlap; by how much is sampled by images.',
};

interface Contact {a: number; b: number; point: number[]; force: number[]}
interface WorldState {
  time: number; step: number; poses: string; loose: number[]; contacts: Contact[]; impacts: number; holds: number; kinetic: number; energy: number;
  gravity: number[]; friction: number; restitution: number; order: number; contact: string; pixels: number; seconds: number; blocker?: number;
}
interface Hand {body: number; point: number[]; target: number[]}

export class Live {
  readonly panel = element('section', '', 'engine');
  on = false;
  private running = false;
  private state: WorldState | null = null;
  private hand: Hand | null = null;
  private full = 9.81;  // of gravity, in the scene's units
  private down = new three.Vector3();
  private readonly wish: Record<string, unknown> = {};
  private readonly plane = new three.Plane();
  private readonly forces = new three.Group();
  private readonly band = new Rod(0xd55e00, 7);
  private readonly run: HTMLButtonElement;
  private readonly said = element('p', '', 'soft');
  private readonly controls = element('div');
  private frames = 0;
  private speed = '';

  constructor(private readonly data: Document, private readonly view: View, private readonly engine: Engine,
              private readonly begin: () => number, private readonly toggled: (on: boolean) => void) {
    this.panel.id = 'live';
    this.said.id = 'live-said';
    this.run = button('▶ Run', () => this.toggleRun(), 'Space');
    this.run.id = 'live-run';
    const row = element('div', '', 'controls');
    const end = button('End', () => this.stop(), 'L: back to the answer');
    end.id = 'live-end';
    row.append(this.run, button('Step', () => void this.step(), 'one step'), button('Reset', () => void this.reset(), 'as it was when let go'), end);
    this.controls.append(row, this.slider('gravity', 'gravity [%]', 0, 200, 100, (x) => this.setGravity(x / 100)),
                         this.slider('friction', 'friction', 0, 1, 0.5, (x) => { this.wish.friction = x; }),
                         this.slider('restitution', 'restitution', 0, 1, 0, (x) => { this.wish.restitution = x; }));
    // Of the second order bodies have momentum; of the first they go where they are pulled, and stop when nothing pulls.
    this.controls.append(this.choice('order', 'order', [['2', '2: momentum'], ['1', '1: none']], (value) => { this.wish.order = Number(value); }),
                         this.choice('contact', 'contact', [['exact', 'never overlap'], ['volume', 'may overlap']], (value) => { this.wish.contact = value; }),
                         this.slider('pixels', 'resolution', 8, 128, 32, (x) => { this.wish.pixels = x; }));
    this.controls.hidden = true;
    const go = button('Let go', () => void this.start(), 'L: bodies fall from where they are');
    go.id = 'let-go';
    this.panel.append(element('h2', 'Let go: a world under gravity'), go, this.controls, this.said);
    this.band.visible = false;
    view.stage.scene.add(this.forces, this.band);
    this.listen();
  }

  private slider(name: string, label: string, lo: number, hi: number, value: number, set: (x: number) => void): HTMLElement {
    const row = element('label', '', 'row'), field = document.createElement('input'), shown = element('span', String(value), 'number');
    field.type = 'range';
    field.min = String(lo); field.max = String(hi); field.step = hi - lo > 10 ? '1' : '0.01'; field.value = String(value);
    field.id = `live-${name}`;
    field.oninput = () => { shown.textContent = field.value; set(Number(field.value)); };
    row.append(element('span', label, 'name'), field, shown);
    return row;
  }

  private choice(name: string, label: string, choices: [string, string][], set: (value: string) => void): HTMLElement {
    const row = element('label', '', 'row'), select = document.createElement('select');
    select.id = `live-${name}`;
    for (const [value, text] of choices) select.append(new Option(text, value));
    select.onchange = () => set(select.value);
    row.append(element('span', label, 'name'), select);
    return row;
  }

  /** Fields show what holds: of a world by volume the resolution of its images, too. */
  private showOptions(state: WorldState): void {
    for (const name of ['friction', 'restitution', 'order', 'contact', 'pixels'] as const) {
      const field = this.panel.querySelector(`#live-${name}`) as HTMLInputElement | HTMLSelectElement;
      field.value = String(state[name]);
      if (field instanceof HTMLInputElement) field.nextElementSibling!.textContent = String(state[name]);
    }
    this.panel.querySelector('#live-pixels')!.parentElement!.hidden = state.contact === 'exact';
  }

  private setGravity(share: number): void { this.wish.gravity = this.down.clone().multiplyScalar(share * this.full).toArray(); }

  async toggle(): Promise<void> { if (this.on) this.stop(); else await this.start(); }
  toggleRun(): void {
    this.running = !this.running;
    this.run.textContent = this.running ? '❚❚ Pause' : '▶ Run';
    if (this.running) void this.loop();
  }

  async start(): Promise<void> {
    const time = this.begin();
    this.view.hold(-1);
    if (!await this.open(time)) return;
    this.on = true;
    this.toggled(true);
    this.controls.hidden = false;
    this.panel.scrollIntoView({block: 'nearest'});
    (this.panel.querySelector('#let-go') as HTMLElement).hidden = true;
    const gravity = new three.Vector3().fromArray(this.state!.gravity);
    if (gravity.length() > 0) { this.full = gravity.length(); this.down = gravity.normalize(); }
    this.showOptions(this.state!);
    if (!this.running) this.toggleRun();
  }

  private async open(time: number): Promise<boolean> {
    try {
      this.show(await this.engine.json<WorldState>(Type.world, {time, ...this.wish}));
      if (this.state!.loose.length > 0) return true;
      this.say('Nothing can move: no body of this scene has a motion or dynamics.');
    } catch (reason) {
      this.say(reason instanceof Error ? reason.message : String(reason));
    }
    return false;
  }

  async reset(): Promise<void> { this.hand = null; await this.open(this.begin()); }

  stop(): void {
    if (!this.on) return;
    this.on = this.running = false;
    this.hand = null;
    this.run.textContent = '▶ Run';
    this.controls.hidden = true;
    (this.panel.querySelector('#let-go') as HTMLElement).hidden = false;
    this.forces.clear();
    this.band.visible = false;
    this.data.bodies.forEach((_, i) => this.view.bodies.hold(i, false));
    this.say('');
    this.toggled(false);
  }

  async step(steps = 1): Promise<void> {
    try {
      const question = {steps, ...this.wish, ...(this.hand ? {hand: this.hand} : {})};
      const state = await this.engine.json<WorldState>(Type.step, question);
      if (!this.on) return;
      if (state.contact !== this.state?.contact) this.showOptions(state);
      this.show(state);
    } catch (reason) {
      this.takeBack();
      this.running = false;
      this.run.textContent = '▶ Run';
      this.say(reason instanceof Error ? reason.message : String(reason));
    }
  }

  /** What was refused is not asked again. */
  private takeBack(): void {
    delete this.wish.contact;
    delete this.wish.order;
    if (this.state) this.showOptions(this.state);
  }

  /** In the world's own time: several steps a frame where frames are slow, a pause where they are fast. */
  private async loop(): Promise<void> {
    let begin = performance.now(), done = 0;
    while (this.running && this.on) {
      const length = this.state?.step ?? 1 / 60, behind = (performance.now() - begin) / 1000 - done;
      const steps = Math.min(kMostSteps, Math.max(1, Math.round(behind / length)));
      await this.step(steps);
      done += steps * length;
      const ahead = done * 1000 - (performance.now() - begin);
      if (performance.now() - begin > 1000) {
        this.speed = `${digits(Math.min(1, Number((done * 1000 / (performance.now() - begin)).toPrecision(2))))}× real time`;
        begin = performance.now();
        done = 0;
      }
      await new Promise((next) => setTimeout(next, Math.max(0, ahead)));
      await new Promise(requestAnimationFrame);
    }
  }

  private show(state: WorldState): void {
    this.state = state;
    ++this.frames;
    const poses = doubles(state.poses);
    for (let i = 0; 7 * i < poses.length && i < this.data.bodies.length; ++i) {
      this.view.bodies.hold(i, true);
      this.view.place(i, [...poses.subarray(7 * i, 7 * i + 3)], [...poses.subarray(7 * i + 3, 7 * i + 7)]);
    }
    this.showForces(state);
    this.showBand();
    const blocker = state.blocker === undefined ? '' : ` In the way: ${this.data.bodies[state.blocker].name}.`;
    this.say(`${digits(state.time)} s, ${state.contacts.length} contacts, energy ${digits(state.energy)} ${this.data.units === 'm' ? 'J' : `kg ${this.data.units}²/s²`}, ` +
             `${digits(1000 * state.seconds)} ms a step${this.speed ? `, ${this.speed}` : ''}. ${kPromise[state.contact] ?? kPromise.volume}${blocker}`);
    this.view.draw();
  }

  private showForces(state: WorldState): void {
    this.forces.clear();
    const most = state.contacts.reduce((m, c) => Math.max(m, Math.hypot(...c.force)), 0);
    if (most === 0) return;
    const numbers = new Float32Array(state.contacts.flatMap(({point, force}) =>
      [...point.map((x, k) => x - this.data.centre[k]), ...force.map((f) => f / most * 0.18 * this.view.radius)]));
    for (const thing of arrows(numbers, 'force')) this.forces.add(thing);
  }

  private showBand(): void {
    this.band.visible = this.hand !== null;
    if (!this.hand) return;
    const origin = this.data.bodies[this.hand.body].origin, mesh = this.view.bodies.meshes[this.hand.body];
    const grip = new three.Vector3().fromArray(this.hand.point.map((x, k) => x - origin[k])).applyMatrix4(mesh.matrix);
    this.band.set(grip, new three.Vector3().fromArray(this.hand.target.map((x, k) => x - this.data.centre[k])));
  }

  private listen(): void {
    const canvas = this.view.stage.renderer.domElement;
    canvas.addEventListener('pointerdown', (event) => { if (this.on && event.button === 0) this.press(event); }, {capture: true});
    canvas.addEventListener('pointermove', (event) => this.pull(event));
    for (const name of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(name, () => { this.hand = null; this.view.stage.controls.enabled = true; });
  }

  private press(event: PointerEvent): void {
    const picked = this.view.bodies.pick(this.view.rayAt(event));
    if (!picked || !this.state?.loose.includes(picked.body)) return;
    event.stopImmediatePropagation();
    this.view.stage.controls.enabled = false;
    this.view.stage.renderer.domElement.setPointerCapture(event.pointerId);
    const mesh = this.view.bodies.meshes[picked.body], origin = this.data.bodies[picked.body].origin;
    const grip = picked.point.clone().applyMatrix4(mesh.matrix.clone().invert());
    this.plane.setFromNormalAndCoplanarPoint(this.view.stage.camera.getWorldDirection(new three.Vector3()), picked.point);
    this.hand = {body: picked.body, point: grip.toArray().map((x, k) => x + origin[k]), target: this.world(picked.point)};
  }

  private world(point: three.Vector3): number[] { return point.toArray().map((x, k) => x + this.data.centre[k]); }

  private pull(event: PointerEvent): void {
    if (!this.hand) return;
    const at = this.view.rayAt(event).ray.intersectPlane(this.plane, new three.Vector3());
    if (at) this.hand.target = this.world(at);
  }

  private say(text: string): void { this.said.textContent = text; }
}
