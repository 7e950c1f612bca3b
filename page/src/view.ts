// The 3D view: bodies, ghosts of their motion, marks of the contact, section plane, picking.
import * as three from 'three';
import {OrbitControls} from 'three/examples/jsm/controls/OrbitControls.js';
import {TransformControls} from 'three/examples/jsm/controls/TransformControls.js';
import {Document, PairData, floats, indices, kColours} from './data';
import {Track} from './motion';

export interface Picked {body: number; triangle: number}

export class View {
  readonly tracks: Track[];
  private readonly renderer: three.WebGLRenderer;
  private readonly scene = new three.Scene();
  private readonly camera = new three.PerspectiveCamera(40, 1, 0.01, 100);
  private readonly controls: OrbitControls;
  private readonly bodies: three.Mesh[] = [];
  private readonly ghosts = new three.Group();
  private readonly marks = new three.Group();
  private readonly plane = new three.Plane(new three.Vector3(-1, 0, 0), 0);
  private readonly radius: number;
  private readonly gizmo: TransformControls;
  private held = -1;
  private sectioned = false;
  private wanted = false;
  onPick: (picked: Picked | null) => void = () => {};

  constructor(private readonly host: HTMLElement, private readonly data: Document) {
    this.renderer = new three.WebGLRenderer({antialias: true, preserveDrawingBuffer: true});
    this.renderer.localClippingEnabled = true;
    host.append(this.renderer.domElement);
    this.tracks = data.bodies.map((body) => new Track(body));
    this.addBodies();
    this.addLights();
    this.radius = this.sizeOfAll();
    this.addGhosts();
    this.addGround();
    this.scene.add(this.ghosts, this.marks);
    this.camera.up.set(0, data.up === 'y' ? 1 : 0, data.up === 'y' ? 0 : 1);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.addEventListener('change', () => this.draw());
    this.gizmo = new TransformControls(this.camera, this.renderer.domElement);
    this.gizmo.addEventListener('dragging-changed', (e) => { this.controls.enabled = !e.value; });
    this.gizmo.addEventListener('change', () => this.draw());
    this.gizmo.addEventListener('objectChange', () => this.bodies[this.held]?.updateMatrix());
    this.scene.add(this.gizmo.getHelper());
    this.renderer.domElement.addEventListener('pointerdown', (e) => this.pick(e));
    new ResizeObserver(() => this.resize()).observe(host);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
    this.resize();
    this.fit();
  }

  private addLights(): void {
    const key = new three.DirectionalLight(0xffffff, 2.0);
    key.position.set(1, -2, 3);
    const fill = new three.DirectionalLight(0xffffff, 0.7);
    fill.position.set(-2, 1, -1);
    this.scene.add(key, fill, new three.HemisphereLight(0xffffff, 0x777777, 1.1));
  }

  private addBodies(): void {
    const shapes = this.data.meshes.map((mesh) => {
      const geometry = new three.BufferGeometry();
      geometry.setAttribute('position', new three.BufferAttribute(floats(mesh.positions), 3));
      geometry.setIndex(new three.BufferAttribute(indices(mesh.indices), 1));
      return geometry;
    });
    this.data.bodies.forEach((body, i) => {
      const material = new three.MeshStandardMaterial({
        color: kColours[i % kColours.length], roughness: 0.75, metalness: 0.05, flatShading: true, side: three.DoubleSide,
      });
      const mesh = new three.Mesh(body.mesh >= 0 ? shapes[body.mesh] : new three.BufferGeometry(), material);
      mesh.matrixAutoUpdate = false;
      this.bodies.push(mesh);
      this.scene.add(mesh);
    });
  }

  /** Half the diagonal of everything at its start, middle and end; at least not zero. */
  private sizeOfAll(): number {
    const [lo, hi] = this.data.span;
    const box = new three.Box3();
    for (const t of [lo, 0.5 * (lo + hi), hi]) {
      this.moveTo(t);
      this.bodies.forEach((mesh) => {
        if (mesh.geometry.getAttribute('position')) {
          mesh.geometry.computeBoundingBox();
          box.union(mesh.geometry.boundingBox!.clone().applyMatrix4(mesh.matrix));
        }
      });
    }
    return box.isEmpty() ? 1 : Math.max(1e-6, 0.5 * box.getSize(new three.Vector3()).length());
  }

  private addGhosts(): void {
    const [lo, hi] = this.data.span;
    const count = 5;
    this.data.bodies.forEach((body, i) => {
      if (body.mesh < 0 || this.tracks[i].isStill() || this.data.meshes[body.mesh].indices.length > 200000) return;
      for (let k = 0; k <= count; ++k) {
        const ghost = new three.Mesh(this.bodies[i].geometry, new three.MeshBasicMaterial({
          color: kColours[i % kColours.length], transparent: true, opacity: 0.06, depthWrite: false}));
        ghost.matrixAutoUpdate = false;
        this.tracks[i].at(lo + (k / count) * (hi - lo), ghost.matrix);
        this.ghosts.add(ghost);
      }
    });
  }

  private addGround(): void {
    const axes = new three.AxesHelper(0.25 * this.radius);
    axes.position.set(-this.data.centre[0], -this.data.centre[1], -this.data.centre[2]);
    this.scene.add(axes);
  }

  moveTo(t: number): void {
    this.bodies.forEach((mesh, i) => {
      if (i === this.held) return;
      this.tracks[i].at(t, mesh.matrix);
      mesh.matrixWorldNeedsUpdate = true;
    });
    this.draw();
  }

