// The code that the dialog writes for each kind of place: it compiles as intended, and hostile words in it stay
// words.
import { join } from 'node:path';
import { transform } from 'esbuild';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { shareWords } from '../../src/content/texts/share';
import type { EmbedChoice } from '../../src/web/share/embedChoice';
import { type CodeKind, type CodePart, codeKinds, embedCode } from '../../src/web/share/embedCode';
import { embedTag, linkTag } from '../../src/web/share/embedTag';
import { plainChoice } from '../support/embedChoice';
import '../support/handIn';

const site = 'https://play.example/';
const choice: EmbedChoice = {
  ...plainChoice,
  variant: 'fix',
  title: 'A "title" & <more>',
  verdictText: 'Two {were} inside: </a><script>alert(1)</script> `and` *not* [one](x) | $1$ {{< end >}}',
  picture: { language: 'zh', width: 720, height: 521 },
};

const own: EmbedChoice = { ...choice, story: null, variant: null, scenario: 'v1.abc&o=held.safe' };

const codeOf = (kind: CodeKind, place: CodePart['place'], of = choice): string => {
  const part = embedCode(kind, of, site).find((one) => one.place === place);
  if (part === undefined) throw new Error(`No ${place} in ${kind}.`);
  return part.text;
};

const component = codeOf('react', 'component');
const untyped = component.replace(/declare module 'react' \{.*?\n\}\n/s, '');
const quoted = embedCode('react', choice, "https://play.example/it's/")[0]?.text ?? '';

