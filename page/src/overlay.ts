// Overlays: what a method looks at for a pair at the time that is shown. The engine says what there is to draw
// (docs/protocol.md); here it is drawn, and asked for again when time or pair changes: the latest question wins.
import * as three from 'three';
import {Document, PairData, cssOf} from './data';
import {Drawing, kLooks, lookColour, paint} from './drawing';
import {Engine, Type} from './engine';
import {drawMaps, drawPlot} from './gauss';
import {element} from './panels';
import {View} from './view';

export const kOverlays: [string, string][] = [
  ['tree', 'OBB trees'], ['octree', 'octrees'], ['depth', 'depth columns'], ['gauss', 'Gauss maps'], ['steps', 'backtracking'],
];
/** What the looks of a kind mean. */
const kMeaning: Record<string, [string, string][]> = {
  tree: [['cut', 'cut off'], ['open', 'opened'], ['near', 'triangles']],
  octree: [['node', 'cells'], ['near', 'meet the other body']],
  depth: [['near', 'in both'], ['force', 'forces'], ['first', 'way out of a'], ['second', 'of b']],
  gauss: [['first', 'a'], ['second', '−b'], ['cross', 'edges that can touch']],
  steps: [['behind', 'intersects'], ['free', 'does not']],
};

export class Overlay {
  readonly panel = element('div', '', 'overlay');
  private kind = '';
  private level = 0;
  private pair: PairData | null = null;
  private time: number;
  private isBusy = false;
  private isStale = false;
  private readonly group = new three.Group();
  private readonly said = element('p', '', 'soft');
  private readonly slider = document.createElement('input');
  private readonly legend = element('p', '', 'soft legend');
  private readonly sphere = document.createElement('canvas');
  private readonly plot = document.createElement('canvas');
  private drawing: Drawing | null = null;
  onKind: (kind: string) => void = () => {};

  constructor(private readonly data: Document, private readonly view: View, private readonly engine: Engine) {
    this.time = data.span[0];
    this.said.id = 'overlay-text';
    this.said.setAttribute('role', 'status');
    this.slider.type = 'range';
    this.slider.min = '0';
    this.slider.id = 'overlay-level';
    this.slider.setAttribute('aria-label', 'level of the overlay');
    this.slider.oninput = () => { this.level = Number(this.slider.value); void this.renew(); };
    this.sphere.className = 'gauss-map';
    this.plot.className = 'plane-plot';
    this.panel.append(this.slider, this.said, this.legend, this.sphere, this.plot);
    this.panel.hidden = true;
    this.group.name = 'overlay';
    view.stage.scene.add(this.group);
    view.stage.afterFrame = () => this.drawFlat();
  }

  /** Shows a kind; the same once more, or '': none. */
  choose(kind: string): void {
    this.kind = kind === this.kind ? '' : kind;
    this.level = this.kind === 'octree' ? 3 : this.kind === 'tree' ? 6 : this.kind === 'depth' ? 1 : 0;
    this.panel.hidden = this.kind === '';
    this.onKind(this.kind);
    this.said.textContent = 'Looking …';
    void this.renew();
  }
  step(by: number): void {
    if (!this.kind) return;
    this.level = Math.min(Number(this.slider.max), Math.max(0, this.level + by));
    void this.renew();
  }
  about(pair: PairData | null): void { this.pair = pair; void this.renew(); }
  at(time: number): void { this.time = time; if (this.kind && this.kind !== 'steps') void this.renew(); }

  /** The chosen pair, or the first that touches, or the first. */
  private shown(): PairData | null {
    return this.pair ?? this.data.pairs.find((pair) => pair.contacts.length > 0) ?? this.data.pairs[0] ?? null;
  }

  private async renew(): Promise<void> {
    if (this.isBusy) { this.isStale = true; return; }
    this.isBusy = true;
    do {
      this.isStale = false;
      await this.ask();
    } while (this.isStale);
    this.isBusy = false;
  }

  private async ask(): Promise<void> {
    const pair = this.shown(), kind = this.kind;
    let found: Drawing | null = null, text = '';
    if (kind && !pair) text = 'No pair was asked about.';
    if (kind && pair) {
      try {
        found = await this.engine.json<Drawing>(Type.overlay, {
          kind, a: this.data.bodies[pair.a].name, b: this.data.bodies[pair.b].name, time: this.time, level: this.level, centre: this.data.centre,
        });
        text = `${this.data.bodies[pair.a].name} / ${this.data.bodies[pair.b].name}. ${found.text}`;
      } catch (reason) {
        text = reason instanceof Error ? reason.message : String(reason);
      }
    }
    this.drawing = found;
    this.said.textContent = text;
    this.show(kind, found);
  }

  private show(kind: string, found: Drawing | null): void {
    for (const child of this.group.children.slice()) { this.group.remove(child); (child as three.Mesh).geometry?.dispose(); }
    this.slider.hidden = !found || found.levels < 2;
    if (found) {
      this.slider.max = String(found.levels - 1);
      this.slider.value = String(this.level);
      for (const thing of paint(found, kind === 'depth', this.view)) this.group.add(thing);
    }
    this.view.seeThrough(kind !== '' && found !== null);
    this.legend.replaceChildren();
    for (const [look, word] of found ? kMeaning[kind] ?? [] : []) {
      const mark = element('span', kLooks[look].mark);
      mark.style.color = cssOf(lookColour(look));
      this.legend.append(mark, ` ${word}  `);
    }
    const isGauss = kind === 'gauss' && found !== null;
    this.sphere.hidden = this.plot.hidden = !isGauss;
    this.view.draw();
  }

  private drawFlat(): void {
    if (!this.drawing || this.sphere.hidden) return;
    drawMaps(this.sphere, this.drawing, this.view.stage.camera);
    if (this.drawing.plot) drawPlot(this.plot, this.drawing.plot, this.time);
  }
}
