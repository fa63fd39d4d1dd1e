// A figure with what one can do to it: point at values, hide curves, zoom, change scales; by mouse, finger or keyboard.
import { button, element, svg } from './element.js';
import { look } from './learners.js';
import { draw } from './plot.js';
import { readout, sentence, stops, swatch, values_at } from './readout.js';
import { plain, rich } from './text.js';
import { View } from './view.js';

const height_of = (width) => Math.round(Math.min(330, Math.max(230, width * 0.62)));
const narrow = 420; // pixels
const least_drag = 6; // pixels; less is a click

export class FigureCard {
  constructor(figure) {
    this.figure = figure;
    this.view = new View(figure);
    this.at = null; // the x whose values are read out
    this.canvas = element('div', {
      class: 'canvas',
      tabindex: 0,
      role: 'img',
      'aria-label': `${plain(figure.title)}. ${plain(figure.y.label)} against ${plain(figure.x.label)}. Arrow keys read values, plus and minus zoom, 0 resets.`,
    });
    this.status = element('p', { class: 'unseen', 'aria-live': 'polite' });
    this.legend = element('div', { class: 'legend', role: 'group', 'aria-label': 'Curves' }, figure.series.map((series) => this.toggle_of(series)));
    this.reset_button = button('Reset', { class: 'reset', onclick: () => this.change((view) => view.reset()) });
    this.scale_buttons = ['y', 'x'].map((axis) => this.scale_button(axis));
    this.root = element(
      'figure',
      { class: 'card', id: figure.id },
      element('h3', {}, rich(figure.title)),
      this.legend,
      element('div', { class: 'y-label' }, rich(figure.y.label)),
      this.canvas,
      element('div', { class: 'x-label' }, rich(figure.x.label)),
      this.status,
      element('div', { class: 'tools' }, this.tools(), this.links()),
      figure.caption ? element('figcaption', {}, rich(figure.caption)) : null,
    );
    this.root.card = this;
    this.listen();
    new ResizeObserver(() => this.resize()).observe(this.canvas);
  }

  toggle_of({ name, label }) {
    return button('', { class: 'toggle', 'data-name': name, 'aria-pressed': 'true', onclick: () => this.show(name, this.view.hidden.has(name)) }, swatch(name), element('span', {}, rich(label)));
  }

  scale_button(axis) {
    const other = () => (this.view.scale[axis] === 'log' ? 'linear' : 'log');
    return button(`log ${axis}`, { 'data-axis': axis, title: `Logarithmic or linear ${axis} axis`, onclick: () => this.change((view) => view.rescale(axis, other())) });
  }

  tools() {
    const zoom = (factor) => () => this.change((view) => view.zoom('x', factor));
    return element(
      'div',
      { class: 'buttons', role: 'group', 'aria-label': 'View' },
      this.scale_buttons,
      button('\u2212', { title: 'Zoom out', 'aria-label': 'Zoom out', onclick: zoom(1.6) }),
      button('+', { title: 'Zoom in', 'aria-label': 'Zoom in', onclick: zoom(1 / 1.6) }),
      this.reset_button,
    );
  }

  links() {
    return element('div', { class: 'links' }, (this.figure.links ?? []).map(({ title, href }) => element('a', { href }, title)));
  }

  show(name, shown) {
    if (!this.figure.series.some((series) => series.name === name)) return;
    this.change((view) => (shown ? view.hidden.delete(name) : view.hidden.add(name)));
  }

  change(how) {
    how(this.view);
    this.draw();
  }

  resize() {
    const width = Math.floor(this.canvas.clientWidth);
    if (width > 0 && width !== this.width) {
      this.width = width;
      this.draw();
    }
  }

  draw() {
    if (!this.width) return;
    this.plot = draw(this.view, this.width, height_of(this.width));
    this.canvas.replaceChildren(this.plot.drawing);
    for (const toggle of this.legend.children) toggle.setAttribute('aria-pressed', String(!this.view.hidden.has(toggle.dataset.name)));
    for (const scale of this.scale_buttons) scale.setAttribute('aria-pressed', String(this.view.scale[scale.dataset.axis] === 'log'));
    this.reset_button.disabled = !this.view.zoomed;
    this.read(this.at);
  }

