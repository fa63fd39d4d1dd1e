// The values of all curves at one x, beside the pointer.
import { element, svg } from './element.js';
import { look } from './learners.js';
import { number, power_or_number } from './numbers.js';
import { rich } from './text.js';

export function swatch(name) {
  const { colour, dash } = look(name);
  return svg(
    'svg',
    { class: 'swatch', viewBox: '0 0 18 8', 'aria-hidden': 'true' },
    svg('line', { x1: 1, x2: 17, y1: 4, y2: 4, stroke: colour, 'stroke-width': 2.4, 'stroke-dasharray': dash && '5 3' }),
  );
}

// Every x of a curve in sight, in order, once.
export function stops(curves, [low, high]) {
  const all = curves.flatMap(({ points, diverged }) => [...points.map(({ x }) => x), ...diverged]);
  return [...new Set(all)].filter((x) => x >= low && x <= high).sort((a, b) => a - b);
}

// The curves' values at x; from the top down, as they are seen.
export function values_at(curves, x) {
  return curves
    .map((curve) => ({ curve, diverged: curve.diverged.includes(x), ...curve.points.find((point) => point.x === x) }))
    .filter(({ y, diverged }) => diverged || typeof y === 'number')
    .sort((a, b) => b.diverged - a.diverged || (b.y ?? 0) - (a.y ?? 0));
}

export function readout(figure, x, values) {
  return element(
    'div',
    { class: 'readout' },
    element('div', { class: 'at' }, rich(figure.x.label), ' = ', power_or_number(x, figure.x)),
    element(
      'table',
      {},
      values.map(({ curve, y, low, high, diverged }) =>
        element(
          'tr',
          {},
          element('td', {}, swatch(curve.name)),
          element('td', {}, rich(curve.label)),
          element('td', { class: 'value' }, diverged && typeof y !== 'number' ? 'diverged' : number(y)),
          element('td', { class: 'spread' }, typeof low === 'number' && typeof high === 'number' ? [number(low, 4), '\u2009\u2013\u2009', number(high, 4)].flat() : ''),
        ),
      ),
    ),
  );
}

export function sentence(x, values) {
  const value = ({ curve, y, diverged }) => `${curve.name} ${typeof y === 'number' ? Number(y.toPrecision(5)) : diverged ? 'diverged' : ''}`;
  return `At ${Number(x.toPrecision(6))}: ${values.map(value).join(', ')}`;
}
