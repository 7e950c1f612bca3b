// Joints by sliders: the bodies of a robot go where its joints put them.
import * as three from 'three';
import {Document, JointData, digits} from './data';
import {element} from './panels';
import {View} from './view';

const kTurn = Math.PI, kLeastSlide = 1e-3;

export class Joints {
  readonly panel = element('div', '', 'joints');
  private readonly values = new Map<number, number>();
  private readonly relative: three.Matrix4[] = [];  // in the parent's frame, of bodies without a joint that moves

  constructor(private readonly data: Document, private readonly view: View, private readonly changed: () => void) {
    this.panel.hidden = !data.bodies.some((body) => body.joint);
    if (this.panel.hidden) return;
    this.panel.append(element('h2', 'Joints'));
    data.bodies.forEach((body, i) => { if (body.joint) this.panel.append(this.row(i, body.joint)); });
  }

  private row(body: number, joint: JointData): HTMLElement {
    const row = element('label', '', 'row'), slider = document.createElement('input'), shown = element('span', '', 'number');
    const [from, to] = joint.values, reach = joint.slides ? Math.max(Math.abs(to - from), kLeastSlide * this.view.radius, 0.5 * this.view.radius) : kTurn;
    slider.type = 'range';
    slider.step = 'any';
    slider.min = String(Math.min(from, to) - reach);
    slider.max = String(Math.max(from, to) + reach);
    slider.setAttribute('aria-label', `joint of ${this.data.bodies[body].name}`);
    slider.dataset.joint = String(body);
    const tell = (value: number) => { shown.textContent = joint.slides ? `${digits(value)} ${this.data.units}` : `${(value * 180 / Math.PI).toFixed(1)}°`; };
    this.values.set(body, from);
    slider.value = String(from);
    tell(from);
    slider.oninput = () => { this.values.set(body, Number(slider.value)); tell(Number(slider.value)); this.apply(); this.changed(); };
    row.append(element('span', this.data.bodies[body].name, 'name'), slider, shown);
    return row;
  }

  /** All joints as they are now, by name. */
  now(): Record<string, number> {
    return Object.fromEntries([...this.values].map(([body, value]) => [this.data.bodies[body].name, value]));
  }

  /** Frames of bodies out of those of their parents, which come first. */
  private apply(): void {
    const {bodies} = this.view, frames: three.Matrix4[] = [];
    if (this.relative.length === 0) this.remember();
    this.data.bodies.forEach((body, i) => {
      const parent = body.parent >= 0 ? frames[body.parent] : new three.Matrix4();
      frames.push(parent.clone().multiply(body.joint ? this.jointMatrix(body.joint, this.values.get(i)!) : this.relative[i]));
      const shift = new three.Vector3(...body.origin);
      bodies.hold(i, true);
      bodies.setMatrix(i, frames[i].clone().multiply(new three.Matrix4().makeTranslation(shift)).premultiply(this.toPage()));
    });
    this.view.draw();
  }

  private toPage(): three.Matrix4 { const [x, y, z] = this.data.centre; return new three.Matrix4().makeTranslation(-x, -y, -z); }

  private jointMatrix(joint: JointData, value: number): three.Matrix4 {
    const axis = new three.Vector3(...joint.axis as [number, number, number]);
    const place = new three.Matrix4().compose(new three.Vector3().fromArray(joint.place), new three.Quaternion().fromArray(joint.turn), new three.Vector3(1, 1, 1));
    return place.multiply(joint.slides ? new three.Matrix4().makeTranslation(axis.multiplyScalar(value)) : new three.Matrix4().makeRotationAxis(axis, value));
  }

  private remember(): void {
    const frames = this.data.bodies.map((body, i) => {
      const mesh = this.view.bodies.tracks[i].at(this.data.span[0], new three.Matrix4());
      const [x, y, z] = body.origin, [cx, cy, cz] = this.data.centre;
      return mesh.multiply(new three.Matrix4().makeTranslation(-x, -y, -z)).premultiply(new three.Matrix4().makeTranslation(cx, cy, cz));
    });
    this.data.bodies.forEach((body, i) => this.relative.push(body.parent >= 0 ? frames[body.parent].clone().invert().multiply(frames[i]) : frames[i]));
  }

  /** Bodies follow time again. */
  release(): void { this.data.bodies.forEach((_, i) => this.view.bodies.hold(i, false)); }
}
