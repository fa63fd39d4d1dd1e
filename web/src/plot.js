// Draws a view of a figure: axes, bands, curves and the marks of divergence. The drawing is SVG coloured by the page's styles,
// so that it changes with the theme and prints sharply.
import { svg } from './element.js';
import { look } from './learners.js';
import { tick_label } from './numbers.js';
import { band, line } from './shapes.js';
import { ticks } from './ticks.js';

const dots_up_to = 64; // points per curve; dots of more would touch
const row = 9; // height of a row of marks above the plot

let plots = 0;

function label(value, attributes, tick) {
  const [line, above] = tick_label(value, tick);
  return svg('text', attributes, line, above ? svg('tspan', { dy: '-0.45em', class: 'exponent' }, above) : null);
}

const label_width = (tick) => {
  const [line, above] = tick_label(tick.value, tick);
  return line.length * 6.6 + above.length * 4.8;
};

function y_axis(found, y, width) {
  return svg(
    'g',
    { class: 'axis y' },
    found.map((tick) => [
      svg('line', { class: 'grid', x1: 0, x2: width, y1: y(tick.value), y2: y(tick.value) }),
      label(tick.value, { x: -8, y: y(tick.value), dy: '0.32em', 'text-anchor': 'end' }, tick),
    ]).flat(),
  );
}

function x_axis(found, x, width, height) {
  return svg(
    'g',
    { class: 'axis x', transform: `translate(0,${height})` },
    svg('line', { class: 'base', x1: 0, x2: width }),
    found.map((tick) => [
      svg('line', { class: 'tick', x1: x(tick.value), x2: x(tick.value), y2: 4 }),
      label(tick.value, { x: x(tick.value), y: 18, 'text-anchor': 'middle' }, tick),
    ]).flat(),
  );
}

function spread(curve, { x, y }) {
  const place = ({ x: at, low, high }) => (low === null || high === null ? null : [x(at), y(low), y(high)]);
  return svg('path', { class: 'band', d: band(curve.points.map(place)), fill: look(curve.name).colour });
}

function path(curve, { x, y }) {
  const { colour, dash } = look(curve.name);
  const place = (point) => (point.y === null ? null : [x(point.x), y(point.y)]);
  return svg('path', { class: 'curve', 'data-name': curve.name, d: line(curve.points.map(place)), stroke: colour, 'stroke-dasharray': dash });
}

function dots(curve, { x, y }) {
  if (curve.points.length > dots_up_to) return null;
  return svg(
    'g',
    { class: 'dots', fill: look(curve.name).colour },
    curve.points.filter((point) => point.y !== null).map((point) => svg('circle', { cx: x(point.x), cy: y(point.y), r: 1.9 })),
  );
}

function crosses(curve, { x }, top) {
  const [low, high] = x.domain();
  return svg(
    'g',
    { class: 'diverged', 'data-name': curve.name, stroke: look(curve.name).colour },
    curve.diverged
      .filter((value) => value >= low && value <= high)
      .map((value) => svg('path', { d: 'M-2.4-2.4l4.8 4.8m0-4.8l-4.8 4.8', transform: `translate(${x(value)},${top})` })),
  );
}

// Returns the drawing, its scales and its margins.
export function draw(view, width, height) {
  const { x: x_axis_of, y: y_axis_of } = view.figure;
  const curves = view.curves();
  const marked = curves.filter(({ diverged }) => diverged.length > 0);
  const domain = view.domain();
  const y_ticks = ticks(domain.y, view.scale.y, y_axis_of.base ?? 10, Math.max(3, Math.round(height / 52)));
  const margin = {
    left: Math.ceil(14 + Math.max(14, ...y_ticks.map(label_width))),
    right: 16,
    top: 8 + marked.length * row + (marked.length > 0 ? 3 : 0),
    bottom: 26,
  };
  const inner = { width: Math.max(40, width - margin.left - margin.right), height: height - margin.top - margin.bottom };
  const scales = view.scales(inner.width, inner.height);
  const x_ticks = ticks(domain.x, view.scale.x, x_axis_of.base ?? 10, Math.max(3, Math.floor(inner.width / 46)));
  const clip = `clip-${++plots}`;
  const drawing = svg(
    'svg',
    { class: 'plot', viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' },
    svg('clipPath', { id: clip }, svg('rect', { x: 0, y: -4, width: inner.width, height: inner.height + 4 })),
    svg(
      'g',
      { transform: `translate(${margin.left},${margin.top})` },
      y_axis(y_ticks, scales.y, inner.width),
      x_axis(x_ticks, scales.x, inner.width, inner.height),
      svg(
        'g',
        { 'clip-path': `url(#${clip})` },
        curves.map((curve) => spread(curve, scales)),
        curves.map((curve) => path(curve, scales)),
        curves.map((curve) => dots(curve, scales)),
      ),
      marked.map((curve, i) => crosses(curve, scales, -4 - row * (marked.length - 1 - i) - 3)),
    ),
  );
  return { drawing, scales, margin, inner };
}
