// Scales map values to pixels, evenly or by logarithm; `invert` maps back. `extent` is the range of values, empty if there are none.
function scale(domain, [begin, end], forward, backward) {
  const [low, high] = domain.map(forward);
  const share = (value) => (high > low ? (forward(value) - low) / (high - low) : 0.5); // logarithms of close numbers can be equal
  const map = (value) => begin + (end - begin) * share(value);
  map.invert = (pixel) => backward(low + ((high - low) * (pixel - begin)) / (end - begin));
  map.domain = () => [...domain];
  return map;
}

const same = (value) => value;

export const linear_scale = (domain, range) => scale(domain, range, same, same);
export const log_scale = (domain, range) => scale(domain, range, Math.log, Math.exp);

export function extent(values) {
  if (values.length === 0) return [];
  return values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
}
