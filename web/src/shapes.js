// Lines and bands as SVG paths. A null among the points makes a gap.
const digits = (pixels) => Math.round(pixels * 1000) / 1000;
const through = (corners) => corners.map(([x, y]) => `${digits(x)},${digits(y)}`).join('L');

function between_gaps(points) {
  const runs = [[]];
  for (const point of points) {
    if (point === null) runs.push([]);
    else runs.at(-1).push(point);
  }
  return runs.filter((run) => run.length > 0);
}

// Through points [x, y]. A point between two gaps is closed upon itself, so that its round ends show.
export function line(points) {
  return between_gaps(points)
    .map((run) => `M${through(run)}${run.length === 1 ? 'Z' : ''}`)
    .join('');
}

// From low to high at points [x, low, high].
export function band(points) {
  const highs = (run) => run.map(([x, , high]) => [x, high]);
  const lows = (run) => run.map(([x, low]) => [x, low]);
  return between_gaps(points)
    .map((run) => `M${through([...highs(run), ...lows(run).reverse()])}Z`)
    .join('');
}
