// Adds choices to a page that is whole without them: light or dark, one of several tables or
// charts, which lines a chart shows, and the values under the pointer. Text from the page's data is
// only ever written as text.
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("js");

  /** A new element with properties and children; strings become text. */
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  let names = 0;
  /** Radio buttons; `choose` gets the index of the one that is chosen, now and at each change. */
  const choice = (title, options, choose) => {
    const name = `choice-${names++}`;
    const fields = make("fieldset", {}, make("legend", {}, title));
    options.forEach((option, index) => {
      const input = make("input", { type: "radio", name, checked: index === 0 });
      input.addEventListener("change", () => choose(index));
      fields.append(make("label", {}, input, make("span", {}, option)));
    });
    choose(0);
    return fields;
  };

  const theme = () => {
    const remember = (value) => {
      // A page from a file may have no storage.
      try {
        if (value) localStorage.setItem("polylimb-theme", value);
        return localStorage.getItem("polylimb-theme");
      } catch {
        return null;
      }
    };
    const system = matchMedia("(prefers-color-scheme: dark)");
    const button = make("button", { type: "button", className: "theme" });
    const show = () => {
      const dark = root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
      button.textContent = dark ? "Light" : "Dark";
      button.setAttribute("aria-label", dark ? "Switch to light colours" : "Switch to dark colours");
      return dark;
    };
    const remembered = remember();
    if (remembered === "dark" || remembered === "light") root.dataset.theme = remembered;
    button.addEventListener("click", () => {
      root.dataset.theme = show() ? "light" : "dark";
      remember(root.dataset.theme);
      show();
    });
    system.addEventListener("change", show);
    show();
    document.querySelector("header.page").append(button);
  };

  /** Of the tables of an operation one is shown, with the rows of all kernels or of one. */
  const tables = (box) => {
    const controls = make("div", { className: "controls" });
    const panels = [...box.querySelectorAll(":scope > .choice")];
    if (panels.length > 1) {
      const titles = panels.map((panel) => panel.dataset.title);
      const show = (chosen) => panels.forEach((panel, index) => { panel.hidden = index !== chosen; });
      controls.append(choice("Show", titles, show));
    }
    const rows = [...box.querySelectorAll("tr[data-kernel]")];
    const kernels = [...new Set(rows.map((row) => row.dataset.kernel))].sort();
    if (kernels.length > 1) {
      const keep = (chosen) => rows.forEach((row) => {
        row.hidden = chosen > 0 && row.dataset.kernel !== kernels[chosen - 1];
      });
      controls.append(choice("Kernel", ["all", ...kernels], keep));
    }
    if (controls.children.length > 0) box.prepend(controls);
  };

  /** The lines of one frame, what is shown of them, and the values at a size. */
  class Frame {
    constructor(figure, panel, sizes) {
      this.figure = figure;
      this.sizes = sizes;
      this.plot = figure.querySelector(".plot");
      this.area = figure.querySelector(".area");
      this.off = new Set();
      this.at = null;
      const item = (kind, index) => figure.querySelector(`${kind}[data-s="${index}"]`);
      this.series = panel.series.map((series, index) => ({
        ...series,
        line: item("g", index),
        entry: item("li", index),
        values: new Map(series.points.map(([bits, time, text, speedup, y, detail]) =>
          [bits, { time, text, speedup, y, detail }])),
      }));
      this.series.forEach((series) => this.toggle(series));
      this.cross = make("div", { className: "cross", hidden: true });
      this.tip = make("div", { className: "tip", hidden: true });
      this.live = make("div", { className: "live" });
      this.live.setAttribute("aria-live", "polite");
      this.area.append(this.cross, this.tip);
      this.plot.after(this.live);
      this.listen();
    }

    /** Turns a legend entry into a button; lines of one name go on and off together. */
    toggle(series) {
      const button = make("button", { type: "button" });
      button.append(...series.entry.childNodes);
      series.entry.append(button);
      series.button = button;
      button.addEventListener("click", () => {
        if (!this.off.delete(series.label)) this.off.add(series.label);
        this.show(this.op, this.view);
      });
      const heat = (on) => () => this.heat(on && !series.line.hasAttribute("hidden") ? series : null);
      for (const event of ["pointerenter", "focus"]) button.addEventListener(event, heat(true));
      for (const event of ["pointerleave", "blur"]) button.addEventListener(event, heat(false));
    }

    show(op, view) {
      [this.op, this.view] = [op, view];
      for (const series of this.series) {
        const offered = series.op === op && series.views.includes(view);
        const on = offered && !this.off.has(series.label);
        series.entry.hidden = !offered;
        series.line.toggleAttribute("hidden", !on);
        series.button.setAttribute("aria-pressed", String(!this.off.has(series.label)));
      }
      this.leave();
    }

    shown() {
      return this.series.filter((series) => !series.line.hasAttribute("hidden"));
    }

    heat(hot) {
      this.area.classList.toggle("hot", hot !== null);
      for (const series of this.series) series.line.classList.toggle("is-hot", series === hot);
    }

    listen() {
      const plot = this.plot;
      plot.tabIndex = 0;
      plot.setAttribute("role", "group");
      plot.setAttribute("aria-label", `${plot.getAttribute("aria-label")}; left and right go through the sizes`);
      const point = (event) => {
        const box = this.area.getBoundingClientRect();
        this.visit((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
      };
      plot.addEventListener("pointermove", point);
      plot.addEventListener("pointerdown", point);
      plot.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") this.leave(); });
      plot.addEventListener("blur", () => this.leave());
      plot.addEventListener("keydown", (event) => {
        const last = this.sizes.length - 1;
        const to = {
          ArrowLeft: this.at === null ? last : this.at - 1,
          ArrowRight: this.at === null ? 0 : this.at + 1,
          Home: 0,
          End: last,
        }[event.key];
        if (event.key === "Escape") this.leave();
        if (to === undefined) return;
        event.preventDefault();
        const speak = this.read(Math.min(Math.max(to, 0), last), null);
        this.live.textContent = speak;
      });
    }

    /** The pointer is over a place of the area; both coordinates from 0 to 1. */
    visit(x, y) {
      const far = (size) => Math.abs(size[1] - x);
      const at = this.sizes.reduce((best, size, index) => (far(size) < far(this.sizes[best]) ? index : best), 0);
      this.read(at, y);
    }

    /** Shows the values of a size, the fastest first; the line nearest to `y` stands out. */
    read(at, y) {
      this.at = at;
      const [bits, x] = this.sizes[at];
      const rows = this.shown()
        .filter((series) => series.values.has(bits))
        .map((series) => ({ series, ...series.values.get(bits) }))
        .sort((a, b) => a.time - b.time);
      const near = (row) => Math.abs(row.y - y);
      const hot = y === null || rows.length === 0 ? null : rows.reduce((a, b) => (near(b) < near(a) ? b : a)).series;
      this.heat(hot);
      const table = make("table", {}, make("caption", {}, `${bits} bits`));
      for (const { series, text, speedup, detail } of rows) {
        const row = table.insertRow();
        row.className = series === hot ? "is-hot" : "";
        const swatch = make("i", { className: series.entry.querySelector("i").className });
        const name = [series.label, ...(detail ? [" ", make("small", {}, detail)] : [])];
        for (const cell of [[swatch], name, [text], [speedup ? `${speedup}×` : ""]]) row.insertCell().append(...cell);
      }
      this.tip.replaceChildren(table);
      this.tip.hidden = rows.length === 0;
      this.cross.hidden = false;
      this.cross.style.left = `${x * 100}%`;
      const right = x > 0.5;
      this.tip.style.left = right ? "auto" : `calc(${x * 100}% + 12px)`;
      this.tip.style.right = right ? `calc(${(1 - x) * 100}% + 12px)` : "auto";
      return `${bits} bits: ${rows.map(({ series, text }) => `${series.label} ${text}`).join(", ")}`;
    }

    leave() {
      this.at = null;
      this.heat(null);
      this.tip.hidden = this.cross.hidden = true;
    }
  }

  /** The frames of a study: one at a time, of one operation and one choice of kernels. */
  const charts = (section) => {
    const data = section.querySelector("script.data");
    if (!data) return;
    const { ops, views, sizes, panels } = JSON.parse(data.textContent);
    const figures = [...section.querySelectorAll("figure")];
    const frames = panels.map((panel, index) => new Frame(figures[index], panel, sizes));
    let [op, view] = [0, 0];
    const redraw = () => frames.forEach((frame) => frame.show(op, view));
    const controls = make("div", { className: "controls" });
    const offer = (title, options, choose) => {
      if (options.length > 1) controls.append(choice(title, options, choose));
    };
    offer("Threads", panels.map((panel) => panel.title), (chosen) => {
      figures.forEach((figure, index) => { figure.hidden = index !== chosen; });
      frames.forEach((frame) => frame.leave());
    });
    offer("Operation", ops, (chosen) => { op = chosen; redraw(); });
    offer("Kernel", views, (chosen) => { view = chosen; redraw(); });
    redraw();
    section.querySelector(".panels").before(controls);
  };

  theme();
  document.querySelectorAll(".choose").forEach(tables);
  document.querySelectorAll("section.chart").forEach(charts);
})();
