// Makes the report's page: scripts, styles and fonts inlined into one HTML text, written as the C++ source of two strings with
// the report's data between them. Run where node_modules is: node build.mjs OUTPUT.cpp
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = join(dirname(fileURLToPath(import.meta.url)), 'src');
const modules = resolve('node_modules');
const esbuild = createRequire(join(modules, 'any.js'))('esbuild');

// Of KaTeX's fonts, those that formulas in captions can need, in the one format that every browser reads.
const fonts = ['AMS-Regular', 'Caligraphic-Regular', 'Main-Bold', 'Main-Italic', 'Main-Regular', 'Math-Italic', 'Size1-Regular', 'Size2-Regular'];

const katex_styles = {
  name: 'katex-styles',
  setup(build) {
    build.onLoad({ filter: /katex\.css$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8')
        .replace(/@font-face\s*{[^}]*}/g, (face) => (fonts.some((font) => face.includes(`KaTeX_${font}.woff2`)) ? face : ''))
        .replace(/,\s*url\([^)]*\.(woff|ttf)\)\s*format\([^)]*\)/g, '');
      return { contents, loader: 'css' };
    });
  },
};

async function bundle(file) {
  const result = await esbuild.build({
    entryPoints: [join(sources, file)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: ['chrome100', 'firefox100', 'safari15.4'],
    charset: 'utf8',
    legalComments: 'none',
    loader: { '.woff2': 'dataurl' },
    nodePaths: [modules],
    plugins: [katex_styles],
    logLevel: 'warning',
  });
  return result.outputFiles[0].text.trim();
}

const parts = {
  STYLES: (await bundle('style.css')).replaceAll('</style', '<\\/style'),
  THEME: (await bundle('theme_first.js')).replaceAll('</script', '<\\/script'),
  SCRIPTS: (await bundle('main.js')).replaceAll('</script', '<\\/script'),
};
const page = readFileSync(join(sources, 'index.html'), 'utf8').replace(/@(STYLES|THEME|SCRIPTS)@/g, (_, part) => parts[part]);
const [before, after, ...more] = page.split('@REPORT@');
if (after === undefined || more.length > 0) throw new Error('index.html must hold @REPORT@ exactly once');

function literal(text) {
  const bytes = Buffer.from(text);
  let lines = '';
  for (let begin = 0; begin < bytes.length; begin += 4096) {
    let line = '';
    for (const byte of bytes.subarray(begin, begin + 4096)) {
      const plain = byte >= 32 && byte < 127 && byte !== 34 && byte !== 92 && byte !== 63; // a '?' could begin a trigraph
      line += plain ? String.fromCharCode(byte) : '\\' + byte.toString(8).padStart(3, '0');
    }
    lines += `\n    "${line}"`;
  }
  return `{${lines},\n    ${bytes.length}}`;
}

writeFileSync(
  process.argv[2],
  `#include "report_page.hpp"

namespace tacit::cli {

const std::string_view page_before_report${literal(before)};
const std::string_view page_after_report${literal(after)};

}  // namespace tacit::cli
`,
);
