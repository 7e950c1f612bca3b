// The 3D view: the stage with the bodies on it, marks, picking, section, gizmo, and the close-up.
import * as three from 'three';
import {TransformControls} from 'three/examples/jsm/controls/TransformControls.js';
import {Bodies, Picked} from './bodies';
import {Document, PairData} from './data';
import {Marks} from './marks';
import {Stage} from './stage';

const kNear = 0.55;  // from where a contact is looked at, as a share of what is looked at

export class View {
  readonly stage: Stage;
  readonly bodies: Bodies;
  private readonly marks: Marks;
  private readonly gizmo: TransformControls;
  readonly box: three.Box3;
  private readonly focus: three.Box3;
  private readonly near: number;  // radius of what is looked at: a floor may be far larger
  private readonly closeUp = new three.PerspectiveCamera(38, 1.4, 0.01, 100);
  private closeUpCanvas: HTMLCanvasElement | null = null;
  private contact: {point: three.Vector3; way: three.Vector3; corner: three.Vector3} | null = null;  // seen from near, and from far
  private wantsGhosts = true;
  private held = -1;
  private pressed = {x: 0, y: 0};
  private readonly redraw = () => this.draw();
  onPick: (picked: Picked | null) => void = () => {};
  onGizmo: () => void = () => {};
  onGizmoEnd: () => void = () => {};

  constructor(host: HTMLElement, private readonly data: Document) {
    this.bodies = new Bodies(data);
    this.box = this.bodies.bounds();
    this.focus = this.bodies.focus();
    const radius = this.box.isEmpty() ? 1 : Math.max(1e-9, 0.5 * this.box.getSize(new three.Vector3()).length());
    this.stage = new Stage(host, data.up === 'y' ? 'y' : 'z', data.units, radius);
    this.stage.scene.add(this.bodies.group);
    this.near = this.focus.isEmpty() ? radius : Math.min(radius, 0.5 * this.focus.getSize(new three.Vector3()).length());
    this.marks = new Marks(data, this.bodies, this.stage.scene, this.near);
    if (!this.box.isEmpty()) this.stage.addGrid(data.up === 'y' ? this.box.min.y : this.box.min.z);
    this.stage.onCamera = (moves) => this.bodies.simplify(moves);
    this.stage.beforeFrame = () => this.drawCloseUp();
    const canvas = this.stage.renderer.domElement;
    this.gizmo = new TransformControls(this.stage.camera, canvas);
    this.gizmo.addEventListener('dragging-changed', (e) => {
      this.stage.controls.enabled = !e.value;
      if (!e.value) this.onGizmoEnd();
    });
    this.gizmo.addEventListener('change', () => this.draw());
    this.gizmo.addEventListener('objectChange', () => { this.bodies.meshes[this.held]?.updateMatrix(); this.onGizmo(); });
    this.stage.scene.add(this.gizmo.getHelper());
    canvas.addEventListener('pointerdown', (e) => { this.pressed = {x: e.clientX, y: e.clientY}; });
    canvas.addEventListener('click', (e) => this.click(e));
    document.addEventListener('themechange', this.redraw);
    this.fit();
  }

  get radius(): number { return this.stage.radius; }
  draw(): void { this.stage.draw(); }
  moveTo(t: number): void { this.bodies.moveTo(t); this.draw(); }

  /** Marks the contacts of a pair; the bodies must be where they touch, see moveTo. */
  show(pair: PairData | null): void {
    const first = pair?.contacts[0];
    if (pair && first) this.bodies.moveTo(pair.time[1]);
    this.marks.show(pair);
    const point = first ? this.marks.place(first.point) : null;
    this.contact = first && point ? {point, way: this.sideWay(point, first.normal), corner: this.cornerWay(point)} : null;
    this.bodies.setClear(this.contact ? this.hiders(this.contact.point, this.contact.way, kNear * this.near) : []);
    this.draw();
  }

  /** From the scene's middle towards a point, and from above: the side on which the point is seen. */
  private outward(point: three.Vector3): three.Vector3 {
    const up = this.stage.camera.up, way = point.clone().sub(this.box.getCenter(new three.Vector3()));
    way.addScaledVector(up, -way.dot(up));
    const front = this.stage.defaultWay();
    const level = way.length() > 0.05 * this.radius ? way.normalize() : front.addScaledVector(up, -front.dot(up)).normalize();
    return level.addScaledVector(up, 0.45).normalize();
  }