  // Pixels inside the plot.
  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left - this.plot.margin.left, y: event.clientY - box.top - this.plot.margin.top };
  }

  stops() {
    return stops(this.view.curves(), this.plot.scales.x.domain());
  }

  nearest(pixel) {
    const { x } = this.plot.scales;
    let best = null;
    for (const stop of this.stops()) {
      if (best === null || Math.abs(x(stop) - pixel) < Math.abs(x(best) - pixel)) best = stop;
    }
    return best;
  }

  read(at) {
    this.at = at;
    this.canvas.querySelectorAll('.readout, .cursor').forEach((node) => node.remove());
    if (at === null || !this.stops().includes(at)) return null;
    const { scales, margin, inner, drawing } = this.plot;
    const values = values_at(this.view.curves(), at);
    const x = scales.x(at);
    drawing.append(
      svg(
        'g',
        { class: 'cursor', transform: `translate(${margin.left + x},${margin.top})` },
        svg('line', { y1: 0, y2: inner.height }),
        values
          .filter(({ y }) => typeof y === 'number' && scales.y(y) >= -4 && scales.y(y) <= inner.height)
          .map(({ curve, y }) => svg('circle', { cy: scales.y(y), r: 4, fill: look(curve.name).colour })),
      ),
    );
    const box = readout(this.figure, at, values);
    this.canvas.append(box);
    const left = margin.left + x;
    const fits_right = left + 14 + box.offsetWidth <= this.width;
    box.style.left = `${Math.max(0, Math.min(fits_right ? left + 14 : left - 14 - box.offsetWidth, this.width - box.offsetWidth))}px`;
    box.style.top = `${this.width < narrow ? margin.top - 8 - box.offsetHeight : margin.top + 4}px`; // not upon curves that it would hide
    return values;
  }

  listen() {
    const on = (name, then, options) => this.canvas.addEventListener(name, then, options);
    on('pointerdown', (event) => {
      if (event.pointerType === 'touch') this.read(this.nearest(this.place(event).x));
      if (event.pointerType === 'touch' || event.button !== 0) return;
      this.drag = { from: this.place(event) };
      this.canvas.setPointerCapture(event.pointerId);
    });
    on('pointermove', (event) => {
      const place = this.place(event);
      if (this.drag) this.drag_to(place);
      else this.read(this.nearest(place.x));
    });
    on('pointerup', () => this.drop());
    on('pointercancel', () => this.drop());
    on('pointerleave', (event) => {
      if (!this.drag && event.pointerType !== 'touch') this.read(null); // a finger leaves at once; its readout stays until the next tap
    });
    on('dblclick', () => this.change((view) => view.reset()));
    on('wheel', (event) => this.wheel(event), { passive: false });
    on('keydown', (event) => this.key(event));
    on('blur', () => this.read(null));
  }

  drag_to({ x, y }) {
    const { inner, margin } = this.plot;
    const { from } = this.drag;
    const clamp = (value, most) => Math.min(most, Math.max(0, value));
    let across = [clamp(from.x, inner.width), clamp(x, inner.width)].sort((a, b) => a - b);
    let down = [clamp(from.y, inner.height), clamp(y, inner.height)].sort((a, b) => a - b);
    const wide = across[1] - across[0] >= least_drag;
    const tall = down[1] - down[0] >= least_drag * 2;
    this.drag.across = wide ? across : null;
    this.drag.down = tall ? down : null;
    this.read(null);
    this.canvas.querySelector('.selection')?.remove();
    if (!wide && !tall) return;
    if (!wide) across = [0, inner.width];
    if (!tall) down = [0, inner.height];
    const shape = { x: margin.left + across[0], y: margin.top + down[0], width: across[1] - across[0], height: down[1] - down[0] };
    this.plot.drawing.append(svg('rect', { class: 'selection', ...shape }));
  }

  drop() {
    const { across, down } = this.drag ?? {};
    this.drag = null;
    if (!across && !down) return;
    const { x, y } = this.plot.scales;
    this.change((view) => {
      if (across) view.choose('x', across.map(x.invert));
      if (down) view.choose('y', [y.invert(down[1]), y.invert(down[0])]);
    });
  }

  // The wheel scrolls the page until the figure is clicked or focused; with Ctrl (a pinch on touch pads) it always zooms.
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== this.canvas) return;
    event.preventDefault();
    const place = this.place(event);
    const { inner } = this.plot;
    const factor = Math.exp(Math.max(-60, Math.min(60, event.deltaY || event.deltaX)) * 0.005);
    this.change((view) =>
      event.shiftKey ? view.zoom('y', factor, 1 - place.y / inner.height) : view.zoom('x', factor, place.x / inner.width),
    );
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = this.stops();
    const i = all.indexOf(this.at);
    const move = {
      ArrowRight: () => all[Math.min(all.length - 1, i + 1)],
      ArrowLeft: () => all[i < 0 ? all.length - 1 : Math.max(0, i - 1)],
      Home: () => all[0],
      End: () => all[all.length - 1],
    }[event.key];
    const action = { '+': (view) => view.zoom('x', 1 / 1.6), '=': (view) => view.zoom('x', 1 / 1.6), '-': (view) => view.zoom('x', 1.6), '0': (view) => view.reset() }[event.key];
    if (move) {
      const x = move();
      const values = x === undefined ? null : this.read(x);
      if (values) this.status.textContent = sentence(x, values);
    } else if (action) {
      this.change(action);
    } else if (event.key === 'Escape') {
      this.read(null);
    } else {
      return;
    }
    event.preventDefault();
  }
}
