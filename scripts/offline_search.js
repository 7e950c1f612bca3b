// The site's search for pages that are opened from a folder: browsers start no workers and fetch no
// files there. The index comes as a script, and the worker runs in a frame without a window.
window.__search = {index: Promise.resolve(GRAZE_INDEX)};
window.Worker = class extends EventTarget {
  constructor(url) {
    super();
    const frame = document.createElement("iframe");
    frame.hidden = true;
    document.body.append(frame);
    const inside = frame.contentWindow;
    inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", {data}));
    const script = frame.contentDocument.createElement("script");
    script.src = url;
    this.ready = new Promise((done) => (script.onload = done));
    frame.contentDocument.body.append(script);
    this.postMessage = (data) =>
        this.ready.then(() => inside.dispatchEvent(new MessageEvent("message", {data})));
  }
};