  /** Bodies before a point, seen along `way` from a distance. */
  private hiders(point: three.Vector3, way: three.Vector3, distance: number): number[] {
    return this.bodies.inFrontOf(point, point.clone().addScaledVector(way.clone().normalize(), distance), 0.02 * this.near);
  }

  /** Makes what hides a point of a body glass, from where the camera is; null: nothing. */
  uncover(point: three.Vector3 | null, body = -1): void {
    const before = point ? this.bodies.inFrontOf(point, this.stage.camera.position, 0.02 * this.near) : [];
    this.bodies.setClear(before.filter((other) => other !== body));
    this.draw();
  }

  /** Along the surfaces, so that the gap is seen: less of the normal, from above, from outside unless the point is hidden there. */
  private sideWay(point: three.Vector3, normal: number[]): three.Vector3 {
    const n = new three.Vector3().fromArray(normal), out = this.outward(point);
    const ways = [0, 45, -45, 90, -90, 135, -135, 180].map((degrees) => {
      const way = out.clone().applyAxisAngle(this.stage.camera.up, degrees * Math.PI / 180), side = way.clone().addScaledVector(n, -0.75 * way.dot(n));
      return side.length() > 0.2 ? side.normalize() : way;
    });
    return ways.find((way) => this.hiders(point, way, kNear * this.near).length === 0) ?? ways[0];
  }

  emphasise(a: number, b: number): void { this.bodies.emphasise(a, b); this.draw(); }
  seeThrough(on: boolean): void { this.bodies.seeThrough(on); this.draw(); }
  toggleGhosts(): boolean { this.wantsGhosts = !this.wantsGhosts; this.quiet(false); return this.wantsGhosts; }
  /** Where bodies no longer follow their motions, ghosts of those say nothing. */
  quiet(on: boolean): void { this.bodies.ghosts.visible = this.wantsGhosts && !on; this.draw(); }

  /** Cuts at a share (0 … 1) of the bounds along an axis. */
  section(axis: 0 | 1 | 2 | null, share = 0.5): void {
    const lo = this.box.min.getComponent(axis ?? 0), hi = this.box.max.getComponent(axis ?? 0);
    this.bodies.cut(axis, lo + share * (hi - lo) + 1e-6 * this.radius);
    this.draw();
  }

  /** The whole scene, or near a point. */
  fit(point?: number[]): void {
    if (point) return this.stage.look(this.marks.place(point), 0.5);
    const middle = this.middle(), way = this.contact?.corner ?? this.stage.defaultWay().normalize();
    this.stage.look(middle, this.fitting(middle, way) / this.radius, way);
  }

  private middle(): three.Vector3 { return this.focus.isEmpty() ? new three.Vector3() : this.focus.getCenter(new three.Vector3()); }

  /** How far away the camera sees every corner of what is looked at, with a margin. */
  private fitting(middle: three.Vector3, way: three.Vector3): number {
    const {min, max} = this.focus, camera = this.stage.camera, tall = Math.tan(camera.fov * Math.PI / 360), wide = tall * camera.aspect;
    const right = camera.up.clone().cross(way).normalize(), top = way.clone().cross(right);
    let distance = 0.2 * this.near;
    for (let k = 0; k < 8 && !this.focus.isEmpty(); ++k) {
      const corner = new three.Vector3(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z).sub(middle);
      distance = Math.max(distance, corner.dot(way) + Math.max(Math.abs(corner.dot(right)) / wide, Math.abs(corner.dot(top)) / tall));
    }
    return 1.12 * distance;
  }

  /** The usual slanting view, from the corner that the point is nearest to, or from another one if it is hidden there. */
  private cornerWay(point: three.Vector3): three.Vector3 {
    const middle = this.middle(), way = this.stage.defaultWay(), out = this.outward(point), up = this.stage.camera.up;
    for (const k of [0, 1, 2]) {
      if (up.getComponent(k) === 0 && Math.abs(out.getComponent(k)) > 0.1) way.setComponent(k, Math.abs(way.getComponent(k)) * Math.sign(out.getComponent(k)));
    }
    const ways = [0, 90, -90, 180].map((degrees) => way.clone().applyAxisAngle(up, degrees * Math.PI / 180).normalize());
    const seenFrom = (one: three.Vector3) => middle.clone().addScaledVector(one, this.fitting(middle, one)).sub(point);
    return ways.find((one) => this.hiders(point, seenFrom(one), seenFrom(one).length()).length === 0) ?? ways[0];
  }

