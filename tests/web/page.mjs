// Opens a sample report in a browser and uses it as a reader would: node page.mjs INDEX.HTML CHROMIUM [SCREENSHOTS]
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , page_file, browser_file, screenshots] = process.argv;
const { chromium } = createRequire(resolve('node_modules/any.js'))('playwright-core');
const address = pathToFileURL(resolve(page_file)).href;
const flags = '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
const patience = 120_000; // milliseconds, for machines that have much else to do
const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

const written = JSON.parse(readFileSync(page_file, 'utf8').match(/<script id="tacit-report" type="application\/json">(.*?)<\/script>/s)[1]);
const profile = mkdtempSync(join(tmpdir(), 'tacit-web-'));

async function visit(options, use) {
  const context = await chromium.launchPersistentContext(profile, { executablePath: browser_file, headless: true, timeout: patience, args: flags.split(' '), ...options });
  context.setDefaultTimeout(patience);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    const complaints = [];
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.stack));
    page.on('request', (request) => /^(https?|wss?):/.test(request.url()) && complaints.push(`asks for ${request.url()}`));
    await page.goto(address);
    await page.waitForFunction((count) => document.querySelectorAll('svg.plot').length === count, written.figures.length);
    await use(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

const card = (page, id, ask) => page.evaluate(([name, text]) => new Function('card', `return ${text}`)(document.getElementById(name).card), [id, ask]);
const domain = (page, id) => card(page, id, 'card.view.domain()');
const pressed = (page, selector) => page.getAttribute(selector, 'aria-pressed');
const no_sideways_scroll = async (page) =>
  assert.deepEqual(await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]), [360, 360]);

