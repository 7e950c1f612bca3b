// Dragging: the pointer sets a target, never a pose. The engine says how far the body follows; a rubber band
// shows the pull, and what is in the way is named.
import * as three from 'three';
import {Document, digits} from './data';
import {Engine, Type} from './engine';
import {Rod} from './steady';
import {View} from './view';

interface EnginePose {position: number[]; rotation: {quaternion_wxyz: number[]}}
interface Tick {
  pose: EnginePose; state: 'reached' | 'blocked' | 'overlapping'; gap?: number;
  blockers: {body: number; point: number[]; normal: number[]}[]; tests: number;
}

export class Touch {
  on = false;
  ticks = 0;
  private body = -1;
  private isDown = false;
  private pointer: PointerEvent | null = null;  // the latest
  private busy = false;
  private target: EnginePose | null = null;    // the latest; older ones are forgotten
  private start: EnginePose | null = null;     // when it was grabbed
  private readonly plane = new three.Plane();  // the pointer moves in it
  private readonly from = new three.Vector3();
  private readonly grip = new three.Vector3();  // in the mesh's frame
  private readonly pull = new three.Vector3();
  private readonly band = new Rod(0xd55e00, 7);
  private turning = false;
  private pressed = {x: 0, y: 0};
  private last: number[] = [];  // place after the last tick
  private looked = 0;           // when it was last looked whether something hides the grip
  say: (text: string) => void = () => {};

  constructor(private readonly data: Document, private readonly view: View, private readonly engine: Engine,
              private readonly safeTime: (body: number) => number) {
    this.band.visible = false;
    view.stage.scene.add(this.band);
    const canvas = view.stage.renderer.domElement;
    canvas.addEventListener('pointerdown', (event) => { if (this.on && event.button === 0) void this.press(event); }, {capture: true});
    canvas.addEventListener('pointermove', (event) => { this.pointer = event; this.move(event); });
    for (const name of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(name, () => { this.isDown = false; void this.release(); });
  }

  private async press(event: PointerEvent): Promise<void> {
    const picked = this.view.bodies.pick(this.view.rayAt(event));
    if (!picked || this.body >= 0 || this.isDown) return;
    this.isDown = true;
    this.pointer = null;
    event.stopImmediatePropagation();
    this.view.stage.controls.enabled = false;
    this.view.stage.renderer.domElement.setPointerCapture(event.pointerId);
    const normal = this.view.stage.camera.getWorldDirection(new three.Vector3());
    this.plane.setFromNormalAndCoplanarPoint(normal, picked.point);
    this.from.copy(picked.point);
    this.grip.copy(picked.point).applyMatrix4(this.view.bodies.meshes[picked.body].matrix.clone().invert());
    this.turning = event.shiftKey;
    this.pressed = {x: event.clientX, y: event.clientY};
    await this.grab(picked.body);
    if (!this.isDown) await this.release();       // let go while the engine was asked
    else if (this.pointer) this.move(this.pointer);  // moved meanwhile
  }

  /** Takes a body into the hand, where it is at the last safe time. */
  async grab(body: number): Promise<void> {
    try {
      const grabbed = await this.engine.json<{skin: number; pose: EnginePose}>(
          Type.grab, {body: this.data.bodies[body].name, time: this.safeTime(body)});
      this.body = body;
      this.start = grabbed.pose;
      this.view.bodies.hold(body, true);
      this.put(grabbed.pose);
    } catch (reason) {
      this.isDown = false;
      this.view.stage.controls.enabled = true;
      this.say(reason instanceof Error ? reason.message : String(reason));
    }
  }

  private move(event: PointerEvent): void {
    if (this.body < 0 || !this.start) return;
    const at = this.view.rayAt(event).ray.intersectPlane(this.plane, new three.Vector3());
    if (!at) return;
    const [w, x, y, z] = this.start.rotation.quaternion_wxyz;
    if (this.turning) {
      const axis = this.plane.normal, angle = 0.008 * (event.clientX - this.pressed.x);
      const q = new three.Quaternion().setFromAxisAngle(axis, angle).multiply(new three.Quaternion(x, y, z, w));
      this.aim({position: this.start.position, rotation: {quaternion_wxyz: [q.w, q.x, q.y, q.z]}}, this.from);
    } else {
      const shift = at.clone().sub(this.from);
      const position = this.start.position.map((p, k) => p + shift.getComponent(k));
      this.aim({position, rotation: this.start.rotation}, at);
    }
  }

  /** The latest target wins; one question is under way at a time. */
  aim(target: EnginePose, pull: three.Vector3): void {
    this.target = target;
    this.pull.copy(pull);
    if (!this.busy) void this.follow();
  }

  private async follow(): Promise<void> {
    this.busy = true;
    while (this.target && this.body >= 0) {
      const target = this.target;
      try {
        const tick = await this.engine.json<Tick>(Type.target, target);
        ++this.ticks;
        this.put(tick.pose);
        this.tell(tick);
        if ((tick.state === 'reached' || this.rests(tick)) && this.target === target) this.target = null;
      } catch (reason) {
        this.say(reason instanceof Error ? reason.message : String(reason));
        this.target = null;
      }
      await new Promise(requestAnimationFrame);
    }
    this.busy = false;
  }

  /** It went nowhere: nothing new comes before the pointer moves. */
  private rests(tick: Tick): boolean {
    const place = [...tick.pose.position, ...tick.pose.rotation.quaternion_wxyz];
    const isSame = this.last.length > 0 && place.every((x, k) => Math.abs(x - this.last[k]) <= 1e-7 * (k < 3 ? this.view.radius : 1));
    this.last = place;
    return isSame;
  }

  private put(pose: EnginePose): void {
    if (this.body < 0) return;
    this.view.place(this.body, pose.position, pose.rotation.quaternion_wxyz);
    const grip = this.grip.clone().applyMatrix4(this.view.bodies.meshes[this.body].matrix);
    this.band.set(grip, this.pull);
    this.band.visible = !this.turning && grip.distanceTo(this.pull) > 1e-3 * this.view.radius;
    this.view.draw();
    if (performance.now() < this.looked + 200) return;
    this.looked = performance.now();
    this.view.uncover(grip, this.body);
  }

  private tell(tick: Tick): void {
    const names = [...new Set(tick.blockers.map((blocker) => this.data.bodies[blocker.body].name))];
    const gap = tick.gap === undefined ? '' : `, gap at least ${digits(tick.gap)} ${this.data.units}`;
    this.say(tick.state === 'overlapping' ? `It touches ${names.join(', ') || 'another body'} already and cannot be moved with a proof.` :
             tick.state === 'blocked' && names.length > 0 ? `In the way: ${names.join(', ')}${gap}. Proved free at every instant.` :
                                                            `Free${gap}. Proved at every instant.`);
  }

  async release(): Promise<void> {
    if (this.body < 0) return;
    this.body = -1;
    this.target = null;
    this.band.visible = false;
    this.view.stage.controls.enabled = true;
    this.view.draw();
    try { await this.engine.request(Type.release); } catch { /* the engine is gone, and so is its hand */ }
  }
}
