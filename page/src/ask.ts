// Another question: a body with other start and end poses, another span or tolerance; undo; save.
import {AskOptions, numberField} from './ask_options';
import {Bodies} from './bodies';
import {Document, digits} from './data';
import {Engine, Type} from './engine';
import {Joints} from './joints';
import {button, element} from './panels';
import {View} from './view';

type Pose = ReturnType<Bodies['poseOf']>;

/** What the panel needs of the page. */
export interface Asker {
  time(): number;
  begin(): void;  // a body is chosen
  change(question: () => Promise<Document>): Promise<void>;
  undo(): Promise<void>;
  canUndo(): boolean;
}

export class AskPanel {
  readonly panel = element('section', '', 'engine');
  private readonly body = document.createElement('select');
  private readonly between = document.createElement('select');
  private readonly said = element('p', '', 'soft');
  private readonly place: HTMLInputElement[] = [];
  private readonly exact = new Map<HTMLInputElement, {shown: string; x: number}>();
  private readonly options: AskOptions;
  private begin: Pose | null = null;
  private end: Pose | null = null;
  private via: Pose[] = [];  // between them
  private readonly joints: Joints;
  private readonly ends: {begin?: Record<string, number>; end?: Record<string, number>} = {};
  private readonly snap = document.createElement('input');

  constructor(private readonly data: Document, private readonly view: View, private readonly engine: Engine,
              private readonly asker: Asker) {
    this.panel.id = 'question';
    this.said.id = 'said';
    this.said.setAttribute('role', 'status');
    this.body.id = 'ask-body';
    this.body.append(new Option('choose a body to move', '-1'));
    data.bodies.forEach((body, i) => { if (body.mesh >= 0 && body.parent < 0) this.body.append(new Option(body.name, String(i))); });
    this.body.onchange = () => this.choose(Number(this.body.value));
    for (const [name, what] of [['screw', 'on a screw'], ['slerp', 'straight and turning']]) this.between.append(new Option(what, name));
    this.between.title = 'how the body goes from start to end';
    this.options = new AskOptions(data);
    this.joints = new Joints(data, view, () => { this.said.textContent = 'Press "Start here" or "End here" for the joints as they are now.'; });
    this.panel.append(element('h2', 'Ask your own question'), this.body, this.gizmoButtons(), this.numbers(), this.between, this.joints.panel, this.options.panel,
                      this.askButtons(), this.said);
    view.onGizmo = () => this.readPlace();
    view.onGizmoEnd = () => { if (this.snap.checked) void this.snapToContact(); };
  }

  private chosen(): number { return Number(this.body.value); }

  choose(body: number): void {
    this.asker.begin();
    this.body.value = String(body);
    this.begin = this.end = null;
    this.via = [];
    this.view.hold(-1);
    this.view.moveTo(this.asker.time());
    this.view.hold(body);
    this.readPlace();
  }

  gizmo(mode: 'translate' | 'rotate'): void { if (this.chosen() >= 0) this.view.hold(this.chosen(), mode); }

  private gizmoButtons(): HTMLElement {
    const row = element('div', '', 'controls');
    row.style.margin = '6px 0';
    const snap = element('label', '', 'soft');
    this.snap.type = 'checkbox';
    this.snap.id = 'snap';
    snap.title = 'a body that is moved into another one goes back to where it touches';
    snap.append(this.snap, ' snap to contact');
    row.append(button('Move', () => this.gizmo('translate'), 'G'), button('Turn', () => this.gizmo('rotate'), 'R'), snap);
    return row;
  }

  /** From where the body is at this time towards where the gizmo put it, as far as nothing is in its way. */
  private async snapToContact(): Promise<void> {
    const body = this.chosen(), target = this.view.bodies.poseOf(body);
    try {
      await this.engine.request(Type.grab, JSON.stringify({body: this.data.bodies[body].name, time: this.asker.time()}));
      let last = '';
      for (let k = 0; k < 60; ++k) {
        const tick = await this.engine.json<{pose: Pose; state: string; blockers: {body: number}[]}>(Type.target, target);
        this.view.place(body, tick.pose.position, tick.pose.rotation.quaternion_wxyz);
        const place = tick.pose.position.map((x) => x.toPrecision(7)).join();
        const names = [...new Set(tick.blockers.map((one) => this.data.bodies[one.body].name))].join(', ');
        this.said.textContent = tick.state === 'blocked' && names ? `Snapped: it touches ${names}.` : 'Free there.';
        if (tick.state === 'reached' || place === last) break;
        last = place;
      }
      await this.engine.request(Type.release);
      this.gizmo('translate');
      this.readPlace();
    } catch (reason) {
      this.said.textContent = reason instanceof Error ? reason.message : String(reason);
    }
  }

  /** The pose as numbers: place, and a rotation vector in degrees. */
  private numbers(): HTMLElement {
    const table = element('div', '', 'grid6');
    for (const [name, what] of [[`at [${this.data.units}]`, 'place'], ['turned [°]', 'rotation vector']]) {
      table.append(element('span', name));
      for (const axis of 'xyz') {
        const field = numberField('', `${what} ${axis}`);
        field.onchange = () => this.writePlace();
        this.place.push(field);
        table.append(field);
      }
    }
    return table;
  }

