// The page: one state (time, chosen pair), four panels that show it, and an engine where there is one.
import {AskPanel} from './ask';
import {Document, PairData, digits, kindOf, parse} from './data';
import {droppedMesh, withBody} from './dropped';
import {Engine, Type, gunzip, openSocket, openWorker} from './engine';
import {Film, makeFilm, wantedFilm} from './film';
import {Gallery, GalleryScene} from './gallery';
import {help, pressed} from './keys';
import {Live} from './live';
import {Overlay, kOverlays} from './overlay';
import {button, element, fillLeft, fillRight, sentence} from './panels';
import {proofPanel} from './proof';
import {Timeline} from './timeline';
import {Toolbar} from './toolbar';
import {Touch} from './touch';
import {View} from './view';

const by = (id: string): HTMLElement => document.getElementById(id)!;

/** What outlives an answer: the engine and the questions before. */
class App {
  engine: Engine | null = null;
  page: Page | null = null;
  gallery: Gallery | null = null;
  private readonly past: Document[] = [];  // the engine keeps what was asked

  constructor(readonly first: Document) {}

  show(data: Document, isFirst = false): void {
    this.page?.dispose();
    this.page = new Page(data, this, isFirst);
  }
  /** Shows the answer to another question; a question that fails leaves all as it was. */
  async change(question: () => Promise<Document>, isFirst = false): Promise<void> {
    const before = this.page!.data, answer = await question();
    this.past.push(before);
    if (this.past.length > 50) this.past.shift();  // as the engine does
    this.show(answer, isFirst);
  }
  canUndo(): boolean { return this.past.length > 0; }
  async undo(): Promise<void> {
    if (!this.canUndo()) return;
    await this.engine!.request(Type.undo);
    this.show(this.past.pop()!);
  }

  /** The engine of the server, or the one that the page carries, which is given the page's scene. */
  async start(): Promise<void> {
    if (this.first.live) {
      this.engine = await openSocket(() => {
        this.page?.hint('The server has stopped. What is shown stays; start graze view again to ask more.');
        document.body.classList.add('gone');
        document.querySelectorAll<HTMLElement>('.engine').forEach((tool) => { tool.inert = true; });
      });
    } else if (this.first.files?.['scene.json']) {
      const engine = await openWorker();
      await engine?.request(Type.load, await gunzip(this.first.files['scene.json']));
      this.engine = engine;
    }
    if (this.engine) this.page?.withEngine(this.engine);
    if (this.engine && this.first.live) await this.loadGallery();
  }

  /** A scene.json is opened; a mesh becomes a body of the scene that is shown. */
  async drop(file: File): Promise<void> {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer()), mesh = droppedMesh(file.name, bytes);
      if (!mesh && !file.name.toLowerCase().endsWith('.json')) throw new Error(`found a file of another kind, expected a scene.json, .stl or .obj; open it by graze view ${file.name}`);
      if (!mesh || !this.engine) return await this.open(file.name, bytes);
      const scene = new TextDecoder().decode(await this.engine.request(Type.save));
      await this.open(file.name, withBody(scene, file.name, mesh));
    } catch (reason) {
      this.page?.hint(`${file.name}: ${reason instanceof Error ? reason.message : String(reason)}`);
    }
  }

  /** Another scene: dropped onto the page, or of the gallery. */
  async open(name: string, scene: Uint8Array | string): Promise<void> {
    if (!this.engine) { this.page?.hint('This page has no engine: open the file by graze view.'); return; }
    this.page?.hint(`${name}: asking …`);
    try {
      await this.change(async () => {
        await this.engine!.request(Type.load, scene);
        const {pairs: _, ...asked} = this.page!.data.asked as Record<string, unknown>;  // pairs are of the scene before
        return this.engine!.json<Document>(Type.ask, {...asked, curve: 40});
      }, true);
    } catch (reason) {
      this.page?.hint(`${name}: ${reason instanceof Error ? reason.message : String(reason)}`);
    }
  }

  private async loadGallery(): Promise<void> {
    const scenes = await (await fetch('/gallery')).json() as GalleryScene[];
    this.gallery = new Gallery(by('gallery') as HTMLDialogElement, scenes, (one) => void this.open(one.title, one.scene));
    this.page?.addGallery();
  }
}

class Page {
  private readonly view: View;
  private readonly timeline: Timeline;
  private readonly toolbar: Toolbar;
  private chosen = -1;
  private ask: AskPanel | null = null;
  private touch: Touch | null = null;
  private overlay: Overlay | null = null;
  private live: Live | null = null;
  private readonly keys = (event: KeyboardEvent) => pressed(event, this.acts());

