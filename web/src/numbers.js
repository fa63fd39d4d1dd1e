// Numbers as people write them: 0.0034, 12.5, 581 012, 3.2 x 10^9. Whole numbers keep all their digits.
import { element } from './element.js';

const minus = (text) => text.replace('-', '\u2212');

function parts(value, digits) {
  if (value === 0) return ['0', null];
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e6) return [minus(String(Number(value.toPrecision(digits)))), null];
  const [mantissa, exponent] = value.toExponential(digits - 1).split('e');
  return [minus(String(Number(mantissa))), Number(exponent)];
}

export function number(value, digits = 5) {
  if (typeof value !== 'number' || !Number.isFinite(value)) return ['\u2013'];
  if (Number.isInteger(value) && Math.abs(value) < 1e12) return [minus(String(value)).replace(/\B(?=(\d{3})+$)/g, Math.abs(value) < 1e4 ? '' : '\u202f')];
  const [mantissa, exponent] = parts(value, digits);
  return exponent === null ? [mantissa] : [`${mantissa}\u2009\u00d7\u200910`, element('sup', {}, minus(String(exponent)))];
}

// A value on a log axis of base 2 that is a power of two, as one.
export function power_or_number(value, axis) {
  const exponent = Math.log2(value);
  if (axis.base !== 2 || !(value > 0) || Math.abs(exponent - Math.round(exponent)) > 1e-9) return number(value, 6);
  return ['2', element('sup', {}, minus(String(Math.round(exponent))))];
}

// A tick's label: what stands on the line and what stands above it.
export function tick_label(value, { power, base }) {
  if (power !== undefined) return [String(base), minus(String(power))];
  const [mantissa, exponent] = parts(value, 4);
  return exponent === null ? [mantissa, ''] : [mantissa === '1' ? '10' : `${mantissa}\u00d710`, minus(String(exponent))];
}

export function duration(seconds) {
  if (!(seconds > 0)) return null;
  if (seconds < 60) return `${Number(seconds.toPrecision(2))} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
