// Where an axis has its ticks. On a log axis these are powers of its base, every so many of them that about `count` remain;
// where the axis spans too few powers, round numbers between.
const steps = [1, 2, 3, 4, 5, 10, 20, 50, 100, 200];

// Multiples of 1, 2 or 5 times a power of ten: of these steps the one nearest, by ratio, to what would leave `count` of them.
function round_numbers(low, high, count) {
  const wanted = (high - low) / count;
  const power = Math.floor(Math.log10(wanted));
  const off = (digit) => Math.abs(Math.log10(wanted) - power - Math.log10(digit));
  const digit = [1, 2, 5, 10].reduce((best, other) => (off(other) < off(best) ? other : best));
  const multiple = (i) => (power < 0 ? (i * digit) / 10 ** -power : i * digit * 10 ** power); // rounded once: 0.3, not 3 x 0.1
  const first = Math.floor(low / multiple(1));
  const last = Math.ceil(high / multiple(1));
  return Array.from({ length: last - first + 1 }, (_, i) => multiple(first + i)).filter((value) => value >= low && value <= high);
}

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