  constructor(readonly data: Document, private readonly app: App, isFirst: boolean) {
    for (const id of ['left', 'right', 'below', 'view', 'tools', 'caption', 'hint']) by(id).replaceChildren();
    document.title = data.name ? `${data.name} - Graze` : 'Graze';
    this.view = new View(by('view'), data);
    Object.assign(window, {grazeView: this.view, grazePage: data});  // for tests, and for who wants to look
    this.toolbar = new Toolbar(by('tools'), this.view, help);
    this.timeline = new Timeline(by('below'), data);
    this.timeline.onTime = (t) => { this.view.moveTo(t); this.overlay?.at(t); };
    this.view.onPick = (picked) => {
      const place = picked ? picked.point.toArray().map((x, k) => digits(x + data.centre[k])).join('  ') : '';
      this.hint(picked ? `${data.bodies[picked.body].name}, triangle ${picked.triangle}, at ${place} ${data.units}` : '');
    };
    const redraw = () => this.view.draw();
    fillLeft(by('left'), data, {pair: (pair) => this.choose(pair), time: (time) => this.seek(time)}, {
      visible: (body, on) => { this.view.bodies.setVisible(body, on); redraw(); },
      opacity: (body, share) => { this.view.bodies.setOpacity(body, share); redraw(); },
      colour: (body, colour) => { this.view.bodies.setColour(body, colour); redraw(); },
    });
    fillRight(by('right'), data, null);
    document.addEventListener('keydown', this.keys);
    this.view.moveTo(data.span[0]);
    this.open(isFirst);
    if (app.engine) this.withEngine(app.engine);
  }

  hint(text: string): void { by('hint').textContent = text; }

  /** What can be done more where questions are answered. */
  withEngine(engine: Engine): void {
    Object.assign(window, {grazeEngine: engine});
    this.ask = new AskPanel(this.data, this.view, engine, {
      time: () => this.timeline.time, change: (question) => this.app.change(question),
      undo: () => this.app.undo(), canUndo: () => this.app.canUndo(),
    });
    by('left').append(this.ask.panel);
    this.touch = new Touch(this.data, this.view, engine, (body) => this.safeTime(body));
    this.touch.say = (text) => this.hint(text);
    this.overlay = new Overlay(this.data, this.view, engine);
    this.overlay.onKind = (kind) => this.toolbar.setOverlay(kind);
    this.overlay.at(this.timeline.time);
    this.overlay.about(this.chosen >= 0 ? this.data.pairs[this.chosen] : null);
    by('overlay').replaceChildren(this.overlay.panel);
    this.toolbar.addEngineTools(() => this.toggleDrag(), (kind) => this.overlay?.choose(kind));
    if (this.data.live) this.addLive(engine);
    this.addProof();
    this.addGallery();
  }

  /** The proof is about the question that the page came with. */
  private addProof(): void {
    const proof = this.data.files?.['proof.graze'];
    if (proof && this.app.engine) by('proof').replaceChildren(proofPanel(this.app.engine, () => gunzip(proof)));
  }

  addGallery(): void {
    if (this.app.gallery) this.toolbar.addGallery(() => void this.app.gallery!.show());
  }

  private addLive(engine: Engine): void {
    this.live = new Live(this.data, this.view, engine, () => this.startOfWorld(), (on) => {
      by('caption').replaceChildren();
      this.timeline.pause();
      if (on && this.touch?.on) this.toggleDrag();
      if (on) { this.view.fit(); this.choose(-1); this.hint('Pull a body by the mouse, and throw it. Space pauses, L ends.'); }
      else { this.view.moveTo(this.timeline.time); this.hint(''); }
    });
    by('left').append(this.live.panel);
    this.toolbar.addLetGo(() => void this.live!.toggle());
  }

  /** The time that is shown, or the last one at which nothing has touched. */
  private startOfWorld(): number {
    const safe = this.data.pairs.filter((pair) => kindOf(pair) === 'contact').reduce((t, pair) => Math.min(t, pair.time[0]), this.timeline.time);
    if (safe < this.timeline.time) this.timeline.set(safe);
    return safe;
  }

  private toggleDrag(): void {
    if (!this.touch) return;
    this.live?.stop();
    this.touch.on = !this.touch.on;
    this.timeline.pause();
    this.view.hold(-1);
    by('caption').replaceChildren();
    this.toolbar.setDragging(this.touch.on);
    this.hint(this.touch.on ? 'Pull a body: it follows as far as nothing is in its way. Shift turns it.' : '');
  }

  /** Now, or the last safe time if the body would touch before. */
  private safeTime(body: number): number {
    const touching = this.data.pairs.filter((pair) => kindOf(pair) === 'contact' && (pair.a === body || pair.b === body));
    const safe = touching.reduce((t, pair) => Math.min(t, pair.time[0]), this.timeline.time);
    if (safe < this.timeline.time) this.timeline.set(safe);
    return safe;
  }

  dispose(): void {
    document.removeEventListener('keydown', this.keys);
    this.timeline.pause();
    this.live?.stop();
    by('overlay').replaceChildren();
    this.view.dispose();
  }

