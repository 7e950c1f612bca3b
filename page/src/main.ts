// The page: one state (time, chosen pair), four panels that show it, and an engine where there is one.
import {AskPanel} from './ask';
import {Document, PairData, digits, doubles, kindOf, parse} from './data';
import {broughtFrame, droppedMesh, isOwn, mainFirst, withBody} from './dropped';
import {Engine, EngineError, Type, gunzip, openSocket, openWorker} from './engine';
import {Film, makeFilm, wantedFilm} from './film';
import {Gallery, GalleryScene} from './gallery';
import {help, pressed} from './keys';
import {Live} from './live';
import {Overlay, kOverlays} from './overlay';
import {button, element, fillLeft, fillRight, momentList, sentence, withArticle} from './panels';
import {proofPanel} from './proof';
import {Timeline} from './timeline';
import {Toolbar} from './toolbar';
import {Touch} from './touch';
import {View} from './view';
import {Watcher} from './watch';

const kMostBrought = 60e6;  // bytes: a frame has 64 MB

const by = (id: string): HTMLElement => document.getElementById(id)!;

/** What outlives an answer: the engine and the questions before. */
class App {
  engine: Engine | null = null;
  page: Page | null = null;
  gallery: Gallery | null = null;
  watcher: Watcher | null = null;
  moment = 0;  // of a batch
  private isGone = false;
  private readonly past: Document[] = [];  // the engine keeps what was asked

  constructor(readonly first: Document) {
    const meshes = new Map(first.meshes.map((mesh) => [mesh.hash, mesh]));
    for (const {document} of first.batch?.moments ?? []) document.meshes = document.meshes.map((mesh) => meshes.get(mesh.hash) ?? mesh);
  }

  show(data: Document, isFirst = false): void {
    this.page?.dispose();
    this.page = new Page(data, this, isFirst);
    this.setInert();
  }
  /** Tools that need the engine rest while it is gone, or another page drives it. */
  private setInert(): void {
    const rest = this.isGone || (this.watcher?.on ?? false);
    document.querySelectorAll<HTMLElement>('.engine').forEach((tool) => { tool.inert = rest; });
  }
  /** Shows the answer to another question; a question that fails leaves all as it was. */
  async change(question: () => Promise<Document>, isFirst = false): Promise<void> {
    const before = this.page!.data, answer = await question();
    this.past.push(before);
    if (this.past.length > 50) this.past.shift();  // as the engine does
    this.show(answer, isFirst);
  }
  /** Another question of the batch: answered anew where there is an engine, else as it was written. */
  async choose(moment: number): Promise<void> {
    const {line, document} = this.first.batch!.moments[moment];
    this.moment = moment;
    if (this.engine) await this.change(async () => ({...await this.askLine(line), files: document.files}));
    else this.show(document);
  }
  /** A line of a batch is about the scene that the page came with. */
  private async askLine(line: string): Promise<Document> {
    await this.engine!.request(Type.load, await gunzip(this.first.files!['scene.json']));
    return this.engine!.document(Type.ask, {...this.first.asked, ...JSON.parse(line), curve: this.first.curve ? 40 : 0});
  }
  canUndo(): boolean { return this.past.length > 0; }
  async undo(): Promise<void> {
    if (!this.canUndo()) return;
    const before = this.past.pop()!, {document} = await this.engine!.json<{document?: Document}>(Type.undo);
    this.show(document && this.first.live ? await this.engine!.complete(document) : before);
  }

  /** The engine of the server, or the one that the page carries, which is given the page's scene. */
  async start(): Promise<void> {
    if (this.first.live) {
      this.engine = await openSocket(() => {
        this.page?.hint('The server has stopped. What is shown stays; start graze view again to ask more.');
        document.body.classList.add('gone');
        by('watching').hidden = true;
        this.isGone = true;
        this.setInert();
      });
    } else if (this.first.files?.['scene.json']) {
      const engine = await openWorker();
      await engine?.request(Type.load, await gunzip(this.first.files['scene.json']));
      this.engine = engine;
    }
    if (!this.engine) return;
    await this.engine.complete(this.first);  // it has these meshes
    if (this.first.batch) await this.askLine(this.first.batch.moments[0].line);
    this.page?.withEngine(this.engine);
    if (!this.first.live) return;
    this.watch(this.engine);
    await this.loadGallery();
  }