/** Each component is compiled in its own project, and their common declarations are read once. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** The compiler's messages about a component. */
function complaintsAbout(code: string): readonly string[] {
  const file = join(root, 'test/web/LockRun.tsx');
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
    name === file
      ? ts.createSourceFile(name, code, ts.ScriptTarget.ES2022)
      : known(name, () => getSourceFile(name, ...rest));
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

function known(name: string, read: () => ts.SourceFile | undefined): ts.SourceFile | undefined {
  const found = libraries.get(name) ?? read();
  libraries.set(name, found);
  return found;
}

test('each kind of place has code, and each code says in both languages where it goes', () => {
  for (const of of [choice, own])
    for (const kind of codeKinds)
      for (const { place, text } of embedCode(kind, of, site)) {
        expect(text).not.toMatch(/undefined|"null"|\[object/);
        for (const words of [shareWords.en, shareWords.zh]) expect(words.embed.places[place]).not.toBe('');
      }
});

test('the component compiles under strict TypeScript; without its types it does not', () => {
  expect(complaintsAbout(component)).toEqual([]);
  expect(complaintsAbout(untyped).join('\n')).toContain("Property 'redlock-playground' does not exist");
});

test('the component is one of the browser for Next, and a quote in the address ends no text', () => {
  expect(quoted).toMatch(/^'use client';\n/);
  expect(complaintsAbout(quoted)).toEqual([]);
});

test('on a server it renders the picture, and words stay words', async () => {
  const { code } = await transform(codeOf('react', 'component'), {
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

// The result in Docusaurus, Next, Astro and Hugo is tested each night (embedFrameworks).
test('in MDX and in Markdown no sign of a word means more than itself', () => {
  const hostile = { ...own, title: 'a_b_c **d** \\ ~e~', verdictText: '`and` *not* [one](x) | $1$ {two} <b>' };
  const words = />([^<>]*)<\/a>/.exec(codeOf('mdx', 'mdx', hostile))?.[1];
  expect(words).not.toMatch(/[\\`*_[\]~|$<>{}]/);
  expect(words?.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))).toContain(
    'a_b_c **d** \\ ~e~. `and` *not* [one](x) | $1$ {two} &lt;b&gt;',
  );
  expect(codeOf('mdx', 'mdx')).toMatch(
    /^<script src="[^"]*" async><\/script>\n\n<redlock-playground [^>]*>\n {2}<a href=[^\n]*\n<\/redlock-playground>$/,
  );
  expect(codeOf('markdown', 'markdown', hostile)).toMatch(
    /^\[a\\_b\\_c \\\*\\\*d\\\*\\\* \\\\ \\~e\\~\. \\`and\\` \\\*not\\\* \\\[one\\\]\(x\) \\\| \\\$1\\\$ \{two\} \\<b\\>\]\(/,
  );
  expect(codeOf('markdown', 'markdown', { ...own, scenario: 'v1.(a)' })).toMatch(
    /\]\(https:\/\/play\.example\/\?scene#v1\.%28a%29\)$/,
  );
  expect(codeOf('markdown', 'markdown')).toMatch(
    /^\[!\[.*\]\(https:\/\/play\.example\/embed\/zh\/failover\/fix\/light\.svg\)\]\(https:\/\/play\.example\/s\/zh\/failover\/fix\/\?scene\)$/,
  );
});

test('Hugo has HTML in a shortcode, and no word of a run ends it', () => {
  const [shortcode, post] = embedCode('hugo', choice, site);
  expect(shortcode?.text).toBe('{{ .Inner }}');
  expect(post?.text.match(/\{\{<|>\}\}/g)).toHaveLength(4);
  expect(post?.text).toContain(codeOf('html', 'page'));
});

test('WordPress has the address that it unfolds by itself, and HTML for those who may post it', () => {
  expect(codeOf('wordpress', 'wordpressAddress')).toBe('https://play.example/s/zh/failover/fix/?scene');
  expect(codeOf('wordpress', 'wordpressAddress', { ...choice, language: 'en' })).toBe(
    'https://play.example/s/failover/fix/?scene',
  );
  // An empty line would become a paragraph.
  expect(codeOf('wordpress', 'wordpressBlock')).not.toContain('\n\n');
  expect(embedCode('wordpress', own, site).map(({ place }) => place)).toEqual(['wordpressBlock']);
});

test('a link alone is the page that unfolds, or the scenario', () => {
  expect(codeOf('link', 'storyAddress')).toBe('https://play.example/s/zh/failover/fix/?scene');
  expect(codeOf('link', 'own', own)).toBe('https://play.example/?scene#v1.abc&o=held.safe');
  expect(codeOf('link', 'address', own)).toBe('https://play.example/embed/?v=1#v1.abc&o=held.safe');
});

test('HTML has the picture of the variant, the language and the theme; an own scenario has a link in words', () => {
  const dark = { ...choice, theme: 'dark' } as const;
  const html = codeOf('html', 'page', dark);
  expect(html).toContain('<a href="https://play.example/?story=failover&amp;variant=fix&amp;scene"><img ');
  // A variant has only a light picture.
  expect(html).toContain('/embed/zh/failover/fix/light.svg"');
  expect(codeOf('html', 'page', { ...dark, variant: null })).toContain('/embed/zh/failover/dark.svg"');
  expect(html).not.toContain('<script>alert');
  const words = codeOf('html', 'page', own);
  expect(words).toContain(
    '<a href="https://play.example/?scene#v1.abc&amp;o=held.safe">A &quot;title&quot; &amp; &lt;more&gt;. ',
  );
  expect(words).not.toContain('<img');
});

test('a plain frame carries a theme: the chosen one, or the one that its author sees', () => {
  expect(codeOf('html', 'frame', { ...choice, theme: 'host', seenTheme: 'dark' })).toContain('theme=dark');
  expect(codeOf('html', 'frame', { ...choice, theme: 'light', seenTheme: 'dark' })).toContain('theme=light');
  expect(codeOf('html', 'page', { ...choice, theme: 'host', seenTheme: 'dark' })).not.toContain('theme=');
});

test('a frame lets its links open, and is as high as its run', () => {
  const code = codeOf('html', 'frame');
  expect(code).toContain('sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"');
  expect(code).toContain('height="800"');
  expect(codeOf('html', 'frame', { ...choice, view: 'compare' })).toContain('height="1151"');
  expect(codeOf('html', 'frame', { ...choice, view: 'verdict' })).toContain('height="165"');
});

test('a tag escapes values, addresses and words; an attribute may be only a name', () => {
  const link = linkTag('https://play.example/?a="&b', '<b> & "c"');
  expect(
    embedTag(
      [
        ['code', '"<&'],
        ['editable', true],
      ],
      link,
    ),
  ).toBe(`<redlock-playground code="&quot;&lt;&amp;" editable>
  <a href="https://play.example/?a=&quot;&amp;b">&lt;b> &amp; &quot;c&quot;</a>
</redlock-playground>`);
});
