// The stage: renderer, camera, light, floor grid, triad and scale bar; draws when something changed.
import * as three from 'three';
import {OrbitControls} from 'three/examples/jsm/controls/OrbitControls.js';
import {isDark} from './theme';

export type Point = [number, number, number];
const kAxes: [string, number, Point][] =
    [['x', 0xd55e00, [1, 0, 0]], ['y', 0x009e73, [0, 1, 0]], ['z', 0x3a92d2, [0, 0, 1]]];

const backOf = (): number => isDark() ? 0x14171b : 0xfcfcfd;

/** 1, 2 or 5 times a power of ten, at most `length`. */
export function roundLength(length: number): number {
  const power = Math.pow(10, Math.floor(Math.log10(length)));
  return power * (length >= 5 * power ? 5 : length >= 2 * power ? 2 : 1);
}

function letter(text: string, colour: number): three.Sprite {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const c = canvas.getContext('2d')!;
  c.font = 'bold 46px system-ui, sans-serif';
  c.textAlign = 'center';
  c.textBaseline = 'middle';
  c.fillStyle = `#${colour.toString(16).padStart(6, '0')}`;
  c.fillText(text, 32, 34);
  const texture = new three.CanvasTexture(canvas);
  texture.colorSpace = three.SRGBColorSpace;
  return new three.Sprite(new three.SpriteMaterial({map: texture, depthTest: false}));
}

export class Stage {
  readonly scene = new three.Scene();
  readonly camera = new three.PerspectiveCamera(38, 1, 0.01, 100);
  readonly renderer = new three.WebGLRenderer({antialias: true, preserveDrawingBuffer: true});
  readonly controls: OrbitControls;
  /** Drawn into the corner of the canvas before each frame, and copied from there: the close-up. */
  beforeFrame: () => void = () => {};
  afterFrame: () => void = () => {};
  /** The camera began to move, or has come to rest. */
  onCamera: (moves: boolean) => void = () => {};
  private rest = 0;
  private readonly triad = new three.Scene();
  private readonly triadCamera = new three.OrthographicCamera(-1.5, 1.5, 1.5, -1.5, 0, 10);
  private readonly disc = new three.Mesh(new three.CircleGeometry(1.48, 40), new three.MeshBasicMaterial({transparent: true, opacity: 0.75, depthTest: false}));
  private readonly bar = document.createElement('div');
  private grid: three.GridHelper | null = null;
  private wanted = false;
  private disposed = false;
  private flight = 0;
  private readonly watcher: ResizeObserver;

  constructor(private readonly host: HTMLElement, private readonly up: 'y' | 'z', private readonly units: string,
              public radius: number) {
    host.append(this.renderer.domElement);
    this.renderer.domElement.setAttribute('aria-hidden', 'true');
    this.renderer.localClippingEnabled = true;
    this.bar.className = 'scale-bar';
    this.bar.title = 'length at the point that the camera turns about';
    host.append(this.bar);
    this.camera.up.set(0, up === 'y' ? 1 : 0, up === 'y' ? 0 : 1);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.addEventListener('change', () => this.moved());
    this.controls.addEventListener('start', () => ++this.flight);  // a hand on the camera ends a flight
    this.addLights();
    this.addTriad();
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(host);
    this.resize();
  }

  private moved(): void {
    this.onCamera(true);
    this.draw();
    clearTimeout(this.rest);
    this.rest = window.setTimeout(() => { if (!this.disposed) { this.onCamera(false); this.draw(); } }, 250);
  }

  private addLights(): void {
    const key = new three.DirectionalLight(0xffffff, 1.9);  // goes with the camera: no face is ever black
    key.position.set(0.6, 0.9, 1);
    this.camera.add(key);
    this.scene.add(this.camera, new three.HemisphereLight(0xffffff, 0x8890a0, 1.5));
  }

  /** A grid below everything, for the eye to stand on. */
  addGrid(lowest: number): void {
    const step = roundLength(0.5 * this.radius);
    const count = 2 * Math.ceil(2.2 * this.radius / step);
    this.grid = new three.GridHelper(count * step, count, 0x888888, 0x888888);
    const material = this.grid.material as three.LineBasicMaterial;
    material.transparent = true;
    material.opacity = 0.22;
    material.depthWrite = false;
    if (this.up === 'z') this.grid.rotation.x = Math.PI / 2;
    this.grid.position.set(0, this.up === 'y' ? lowest : 0, this.up === 'y' ? 0 : lowest);
    this.grid.name = 'grid';
    this.scene.add(this.grid);
  }

  showGrid(on: boolean): void { if (this.grid) this.grid.visible = on; }