  /** Marks the contacts of a pair: both points, the normal between them. */
  show(pair: PairData | null): void {
    this.marks.clear();
    const size = 0.012 * this.radius;
    const centre = new three.Vector3(...this.data.centre);
    for (const contact of pair?.contacts ?? []) {
      const at = new three.Vector3(...contact.point as [number, number, number]).sub(centre);
      const ball = new three.Mesh(new three.SphereGeometry(size, 20, 14),
                                  new three.MeshBasicMaterial({color: 0xd55e00, depthTest: false, transparent: true}));
      ball.position.copy(at);
      ball.renderOrder = 2;
      const normal = new three.Vector3(...contact.normal as [number, number, number]);
      this.marks.add(ball);
      if (normal.length() > 0.5) {
        const arrow = new three.ArrowHelper(normal, at, 14 * size, 0xd55e00, 4 * size, 2.4 * size);
        arrow.renderOrder = 2;
        this.marks.add(arrow);
      }
    }
    this.draw();
  }

  emphasise(a: number, b: number): void {
    this.bodies.forEach((mesh, i) => {
      const material = mesh.material as three.MeshStandardMaterial;
      const faded = a >= 0 && i !== a && i !== b;
      material.transparent = faded;
      material.opacity = faded ? 0.18 : 1;
      material.depthWrite = !faded;
      material.needsUpdate = true;
    });
    this.draw();
  }

  setVisible(body: number, visible: boolean): void { this.bodies[body].visible = visible; this.draw(); }
  toggleGhosts(): void { this.ghosts.visible = !this.ghosts.visible; this.draw(); }

  toggleSection(): boolean {
    this.sectioned = !this.sectioned;
    this.plane.constant = this.controls.target.x;
    this.bodies.forEach((mesh) => {
      (mesh.material as three.MeshStandardMaterial).clippingPlanes = this.sectioned ? [this.plane] : [];
    });
    this.draw();
    return this.sectioned;
  }

  /** A gizmo on a body, to put it elsewhere; -1: none. */
  hold(body: number, mode: 'translate' | 'rotate' = 'translate'): void {
    this.held = body;
    if (body < 0) {
      this.gizmo.detach();
    } else {
      const mesh = this.bodies[body];
      mesh.matrix.decompose(mesh.position, mesh.quaternion, mesh.scale);
      this.gizmo.setMode(mode);
      this.gizmo.attach(mesh);
    }
    this.draw();
  }

  /** Where a body's own frame is now, in the world: as scene.json writes a pose. */
  poseOf(body: number): {position: number[]; rotation: {quaternion: number[]}} {
    const p = new three.Vector3(), q = new three.Quaternion(), s = new three.Vector3();
    this.bodies[body].matrix.decompose(p, q, s);
    const origin = new three.Vector3(...this.data.bodies[body].origin as [number, number, number]).applyQuaternion(q);
    p.add(new three.Vector3(...this.data.centre)).sub(origin);
    return {position: p.toArray(), rotation: {quaternion: [q.w, q.x, q.y, q.z]}};
  }

  dispose(): void {
    this.gizmo.dispose();
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }

  /** The whole scene, or near a point. */
  fit(point?: number[]): void {
    const distance = (point ? 0.55 : 2.6) * this.radius;
    const target = point ? new three.Vector3(...point as [number, number, number]).sub(new three.Vector3(...this.data.centre)) : new three.Vector3();
    const way = this.data.up === 'y' ? new three.Vector3(0.75, 0.5, 1) : new three.Vector3(0.75, -1, 0.5);
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(way.normalize(), distance);
    this.camera.near = 1e-3 * this.radius;
    this.camera.far = 50 * this.radius;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.draw();
  }

  /** Goes near a point in a second, keeping the direction of sight. */
  approach(point?: number[]): void {
    if (!point) return;
    const target = new three.Vector3(...point as [number, number, number]).sub(new three.Vector3(...this.data.centre));
    const from = this.controls.target.clone();
    const way = this.camera.position.clone().sub(from);
    const begin = performance.now();
    const move = (now: number) => {
      const s = Math.min(1, (now - begin) / 1000);
      const smooth = s * s * (3 - 2 * s);
      this.controls.target.lerpVectors(from, target, smooth);
      this.camera.position.copy(this.controls.target).addScaledVector(way, 1 - 0.7 * smooth);
      this.controls.update();
      if (s < 1) requestAnimationFrame(move);
    };
    requestAnimationFrame(move);
  }

  private pick(event: PointerEvent): void {
    const box = this.renderer.domElement.getBoundingClientRect();
    const ray = new three.Raycaster();
    ray.setFromCamera(new three.Vector2(2 * (event.clientX - box.left) / box.width - 1,
                                        1 - 2 * (event.clientY - box.top) / box.height), this.camera);
    const hit = ray.intersectObjects(this.bodies.filter((mesh) => mesh.visible), false)[0];
    this.onPick(hit ? {body: this.bodies.indexOf(hit.object as three.Mesh), triangle: hit.faceIndex ?? -1} : null);
  }

  private resize(): void {
    const {clientWidth: width, clientHeight: height} = this.host;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  /** Once a frame at the most, however often it is asked for. */
  private draw(): void {
    if (this.wanted) return;
    this.wanted = true;
    requestAnimationFrame(() => {
      this.wanted = false;
      const dark = matchMedia('(prefers-color-scheme: dark)').matches;
      this.scene.background = new three.Color(dark ? 0x14171b : 0xffffff);
      this.renderer.render(this.scene, this.camera);
    });
  }
}
