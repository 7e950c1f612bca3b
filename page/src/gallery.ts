// The scenes that come with Graze: a picture and a few sentences each, in a dialog.
import * as three from 'three';
import {Bodies} from './bodies';
import {Document, parse} from './data';
import {button, element} from './panels';

export interface GalleryScene {name: string; title: string; description: string; scene?: string}  // without a scene: it is asked for by name

/** Draws scenes into pictures, one renderer for all. */
class Painter {
  private readonly renderer = new three.WebGLRenderer({antialias: true, preserveDrawingBuffer: true, alpha: true});
  private readonly camera = new three.PerspectiveCamera(34, 1.6, 0.01, 1000);

  constructor() { this.renderer.setSize(384, 240, false); }

  picture(data: Document): string {
    const scene = new three.Scene(), bodies = new Bodies(data), box = bodies.focus();
    const middle = box.getCenter(new three.Vector3()), radius = 0.5 * box.getSize(new three.Vector3()).length();
    const [lo, hi] = data.span, isTall = data.up === 'y';
    this.camera.up.set(0, isTall ? 1 : 0, isTall ? 0 : 1);
    const way = isTall ? new three.Vector3(0.8, 0.55, 1) : new three.Vector3(0.8, -1, 0.55);
    bodies.moveTo(lo + 0.8 * (hi - lo));
    this.faceMoving(bodies, middle, radius, way);
    bodies.moveTo(lo + 0.3 * (hi - lo));
    this.camera.position.copy(middle).addScaledVector(way.normalize(), 2.6 * radius);
    this.camera.near = 0.1 * radius;
    this.camera.far = 40 * radius;
    this.camera.lookAt(middle);
    this.camera.updateProjectionMatrix();
    const key = new three.DirectionalLight(0xffffff, 1.9);
    key.position.copy(this.camera.position);
    scene.add(bodies.group, key, new three.HemisphereLight(0xffffff, 0x8890a0, 1.5));
    this.renderer.render(scene, this.camera);
    const picture = this.renderer.domElement.toDataURL('image/png');
    bodies.meshes.forEach((mesh) => { mesh.geometry.dispose(); (mesh.material as three.Material).dispose(); });
    return picture;
  }
  /** Turns the way to look from to the side on which bodies move. */
  private faceMoving(bodies: Bodies, middle: three.Vector3, radius: number, way: three.Vector3): void {
    const moving = bodies.meshes.filter((_, i) => !bodies.tracks[i].isStill());
    const sum = moving.reduce((all, mesh) => all.add(new three.Vector3().setFromMatrixPosition(mesh.matrix).sub(middle)), new three.Vector3());
    for (const k of [0, 1, 2]) {
      const isUp = this.camera.up.getComponent(k) !== 0, off = sum.getComponent(k) / Math.max(1, moving.length);
      if (!isUp && Math.abs(off) > 0.1 * radius) way.setComponent(k, Math.abs(way.getComponent(k)) * Math.sign(off));
    }
  }

  dispose(): void { this.renderer.dispose(); this.renderer.forceContextLoss(); }
}

export class Gallery {
  private readonly images = new Map<string, HTMLImageElement>();

  constructor(private readonly dialog: HTMLDialogElement, private readonly scenes: GalleryScene[], open: (one: GalleryScene) => void) {
    const cards = element('div', '', 'cards');
    const isPaper = (one: GalleryScene) => Number(one.name.startsWith('paper_'));  // these come last
    for (const one of [...scenes].sort((p, q) => isPaper(p) - isPaper(q))) cards.append(this.card(one, open));
    const head = element('div', '', 'dialog-head');
    head.append(element('h1', 'Gallery: scenes to look at, to drag and to ask about'), button('Close', () => dialog.close()));
    dialog.replaceChildren(head, cards);
  }

  private card(one: GalleryScene, open: (one: GalleryScene) => void): HTMLElement {
    const card = element('button', '', 'card'), image = document.createElement('img');
    image.alt = '';
    image.width = 384;
    image.height = 240;
    this.images.set(one.name, image);
    card.dataset.scene = one.name;
    card.append(image, element('strong', one.title), element('span', one.description, 'soft'));
    card.onclick = () => { this.dialog.close(); open(one); };
    return card;
  }

  /** Opens the dialog; the first time, pictures are drawn one after the other. */
  async show(): Promise<void> {
    this.dialog.showModal();
    const missing = this.scenes.filter((one) => !this.images.get(one.name)!.src);
    if (missing.length === 0) return;
    const painter = new Painter();
    for (const one of missing) {
      const reply = await fetch(`/gallery/${one.name}`);
      if (reply.ok) this.images.get(one.name)!.src = painter.picture(parse(await reply.text()));
    }
    painter.dispose();
  }
}