  /** One page drives, the others show what it does. */
  private watch(engine: Engine): void {
    this.watcher = new Watcher(engine, by('watching'), {
      document: (data) => this.show(data),
      tick: (body, pose) => this.page?.put(body, pose.position, pose.rotation.quaternion_wxyz),
      world: (poses) => {
        const numbers = doubles(poses);
        for (let i = 0; 7 * i < numbers.length; ++i) this.page?.put(i, [...numbers.subarray(7 * i, 7 * i + 3)], [...numbers.subarray(7 * i + 3, 7 * i + 7)]);
      },
      watching: (on) => { this.page?.rest(on); this.setInert(); },
    });
    engine.onRefused = () => void this.watcher!.start();
    void this.watcher.start();
  }

  /** A scene is opened; a mesh becomes a body of the scene that is shown. What the page cannot read the server does. */
  async drop(dropped: File[]): Promise<void> {
    const files = mainFirst(dropped), name = files[0].name;
    try {
      if (!isOwn(files)) return await this.bring(name, files);
      const bytes = new Uint8Array(await files[0].arrayBuffer()), mesh = droppedMesh(name, bytes);
      if (!mesh || !this.engine) return await this.open(name, bytes);
      const scene = new TextDecoder().decode(await this.engine.request(Type.save));
      await this.open(name, withBody(scene, name, mesh));
    } catch (reason) {
      this.page?.hint(reason instanceof EngineError ? reason.message : `${name}: ${reason instanceof Error ? reason.message : String(reason)}`);
    }
  }

  private async bring(name: string, files: File[]): Promise<void> {
    this.page?.hint(`${name}: reading …`);
    if (files.reduce((sum, file) => sum + file.size, 0) > kMostBrought) throw new Error(`found more than 60 MB, expected less; open it by graze view ${name}`);
    if (!this.engine) throw new Error(`found a page without an engine, expected one that reads files; open it by graze view ${name}`);
    await this.open(name, await this.engine.request(Type.bring, await broughtFrame(files)));
  }

  /** Another scene: dropped onto the page, or of the gallery. */
  async open(name: string, scene: Uint8Array | string): Promise<void> {
    if (!this.engine) { this.page?.hint('This page has no engine: open the file by graze view.'); return; }
    this.page?.hint(`${name}: asking …`);
    try {
      await this.change(async () => {
        await this.engine!.request(Type.load, scene);
        const {pairs: _, ...asked} = this.page!.data.asked as Record<string, unknown>;  // pairs are of the scene before
        return this.engine!.document(Type.ask, {...asked, curve: 40});
      }, true);
    } catch (reason) {
      this.page?.hint(`${name}: ${reason instanceof Error ? reason.message : String(reason)}`);
    }
  }

  private async loadGallery(): Promise<void> {
    const scenes = await (await fetch('/gallery')).json() as GalleryScene[];
    this.gallery = new Gallery(by('gallery') as HTMLDialogElement, scenes, (one) => void this.openCard(one));
    this.page?.addGallery();
  }