  private addTriad(): void {
    this.disc.renderOrder = -1;
    this.triad.add(this.disc);
    for (const [name, colour, way] of kAxes) {
      const direction = new three.Vector3(...way);
      const arrow = new three.ArrowHelper(direction, new three.Vector3(), 1, colour, 0.3, 0.18);
      const label = letter(name, colour);
      label.position.copy(direction.multiplyScalar(1.28));
      label.scale.setScalar(0.5);
      for (const part of [arrow.line, arrow.cone]) (part.material as three.Material).transparent = true;  // after the disc
      this.triad.add(arrow, label);
    }
  }

  private drawTriad(): void {
    const size = 84;
    this.triadCamera.position.copy(this.camera.position).sub(this.controls.target).setLength(5);
    this.triadCamera.up.copy(this.camera.up);
    this.triadCamera.lookAt(0, 0, 0);
    this.disc.quaternion.copy(this.triadCamera.quaternion);
    this.disc.material.color.set(backOf());
    this.renderer.autoClear = false;
    this.renderer.clearDepth();
    const left = this.host.clientWidth - size - 6;
    this.renderer.setViewport(left, 6, size, size);
    this.renderer.render(this.triad, this.triadCamera);
    this.renderer.autoClear = true;
  }

  private drawBar(): void {
    const distance = this.camera.position.distanceTo(this.controls.target);
    const perPixel = 2 * distance * Math.tan(this.camera.fov * Math.PI / 360) / Math.max(1, this.host.clientHeight);
    const length = roundLength(140 * perPixel);
    this.bar.style.width = `${length / perPixel}px`;
    this.bar.textContent = `${Number(length.toPrecision(1))} ${this.units}`;
  }

  defaultWay(): three.Vector3 { return this.up === 'y' ? new three.Vector3(0.8, 0.55, 1) : new three.Vector3(0.8, -1, 0.55); }

  /** Looks at a point from a direction; distance as a share of the scene's radius. */
  look(target: three.Vector3, distance: number, way?: three.Vector3): void {
    const from = way ?? this.defaultWay();
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(from.clone().normalize(), distance * this.radius);
    this.range();
    this.controls.update();
    this.draw();
  }

  private range(): void {
    const distance = this.camera.position.distanceTo(this.controls.target);
    this.camera.near = Math.max(1e-4 * this.radius, 0.01 * distance);
    this.camera.far = 12 * this.radius + 3 * distance;
    this.camera.updateProjectionMatrix();
  }

  /** Goes near a point in a second and a half, turning to see it from `way`. */
  approach(target: three.Vector3, distance: number, way?: three.Vector3): void {
    const fromTarget = this.controls.target.clone();
    const arm = this.camera.position.clone().sub(fromTarget);
    const goal = (way ?? arm).clone().setLength(distance * this.radius);
    const mine = ++this.flight;
    const begin = performance.now();
    const move = (now: number) => {
      if (mine !== this.flight || this.disposed) return;
      const s = Math.min(1, (now - begin) / 1500);
      const smooth = s * s * (3 - 2 * s);
      this.controls.target.lerpVectors(fromTarget, target, smooth);
      const direction = arm.clone().normalize().lerp(goal.clone().normalize(), smooth).normalize();
      const length = Math.exp((1 - smooth) * Math.log(arm.length()) + smooth * Math.log(goal.length()));
      this.camera.position.copy(this.controls.target).addScaledVector(direction, length);
      this.range();
      this.controls.update();
      this.draw();
      if (s < 1) requestAnimationFrame(move);
    };
    requestAnimationFrame(move);
  }

  resize(): void {
    const {clientWidth: width, clientHeight: height} = this.host;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  /** Once a frame at the most, however often it is asked for. */
  draw(): void {
    if (this.wanted || this.disposed) return;
    this.wanted = true;
    requestAnimationFrame(() => {
      this.wanted = false;
      if (!this.disposed) this.frame();
    });
  }

  /** A frame that is there when this returns, for films. */
  drawNow(): void { this.frame(); }

  private frame(): void {
    this.scene.background = new three.Color(backOf());
    this.range();
    this.beforeFrame();
    this.renderer.setViewport(0, 0, this.host.clientWidth, this.host.clientHeight);
    this.renderer.render(this.scene, this.camera);
    this.drawTriad();
    this.drawBar();
    this.afterFrame();
  }

  dispose(): void {
    this.disposed = true;
    this.watcher.disconnect();
    this.controls.dispose();
    for (const scene of [this.scene, this.triad]) scene.traverse((thing) => this.free(thing as Partial<three.Mesh>));
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.host.replaceChildren();
  }

  /** Arrows and letters of all stages share their geometry, which would remember this renderer, and so its meshes. */
  private free({geometry, material}: Partial<three.Mesh>): void {
    geometry?.dispose();
    for (const one of [material ?? []].flat()) one.dispose();
  }
}
