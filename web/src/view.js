// What part of a figure is seen, and on which scales: the curves, hidden ones left out, and the two ranges. Ranges that nobody
// has chosen follow from what is seen; points that a log scale cannot show are gaps.
import { extent, linear_scale, log_scale } from './scales.js';

const narrowest = 1e-6; // of the whole range: where zooming in ends

export class View {
  constructor(figure) {
    this.figure = figure;
    this.hidden = new Set();
    this.scale = { x: figure.x.scale, y: figure.y.scale };
    this.chosen = { x: null, y: null };
  }

  seen(axis, value) {
    return typeof value === 'number' && (this.scale[axis] !== 'log' || value > 0);
  }

  curves() {
    return this.figure.series
      .filter(({ name }) => !this.hidden.has(name))
      .map((series) => ({
        ...series,
        points: series.x
          .map((x, i) => ({
            x,
            y: this.seen('y', series.y[i]) ? series.y[i] : null,
            low: this.seen('y', series.low?.[i]) ? series.low[i] : null,
            high: this.seen('y', series.high?.[i]) ? series.high[i] : null,
          }))
          .filter(({ x }) => this.seen('x', x)),
        diverged: (series.diverged ?? []).filter((x) => this.seen('x', x)),
      }));
  }

  whole(axis) {
    return this.padded(axis, axis === 'x' ? this.all_x() : this.all_y(() => true));
  }

  all_x() {
    // Hidden curves count, so that toggling one does not move the others sideways.
    return this.figure.series.flatMap(({ x, diverged }) => [...x, ...(diverged ?? [])]).filter((x) => this.seen('x', x));
  }

  all_y(within) {
    return this.curves().flatMap(({ points }) =>
      points.filter(({ x }) => within(x)).flatMap(({ y, low, high }) => [y, low, high].filter((value) => value !== null)),
    );
  }

  padded(axis, values) {
    const [low, high] = extent(values);
    if (low === undefined) return this.scale[axis] === 'log' ? [0.1, 10] : [0, 1];
    if (this.scale[axis] === 'log') {
      if (low === high) return [low / 2, high * 2];
      const room = (high / low) ** (axis === 'x' ? 0.015 : 0.04);
      return [low / room, high * room];
    }
    if (low === high) return [low - 1, high + 1];
    const room = (high - low) * (axis === 'x' ? 0.015 : 0.04);
    return [low >= 0 && low < room ? 0 : low - room, high + room];
  }

  domain() {
    const x = this.chosen.x ?? this.within('x', this.all_x());
    const y = this.chosen.y ?? this.within('y', this.all_y((value) => value >= x[0] && value <= x[1]));
    return { x, y };
  }

  // The range of the values as far as the figure wants it seen at first.
  within(axis, values) {
    const { low = -Infinity, high = Infinity } = this.figure[axis];
    const inside = values.filter((value) => value >= low && value <= high);
    const range = this.padded(axis, inside.length > 0 ? inside : values);
    if (inside.length === values.length || inside.length === 0) return range;
    const [first, last] = extent(values);
    if (first < low && this.seen(axis, low)) range[0] = low;
    if (last > high) range[1] = high;
    return range;
  }

  scales(width, height) {
    const { x, y } = this.domain();
    const of = (axis) => (this.scale[axis] === 'log' ? log_scale : linear_scale);
    return { x: of('x')(x, [0, width]), y: of('y')(y, [height, 0]) };
  }

  get zoomed() {
    return this.chosen.x !== null || this.chosen.y !== null;
  }

  reset() {
    this.chosen = { x: null, y: null };
  }

  choose(axis, range) {
    const [low, high] = this.whole(axis);
    const bounded = [Math.max(range[0], low), Math.min(range[1], high)];
    if (axis === 'x' && bounded[0] <= low && bounded[1] >= high) {
      this.chosen.x = null;
    } else if (bounded[1] - bounded[0] > (high - low) * narrowest * (this.scale[axis] === 'log' ? low / high : 1)) {
      this.chosen[axis] = bounded;
    }
  }

  // Narrows (factor < 1) or widens an axis about the point at that share of its length.
  zoom(axis, factor, share = 0.5) {
    const scale = this.scales(1, 1)[axis];
    const at = (part) => scale.invert(axis === 'x' ? part : 1 - part);
    this.choose(axis, [at(share - share * factor), at(share + (1 - share) * factor)]);
  }

  rescale(axis, scale) {
    this.scale[axis] = scale;
    this.chosen[axis] = null;
  }
}