  private async openCard(one: GalleryScene): Promise<void> {
    if (one.scene) return await this.open(one.title, one.scene);
    this.page?.hint(`${one.title}: reading …`);
    const reply = await fetch(`/gallery/${one.name}/scene`);
    if (reply.ok) await this.open(one.title, await reply.text());
    else this.page?.hint(await reply.text());
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
  private told: PairData | null = null;  // over the view
  private readonly keys = (event: KeyboardEvent) => pressed(event, this.acts());

  constructor(readonly data: Document, private readonly app: App, isFirst: boolean) {
    for (const id of ['left', 'right', 'below', 'view', 'tools', 'caption', 'hint']) by(id).replaceChildren();
    document.title = data.name ? `${data.name} - Graze` : 'Graze';
    this.view = new View(by('view'), data);
    Object.assign(window, {grazeView: this.view, grazePage: data});  // for tests, and for who wants to look
    this.toolbar = new Toolbar(by('tools'), this.view, help);
    this.timeline = new Timeline(by('below'), data);
    this.timeline.onTime = (t) => { this.hush(); this.view.moveTo(t); this.overlay?.at(t); };
    this.view.onPick = (picked) => {
      const place = picked ? picked.point.toArray().map((x, k) => digits(x + data.centre[k])).join('  ') : '';
      this.hint(picked ? `${data.bodies[picked.body].name}, triangle ${picked.triangle}, at ${place} ${data.units}` : '');
    };
    const redraw = () => this.view.draw();
    const batch = app.first.batch;
    fillLeft(by('left'), data, {pair: (pair) => this.choose(pair), time: (time) => this.seek(time)}, {
      visible: (body, on) => { this.view.bodies.setVisible(body, on); redraw(); },
      opacity: (body, share) => { this.view.bodies.setOpacity(body, share); redraw(); },
      colour: (body, colour) => { this.view.bodies.setColour(body, colour); redraw(); },
    });
    if (batch) by('left').firstElementChild!.after(momentList(data, batch, app.moment, (moment) => void app.choose(moment).catch((reason) => this.hint(String(reason)))));
    fillRight(by('right'), data, null);
    document.addEventListener('keydown', this.keys);
    this.view.moveTo(data.span[0]);
    this.open(isFirst);
    if (app.engine) this.withEngine(app.engine);
  }

  hint(text: string): void { by('hint').textContent = text; }

  /** A body where another page has put it. */
  put(body: number, position: number[], turn: number[]): void {
    if (body >= this.data.bodies.length || this.data.bodies[body].mesh < 0) return;
    this.timeline.pause();
    this.view.bodies.hold(body, true);
    this.view.place(body, position, turn);
  }

  /** Lets go of what it held: another page drives. */
  rest(on: boolean): void {
    this.live?.stop();
    if (on && this.touch?.on) this.toggleDrag();
    this.data.bodies.forEach((_, i) => this.view.bodies.hold(i, false));
    this.view.moveTo(this.timeline.time);
  }

  /** What can be done more where questions are answered. */
  withEngine(engine: Engine): void {
    Object.assign(window, {grazeEngine: engine});
    this.ask = new AskPanel(this.data, this.view, engine, {
      time: () => this.timeline.time, begin: () => this.hush(), change: (question) => this.app.change(question),
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
    if (this.told) this.say(this.told);  // now with the offer to drag
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
      this.hush();
      this.timeline.pause();
      if (on && this.touch?.on) this.toggleDrag();
      this.view.quiet(on);
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
    this.choose(-1);  // its marks are of poses that the hand leaves
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
    this.timeline.dispose();
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
      if (isFirst) this.say(pair);
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

  /** The answer over the view, until something else is shown; with an engine, the offer to take the body into the hand. */
  private say(pair: PairData): void {
    const line = element('span', this.words(pair));
    const moving = [pair.b, pair.a].find((body) => this.data.bodies[body].times.length > 1 && this.data.bodies[body].parent < 0);
    if (this.touch && moving !== undefined) line.append(button(`Drag ${withArticle(this.data.bodies[moving].name)}`, () => this.toggleDrag()));
    this.told = pair;
    by('caption').replaceChildren(line);
  }
  private hush(): void { this.told = null; by('caption').replaceChildren(); }

  private contacts(): number[] {
    return this.data.pairs.map((_, i) => i).filter((i) => kindOf(this.data.pairs[i]) === 'contact')
        .sort((i, k) => this.data.pairs[i].time[1] - this.data.pairs[k].time[1]);
  }

  private choose(i: number, jump = true): void {
    this.chosen = i;
    const pair = i >= 0 ? this.data.pairs[i] : null;
    document.querySelectorAll<HTMLElement>('.pair').forEach((row) =>
      row.setAttribute('aria-pressed', String(row.dataset.pair === String(i))));
    this.view.emphasise(pair ? pair.a : -1, pair ? pair.b : -1);
    this.view.show(pair);
    this.view.setCloseUp(fillRight(by('right'), this.data, pair));
    this.addProof();
    this.overlay?.about(pair);
    this.hush();
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
  for (const id of ['left', 'right', 'below']) by(id).hidden = true;
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
    const files = [...event.dataTransfer?.files ?? []];
    if (files.length > 0) void app.drop(files);
  });
} catch (reason) {
  fail(reason);
}