const tests = {
  async 'every figure shows every curve with the values that were written'(page) {
    for (const figure of written.figures) {
      const curves = await card(page, figure.id, 'card.view.curves()');
      assert.deepEqual(curves.map(({ name }) => name), figure.series.map(({ name }) => name));
      curves.forEach((curve, i) => {
        assert.deepEqual(curve.points.map(({ x }) => x), figure.series[i].x);
        assert.deepEqual(curve.points.map(({ y }) => y), figure.series[i].y);
      });
      assert.equal(await page.locator(`#${figure.id} path.curve`).count(), figure.series.length);
    }
    const [ogd, ada] = await card(page, 'exact', 'card.view.curves()');
    assert.deepEqual(ogd.points.map(({ x, y, low, high }) => [x, y, low, high]), [[0.5, 0.125, 0.1, 0.2], [1, 0.1, 0.05, 0.2], [2, null, null, null], [4, 3, 2, 4]]);
    assert.deepEqual(ogd.diverged, [2]);
    assert.equal(ada.points[3].y, 0.3333333333333333);
    const last = (await card(page, 'synthetic', 'card.view.curves()'))[3].points.at(-1);
    assert.ok(last.x === 2000 && Math.abs(last.y - 0.152964418907537) < 1e-14);
  },

  async 'a curve breaks at a gap and marks where its learner diverged'(page) {
    const path = await page.getAttribute('#exact path.curve[data-name=ogd]', 'd');
    assert.equal(path.match(/M/g).length, 2);
    assert.equal(await page.locator('#exact g.diverged[data-name=ogd] path').count(), 1);
    assert.equal(await page.locator('#exact path.band').first().getAttribute('fill'), '#0072b2');
    assert.equal(await page.getAttribute('#a9a path.curve[data-name=ada-implicit]', 'stroke'), '#d55e00');
  },

  async 'powers of two label the ticks of a base-2 axis'(page) {
    const labels = await page.locator('#a9a .axis.x text').allTextContents();
    assert.equal(labels[0], '2\u221220');
    assert.equal(labels.at(-1), '220');
  },

  async 'the pointer reads the values of all curves'(page) {
    await page.locator('#exact .canvas').scrollIntoViewIfNeeded();
    const box = await page.locator('#exact .canvas').boundingBox();
    const at = await card(page, 'exact', 'card.plot.margin.left + card.plot.scales.x(1)');
    await page.mouse.move(box.x + at + 3, box.y + 100);
    const text = (await page.locator('#exact .readout tr').allTextContents()).join('|');
    assert.match(text, /OGD0\.10\.05.*0\.2\|AdaImplicit0\.002/);
    assert.match(await page.textContent('#exact .readout .at'), /= 20$/);
    await page.mouse.move(0, 0);
    assert.equal(await page.locator('#exact .readout').count(), 0);
  },

  async 'a legend hides a curve of its figure and the bar hides it in all'(page) {
    await page.click('#a9a .toggle[data-name=ogd]');
    assert.equal(await page.locator('#a9a path.curve[data-name=ogd]').count(), 0);
    assert.equal(await page.locator('#covtype path.curve[data-name=ogd]').count(), 1);
    assert.equal(await pressed(page, '#a9a .toggle[data-name=ogd]'), 'false');
    await page.click('.bar .toggle[data-name=ogd]');
    assert.equal(await page.locator('path.curve[data-name=ogd]').count(), 0);
    await page.click('.bar .toggle[data-name=ogd]');
    assert.equal(await page.locator('path.curve[data-name=ogd]').count(), written.figures.length);
    assert.equal(await pressed(page, '#a9a .toggle[data-name=ogd]'), 'true');
  },

  async 'dragging and the wheel zoom and reset undoes them'(page) {
    const whole = await domain(page, 'a9a');
    await page.locator('#a9a .canvas').scrollIntoViewIfNeeded();
    const box = await page.locator('#a9a .canvas').boundingBox();
    await page.mouse.move(box.x + 150, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 250, box.y + 62, { steps: 3 });
    await page.mouse.up();
    const dragged = await domain(page, 'a9a');
    assert.ok(dragged.x[0] > whole.x[0] && dragged.x[1] < whole.x[1]);
    await page.mouse.wheel(0, -200);
    await page.waitForFunction((high) => document.getElementById('a9a').card.view.domain().x[1] !== high, dragged.x[1]);
    const wheeled = await domain(page, 'a9a');
    assert.ok(wheeled.x[1] / wheeled.x[0] < dragged.x[1] / dragged.x[0]);
    await page.click('#a9a .reset');
    assert.deepEqual(await domain(page, 'a9a'), whole);
    assert.ok(await page.isDisabled('#a9a .reset'));
  },

  async 'dragging a box zooms both axes'(page) {
    await page.locator('#covtype .canvas').scrollIntoViewIfNeeded();
    const box = await page.locator('#covtype .canvas').boundingBox();
    const whole = await domain(page, 'covtype');
    await page.mouse.move(box.x + 150, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 250, box.y + 160, { steps: 3 });
    await page.mouse.up();
    const zoomed = await domain(page, 'covtype');
    for (const axis of ['x', 'y']) assert.ok(zoomed[axis][0] > whole[axis][0] && zoomed[axis][1] < whole[axis][1], axis);
    await page.dblclick('#covtype .canvas', { position: { x: 200, y: 100 } });
    assert.deepEqual(await domain(page, 'covtype'), whole);
  },

  async 'axes change between logarithmic and linear'(page) {
    for (const axis of ['x', 'y']) {
      const selector = `#w8a button[data-axis=${axis}]`;
      assert.equal(await pressed(page, selector), 'true');
      await page.click(selector);
      assert.equal(await pressed(page, selector), 'false');
      const scale = await card(page, 'w8a', `[card.plot.scales.${axis}(1), card.plot.scales.${axis}(2), card.plot.scales.${axis}(3)]`);
      assert.ok(Math.abs(scale[1] - scale[0] - (scale[2] - scale[1])) < 1e-9);
      await page.click(selector);
    }
  },

  async 'a figure ends where it is told to until a reader zooms out'(page) {
    const { high } = written.figures.find(({ id }) => id === 'housing').y;
    assert.equal((await domain(page, 'housing')).y[1], high);
    const further = await card(page, 'housing', "(card.change((view) => view.zoom('y', 3, 0)), card.view.domain().y[1])");
    assert.ok(further > high);
    await page.click('#housing .reset');
    assert.equal((await domain(page, 'housing')).y[1], high);
  },

  async 'the keyboard reads and zooms'(page) {
    await page.focus('#exact .canvas');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    assert.equal(await card(page, 'exact', 'card.at'), 1);
    assert.match(await page.textContent('#exact [aria-live]'), /^At 1: ogd 0\.1, ada-implicit 0\.002$/);
    const whole = await domain(page, 'exact');
    await page.keyboard.press('+');
    assert.ok((await domain(page, 'exact')).x[1] < whole.x[1]);
    await page.keyboard.press('0');
    assert.deepEqual(await domain(page, 'exact'), whole);
  },

  async 'tables mark the best and keep all digits of whole numbers'(page) {
    assert.equal(await page.locator('#summary tbody tr').count(), 5);
    assert.deepEqual((await page.locator('#summary .best > span:first-of-type').allTextContents()), ['0.35402', '0.20377', '0.57504', '5.7019']);
    assert.equal(await page.locator('#summary tbody tr:nth-child(3) td').first().textContent(), '581\u202f012');
    assert.equal(await page.getAttribute('#summary .links a', 'href'), 'summary.csv');
  },

  async 'text with markup and TeX is shown as written'(page) {
    const caption = page.locator('#exact figcaption');
    assert.match(await caption.textContent(), /^A caption with <\/script>, <!-- and .*; it costs \$5\.$/);
    assert.equal(await caption.locator('.katex').count(), 1);
    assert.equal(await page.locator('.katex-error').count(), 0);
    assert.equal(await page.title(), written.title);
  },

  async 'links lead to files that are there'(page) {
    const links = await page.locator('a[href]:not([href^="#"])').evaluateAll((all) => all.map((link) => decodeURI(new URL(link.href).pathname)));
    assert.equal(links.length, 1 + 5 * written.figures.length);
    for (const link of links) assert.ok(readFileSync(link).length > 0, link);
    for (const entry of await page.locator('.contents a').evaluateAll((all) => all.map((link) => link.getAttribute('href').slice(1)))) {
      assert.equal(await page.locator(`[id="${entry}"]`).count(), 1, entry);
    }
  },

  async 'the theme follows the system until it is chosen'(page) {
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.emulateMedia({ colorScheme: 'light' });
    assert.equal(await theme(), 'light');
    assert.equal(await paper(), 'rgb(255, 255, 255)');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    assert.equal(await paper(), 'rgb(20, 23, 26)');
    await page.click('.theme');
    assert.equal(await theme(), 'light');
    await page.reload();
    assert.equal(await theme(), 'light');
    await page.evaluate(() => localStorage.clear());
  },

  async 'print has all figures and no controls'(page) {
    await page.emulateMedia({ media: 'print' });
    for (const hidden of ['.bar', '.contents', '.buttons', '.copy']) assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
    for (const figure of written.figures) assert.ok(await page.locator(`#${figure.id} svg.plot`).isVisible());
    await page.emulateMedia({ media: null });
  },
};

