/** The page of the library, from its Markdown. It has no program: its parts are reached by their anchors. */
import { Marked, type Token } from 'marked';
import { type ParsedToken, parse } from 'sugar-high/core';
import { tokenize } from 'sugar-high/lang/typescript';
import { siteWays } from '../content/texts/siteLinks';
import { headOf, siteName } from '../picture/linkPages/linkPage';
import { attribute } from '../picture/linkPages/oembed';
import { metaTags } from './headers';

export const libraryFolder = 'library/';

/**
 * @param markdown a title, what the library is for, a list of the parts, and the parts. Where there is room, the page shows
 *   the list at its side as well.
 * @param site ends with a slash; null: the site's address is not known
 */
export function libraryPage(markdown: string, site: string | null): string {
  const tokens = marked.lexer(markdown);
  const [title, ...headings] = tokens.flatMap((token) => (isHeading(token) ? [token] : []));
  if (title === undefined) throw new Error('The reference has no title.');
  const head = headOf({
    language: 'en',
    title: title.text,
    text: 'What quorum-lock is for, how it differs from other lock libraries, and every class, method, setting and error of it: Redlock and locks on one node for Redis and Valkey.',
    canonical: `${site ?? '../'}${libraryFolder}`,
    image: `${site ?? '../'}social.png`,
    oembed: null,
    alternates: {},
    opens: null,
  });
  const ways = siteWays('en').map(({ path, text }) => `<a href="../${path}">${text}</a>`);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    ${metaTags.join('\n    ')}
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    ${head}
    <link rel="alternate" type="text/markdown" href="index.html.md">
    <link rel="icon" type="image/svg+xml" href="../favicon.svg">
    <link rel="stylesheet" href="reference.css">
  </head>
  <body>
    <nav aria-label="Contents">
      <p>${[`<a href="../">${siteName}</a>`, ...ways].join(' · ')}</p>
      ${contents(headings)}
    </nav>
    <main>
${marked.parser(tokens)}
    </main>
  </body>
</html>
`;
}

const isHeading = (token: Token): token is Token & { readonly depth: number; readonly text: string } =>
  token.type === 'heading';

/** As GitHub names the anchors of headings. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-');

/** The chapters, and below an entry point its parts. */
function contents(headings: readonly { readonly depth: number; readonly text: string }[]): string {
  const lines: string[] = [];
  let isOpen = false;
  const turn = (next: boolean): string => {
    const tag = next === isOpen ? '' : next ? '<ul>' : '</ul>';
    isOpen = next;
    return tag;
  };
  for (const { depth, text } of headings) {
    const link = `<a href="#${anchorOf(text)}">${attribute(text)}</a>`;
    if (depth === 2) lines.push(`${turn(false)}<p>${link}</p>`);
    else if (depth === 3) lines.push(`${turn(true)}<li>${link}</li>`);
  }
  return `${lines.join('\n      ')}${turn(false)}`;
}

const kinds: Partial<Record<ParsedToken['type'], string>> = {
  comment: 'comment',
  keyword: 'keyword',
  string: 'string',
};

const marked = new Marked({
  renderer: {
    heading({ depth, text }) {
      if (depth === 1) return `<h1>${attribute(text)}</h1>\n`;
      const id = anchorOf(text);
      return `<h${depth} id="${id}"><a href="#${id}">${attribute(text)}</a></h${depth}>\n`;
    },
    /** What is wider than the page scrolls, by keys as well. */
    code({ text }) {
      const lines = parse(text, { tokenize }).lines.map(({ tokens }) => tokens.map(coloured).join(''));
      return `<pre tabindex="0"><code>${lines.join('\n')}</code></pre>\n`;
    },
  },
});

function coloured({ type, value }: ParsedToken): string {
  if (type === 'break') return '';
  const kind = kinds[type];
  const text = attribute(value);
  return kind === undefined ? text : `<span class="${kind}">${text}</span>`;
}
