// Where an axis has its ticks. On a log axis these are powers of its base, every so many of them that about `count` remain;
// where the axis spans too few powers, round numbers between.
import { ticks as round_numbers } from 'd3-array';

const steps = [1, 2, 3, 4, 5, 10, 20, 50, 100, 200];

function powers([low, high], base, count) {
  const slack = 1e-9;
  const first = Math.ceil(Math.log(low) / Math.log(base) - slack);
  const last = Math.floor(Math.log(high) / Math.log(base) + slack);
  const step = steps.find((s) => Math.floor(last / s) - Math.ceil(first / s) + 1 <= count) ?? 500;
  const found = [];
  for (let power = Math.ceil(first / step) * step; power <= last; power += step) found.push({ value: base ** power, power, base });
  return found;
}

export function ticks(domain, scale, base, count) {
  if (scale !== 'log') return round_numbers(...domain, count).map((value) => ({ value }));
  const found = powers(domain, base, count);
  if (found.length >= 3) return found;
  const [low, high] = domain;
  const between = [];
  for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; ++power) {
    for (const digit of [1, 2, 5]) between.push(digit * 10 ** power);
  }
  const inside = between.filter((value) => value >= low && value <= high).map((value) => ({ value: Number(value.toPrecision(3)) }));
  return inside.length >= 3 ? inside : round_numbers(low, high, count).map((value) => ({ value }));
}