  private readPlace(): void {
    if (this.chosen() < 0) { this.place.forEach((field) => { field.value = ''; }); return; }
    const {position, rotation: {quaternion_wxyz: [w, ...v]}} = this.view.bodies.poseOf(this.chosen());
    const sine = Math.hypot(...v), angle = 2 * Math.atan2(sine, w) * 180 / Math.PI;
    const turn = v.map((x) => sine > 1e-12 ? x / sine * angle : 0);
    [...position, ...turn].forEach((x, i) => { this.show(this.place[i], x); });
  }

  /** Seven digits fit; what is not typed over stays as exact as it was. */
  private show(field: HTMLInputElement, x: number): void {
    field.value = String(Number(x.toPrecision(7)));
    this.exact.set(field, {shown: field.value, x});
  }
  private numberIn(field: HTMLInputElement): number {
    const known = this.exact.get(field);
    return known?.shown === field.value ? known.x : Number(field.value) || 0;
  }

  private writePlace(): void {
    if (this.chosen() < 0) return;
    const n = this.place.map((field) => this.numberIn(field));
    const angle = Math.hypot(n[3], n[4], n[5]) * Math.PI / 180, k = angle > 0 ? Math.sin(angle / 2) / (angle * 180 / Math.PI) : 0;
    this.view.place(this.chosen(), n.slice(0, 3), [Math.cos(angle / 2), n[3] * k, n[4] * k, n[5] * k]);
    this.gizmo('translate');
  }

  private addVia(): void {
    if (this.chosen() < 0) { this.said.textContent = 'Choose a body first.'; return; }
    this.via.push(this.view.bodies.poseOf(this.chosen()));
    this.said.textContent = `The way goes through ${this.via.length === 1 ? 'one pose' : `${this.via.length} poses`} between start and end.`;
  }

  private askButtons(): HTMLElement {
    const row = element('div', '', 'controls');
    row.style.margin = '8px 0 0';
    const via = button('Via here', () => this.addVia(), 'a pose between start and end');
    const set = (which: 'begin' | 'end') => {
      if (this.chosen() < 0 && this.joints.panel.hidden) { this.said.textContent = 'Choose a body first.'; return; }
      if (!this.joints.panel.hidden) this.ends[which] = this.joints.now();
      if (this.chosen() >= 0) this[which] = this.view.bodies.poseOf(this.chosen());
      this.said.textContent = which === 'begin' ? 'Start set. Move the body, then press "End here".' : 'End set.';
    };
    const ask = button('Ask', () => void this.ask());
    ask.id = 'ask';
    const undo = button('Undo', () => void this.asker.undo(), 'back to the question before');
    undo.id = 'undo';
    undo.disabled = !this.asker.canUndo();
    row.append(button('Start here', () => set('begin')), via, button('End here', () => set('end')), ask, undo,
               button('Save scene.json', () => void this.save()));
    return row;
  }

  /** From start to end; through the poses between them, if there are any, in equal times. */
  private motion(from: Pose, to: Pose): object {
    if (this.via.length === 0) return {type: this.between.value, from, to};
    const [lo, hi] = this.options.span(), steps = this.via.length + 1;
    const poses = [from, ...this.via, to].map((pose, i) => ({time: i === steps ? hi : lo + i / steps * (hi - lo), ...pose}));
    return {type: 'path', interpolation: this.between.value, poses};
  }

  private question(): object | null {
    const question: Record<string, unknown> = {...this.data.asked, curve: this.data.curve ? 40 : 0};
    const body = this.chosen();
    this.options.addTo(question, body);
    if (body >= 0 && (this.begin || this.end)) {
      if (!this.begin || !this.end) return null;
      question.motions = {[this.data.bodies[body].name]: this.motion(this.begin, this.end)};
    }
    const {begin, end} = this.ends;
    if (!begin !== !end) return null;
    if (begin && end) question.joints = Object.fromEntries(Object.keys(begin).map((name) => [name, [begin[name], end[name]]]));
    return question;
  }

  private async ask(): Promise<void> {
    const question = this.question();
    if (!question) {
      this.said.textContent = 'Choose a body, move it, press "Start here"; move it again, press "End here"; then ask.';
      return;
    }
    this.said.textContent = 'Asking …';
    const begin = performance.now();
    try {
      await this.asker.change(() => this.engine.document(Type.ask, question));
      document.getElementById('said')!.textContent = `Answered in ${digits(performance.now() - begin)} ms.`;
    } catch (reason) {
      this.said.textContent = reason instanceof Error ? reason.message : String(reason);
    }
  }

  private async save(): Promise<void> {
    try {
      const text = await this.engine.request(Type.save);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([text as BlobPart], {type: 'application/json'}));
      link.download = 'scene.json';
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      this.said.textContent = 'Saved: scene.json stands alone, meshes included.';
    } catch (reason) {
      this.said.textContent = reason instanceof Error ? reason.message : String(reason);
    }
  }
}