  approach(): void { if (this.contact) this.stage.approach(this.contact.point, kNear * this.near / this.radius, this.contact.way); }

  /** A gizmo on a body, to put it elsewhere; -1: none. */
  hold(body: number, mode: 'translate' | 'rotate' = 'translate'): void {
    if (this.held >= 0 && body < 0) this.bodies.hold(this.held, false);
    this.held = body;
    if (body < 0) {
      this.gizmo.detach();
    } else {
      const mesh = this.bodies.meshes[body];
      this.bodies.hold(body, true);
      mesh.matrix.decompose(mesh.position, mesh.quaternion, mesh.scale);
      this.gizmo.setMode(mode);
      this.gizmo.attach(mesh);
    }
    this.draw();
  }
  /** Puts a body's own frame at a place of the world. */
  place(body: number, position: number[], [w, x, y, z]: number[]): void {
    const q = new three.Quaternion(x, y, z, w);
    const p = new three.Vector3().fromArray(this.data.bodies[body].origin).applyQuaternion(q)
        .add(new three.Vector3().fromArray(position)).sub(new three.Vector3(...this.data.centre));
    this.bodies.setMatrix(body, new three.Matrix4().compose(p, q, new three.Vector3(1, 1, 1)));
    this.draw();
  }
  get heldBody(): number { return this.held; }

  /** Where the close-up is drawn; null: nowhere. */
  setCloseUp(canvas: HTMLCanvasElement | null): void { this.closeUpCanvas = canvas; this.draw(); }

  private drawCloseUp(): void {
    const canvas = this.closeUpCanvas;
    if (!canvas || !this.contact || !canvas.isConnected || canvas.clientWidth === 0) return;
    const ratio = this.stage.renderer.getPixelRatio();
    const width = canvas.clientWidth, height = canvas.clientHeight;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const radius = 0.2 * this.near;
    this.closeUp.aspect = width / height;
    this.closeUp.up.copy(this.stage.camera.up);
    this.closeUp.position.copy(this.contact.point).addScaledVector(this.contact.way, radius);
    this.closeUp.lookAt(this.contact.point);
    this.closeUp.near = 0.02 * radius;
    this.closeUp.far = 40 * radius;
    this.closeUp.updateProjectionMatrix();
    this.closeUp.updateMatrixWorld();
    this.renderCloseUp(canvas, width, height, ratio);
  }

  private renderCloseUp(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void {
    const renderer = this.stage.renderer, ghosts = this.bodies.ghosts.visible;
    const overlay = this.stage.scene.getObjectByName('overlay');
    this.bodies.ghosts.visible = false;
    if (overlay) overlay.visible = false;
    this.marks.near.visible = true;
    this.gizmo.getHelper().visible = false;
    renderer.setViewport(0, 0, width, height);
    renderer.render(this.stage.scene, this.closeUp);
    this.marks.near.visible = false;
    this.gizmo.getHelper().visible = this.held >= 0;
    this.bodies.ghosts.visible = ghosts;
    if (overlay) overlay.visible = true;
    const source = renderer.domElement;
    canvas.getContext('2d')!.drawImage(source, 0, source.height - height * ratio, width * ratio, height * ratio,
                                       0, 0, width * ratio, height * ratio);
  }

  rayAt(event: {clientX: number; clientY: number}): three.Raycaster {
    const box = this.stage.renderer.domElement.getBoundingClientRect();
    const ray = new three.Raycaster();
    ray.setFromCamera(new three.Vector2(2 * (event.clientX - box.left) / box.width - 1,
                                        1 - 2 * (event.clientY - box.top) / box.height), this.stage.camera);
    return ray;
  }

  /** A click that was no turn of the camera picks. */
  private click(event: MouseEvent): void {
    if (Math.hypot(event.clientX - this.pressed.x, event.clientY - this.pressed.y) > 4) return;
    const picked = this.bodies.pick(this.rayAt(event));
    this.marks.pick(picked?.body ?? -1, picked?.triangle ?? -1);
    this.onPick(picked);
    this.draw();
  }

  dispose(): void {
    document.removeEventListener('themechange', this.redraw);  // the document outlives this view, and would keep its meshes
    this.gizmo.detach();
    this.gizmo.disconnect();  // its dispose() fails in three 0.169; what it draws is the stage's to dispose
    this.stage.dispose();
  }
}
