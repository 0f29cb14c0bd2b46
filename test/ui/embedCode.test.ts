// The code that the dialog writes: it compiles as TypeScript under strict rules, it runs as JavaScript without its types, and
// hostile words in it stay words.
import { join } from 'node:path';
import { transform } from 'esbuild';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { type EmbedChoice, embedCode } from '../../src/ui/files/embedCode';
import { controls } from '../../src/ui/files/embedParameters';

const site = 'https://play.example/';
const choice: EmbedChoice = {
  story: 'failover',
  variant: 'fix',
  scenario: null,
  view: 'timeline',
  theme: 'host',
  language: 'host',
  at: 'break',
  stretch: null,
  loop: false,
  controls: new Set(controls),
  title: 'A "title" & <more>',
  outcome: null,
  told: 'Two {were} inside: </a><script>alert(1)</script> `and`',
  picture: { language: 'zh', width: 720, height: 521 },
  rows: 420,
};

/** What the compiler says of a component in a project of its own. */
function complaintsAbout(code: string): readonly string[] {
  const file = join(root, 'test/ui/LockRun.tsx');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    jsx: ts.JsxEmit.ReactJSX,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, code, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('the component compiles under strict TypeScript; without its types it does not', () => {
  const code = embedCode('react', choice, site);
  expect(complaintsAbout(code)).toEqual([]);
  const untyped = code.replace(/declare module 'react' \{.*?\n\}\n/s, '');
  expect(complaintsAbout(untyped).join('\n')).toContain("Property 'redlock-playground' does not exist");
});

test('on a server it renders the picture, and words stay words', async () => {
  const { code } = await transform(embedCode('react', choice, site), {
    loader: 'tsx',
    jsx: 'transform',
    jsxFactory: 'createElement',
    format: 'cjs',
  });
  const made: { exports: { LockRun?: () => null } } = { exports: {} };
  new Function('module', 'require', 'createElement', code)(made, () => ({ useEffect: () => undefined }), createElement);
  const { LockRun } = made.exports;
  if (LockRun === undefined) throw new Error('The code exports no component.');
  const html = renderToString(createElement(LockRun));
  expect(html).toContain('<redlock-playground story="failover" variant="fix">');
  expect(html).toContain('src="https://play.example/embed/zh/failover/fix/light.svg" width="720" height="521"');
  expect(html).toContain('Two {were} inside: &lt;/a&gt;&lt;script&gt;');
  expect(html).not.toContain('<script>');
});

test('HTML has the picture of the variant, the language and the theme; an own scenario has a link in words', () => {
  const html = embedCode('html', { ...choice, theme: 'dark' }, site);
  expect(html).toContain('<a href="https://play.example/?story=failover&amp;variant=fix"><img ');
  // Of a variant there is a light one alone.
  expect(html).toContain('/embed/zh/failover/fix/light.svg"');
  expect(embedCode('html', { ...choice, variant: null, theme: 'dark' }, site)).toContain(
    '/embed/zh/failover/dark.svg"',
  );
  expect(html).not.toContain('<script>alert');
  const own = embedCode('html', { ...choice, story: null, variant: null, scenario: 'v1.abc&o=held.safe' }, site);
  expect(own).toContain(
    '<a href="https://play.example/#v1.abc&amp;o=held.safe">A &quot;title&quot; &amp; &lt;more&gt;.',
  );
  expect(own).not.toContain('<img');
});

test('a frame for Markdown lets its links open, and is as high as its run', () => {
  const code = embedCode('mdx', choice, site);
  expect(code).toContain('sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"');
  expect(code).toContain('height="634"');
});