  /** The first seconds: play up to the first contact, slowing down, then go near and say it. */
  private open(isFirst: boolean): void {
    const first = this.contacts()[0];
    if (first === undefined) return;
    const pair = this.data.pairs[first];
    this.choose(first, false);
    this.view.fit();
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!isFirst || isCalm || pair.time[1] <= this.data.span[0]) {
      this.timeline.set(pair.time[1]);
      return;
    }
    this.timeline.set(this.data.span[0]);
    this.timeline.onArrival = () => {
      if (this.chosen !== first) return;
      this.view.approach();
      this.say(pair);
    };
    this.timeline.start(pair.time[1]);
  }

  /** The way to the first contact, or the whole span, as a file. */
  film(film: Film): Promise<void> {
    const first = this.contacts()[0], pair = first === undefined ? null : this.data.pairs[first];
    return makeFilm(film, this.view, this.data, pair ? pair.time[1] : this.data.span[1], pair ? this.words(pair) : '');
  }

  private words(pair: PairData): string {
    return pair.guarantee === 'proved' ? `${sentence(this.data, pair)} Proved.` : sentence(this.data, pair);
  }

  /** The answer over the view; with an engine, the offer to take the body into the hand. */
  private say(pair: PairData): void {
    const line = element('span', this.words(pair));
    const moving = [pair.b, pair.a].find((body) => this.data.bodies[body].times.length > 1 && this.data.bodies[body].parent < 0);
    if (this.touch && moving !== undefined) line.append(button(`Drag the ${this.data.bodies[moving].name}`, () => this.toggleDrag()));
    by('caption').replaceChildren(line);
    setTimeout(() => line.remove(), 15000);
  }

  private contacts(): number[] {
    return this.data.pairs.map((_, i) => i).filter((i) => kindOf(this.data.pairs[i]) === 'contact')
        .sort((i, k) => this.data.pairs[i].time[1] - this.data.pairs[k].time[1]);
  }

  private choose(i: number, jump = true): void {
    this.chosen = i;
    const pair = i >= 0 ? this.data.pairs[i] : null;
    document.querySelectorAll<HTMLElement>('.pair').forEach((row) =>
      row.setAttribute('aria-pressed', String(row.dataset.pair === String(i))));
    this.view.show(pair);
    this.view.emphasise(pair ? pair.a : -1, pair ? pair.b : -1);
    this.view.setCloseUp(fillRight(by('right'), this.data, pair));
    this.addProof();
    this.overlay?.about(pair);
    by('caption').replaceChildren();
    this.hint('');
    if (jump && pair && kindOf(pair) === 'contact') {
      this.timeline.pause();
      this.timeline.set(pair.time[1]);
      if (pair.contacts.length > 0) this.view.approach();
    } else {
      this.view.moveTo(this.timeline.time);
    }
  }

  private seek(time: number): void {
    this.choose(-1);
    this.timeline.pause();
    this.timeline.set(time);
  }

  private nextContact(): void {
    const all = this.contacts();
    if (all.length > 0) this.choose(all[(all.indexOf(this.chosen) + 1) % all.length]);
  }

  private acts(): Record<string, () => void> {
    const acts: Record<string, () => void> = {
      ' ': () => { if (this.live?.on) this.live.toggleRun(); else this.timeline.toggle(); },
      ArrowLeft: () => this.timeline.step(-1), ArrowRight: () => this.timeline.step(1),
      c: () => this.nextContact(), f: () => this.view.fit(), h: () => this.toolbar.toggleGhosts(),
      x: () => this.toolbar.nextSection(), d: () => this.toggleDrag(), g: () => this.ask?.gizmo('translate'),
      r: () => this.ask?.gizmo('rotate'), o: () => void this.app.gallery?.show(), u: () => void this.app.undo().catch(() => undefined), l: () => void this.live?.toggle(),
      '+': () => this.overlay?.step(1), '-': () => this.overlay?.step(-1), '0': () => this.overlay?.choose(''), Escape: () => this.choose(-1), '?': () => help(),
    };
    kOverlays.forEach(([kind], i) => { acts[String(i + 1)] = () => this.overlay?.choose(kind); });
    return acts;
  }
}

/** Loads the page again when the server has another answer. */
function reloadOnChange(): void {
  let known = '';
  const look = async () => {
    try {
      const version = await (await fetch('/version')).text();
      if (known && version !== known) location.reload();
      known = version;
    } catch { /* the socket says that the server is gone */ }
    setTimeout(() => void look(), 1000);
  };
  void look();
}

function fail(reason: unknown): void {
  const box = element('div', '', 'error');
  box.id = 'error';
  box.append(element('h1', 'This page cannot be shown'),
             element('p', reason instanceof Error ? reason.message : String(reason)));
  by('middle').replaceChildren(box);
}

try {
  const data = parse(by('graze-data').textContent ?? '');
  const app = new App(data);
  const film = wantedFilm();
  document.body.classList.toggle('film', film !== null);
  app.show(data, film === null);
  if (film) app.page!.film(film).catch(fail);
  else app.start().catch((reason) => app.page?.hint(reason instanceof Error ? reason.message : String(reason)));
  if (data.live) reloadOnChange();
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void app.drop(file);
  });
} catch (reason) {
  fail(reason);
}