const on_a_phone = {
  async 'a phone scrolls down only and a tap reads values'(page) {
    await no_sideways_scroll(page);
    await page.locator('#a9a .canvas').scrollIntoViewIfNeeded();
    await page.tap('#a9a .canvas', { position: { x: 300, y: 100 } });
    assert.equal(await page.locator('#a9a .readout').count(), 1);
    await no_sideways_scroll(page);
    await page.tap('.contents summary');
    assert.ok(await page.locator('.contents a').first().isVisible());
    await no_sideways_scroll(page);
  },
};

async function run(all, page) {
  for (const [name, test] of Object.entries(all)) {
    try {
      await test(page);
      console.log(`ok: ${name}`);
    } catch (error) {
      console.log(`FAILED: ${name}\n${error.stack}`);
      process.exitCode = 1;
    }
  }
}

async function photograph(page, name) {
  if (screenshots) await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
}

try {
  await visit({ ...desktop, colorScheme: 'dark' }, (page) => photograph(page, 'dark'));
  await visit(desktop, async (page) => {
    await photograph(page, 'light');
    if (screenshots) await page.pdf({ path: join(screenshots, 'print.pdf'), format: 'A4' });
    await run(tests, page);
  });
  await visit(phone, async (page) => {
    await photograph(page, 'phone');
    await run(on_a_phone, page);
  });
} finally {
  rmSync(profile, { recursive: true, force: true });
}
