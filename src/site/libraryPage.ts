/** The page of the library's reference, from its Markdown. It has no program: its parts are reached by their anchors. */
import { Marked, type Token } from 'marked';
import { type ParsedToken, parse } from 'sugar-high/core';
import { tokenize } from 'sugar-high/lang/typescript';
import { siteLinksWords } from '../content/texts/siteLinks';
import { headOf, siteName } from '../picture/linkPages/linkPage';
import { attribute } from '../picture/linkPages/oembed';
import { metaTags } from './headers';

export const libraryFolder = 'library/';

/**
 * @param markdown a title, an opening, a list of the parts, which the page shows at its side, and the parts
 * @param site ends with a slash; null: the site's address is not known
 */
export function libraryPage(markdown: string, site: string | null): string {
  const tokens = marked.lexer(markdown);
  const [title, ...headings] = tokens.flatMap((token) => (isHeading(token) ? [token] : []));
  if (title === undefined) throw new Error('The reference has no title.');
  const list = tokens.find(({ type }) => type === 'list');
  const head = headOf({
    language: 'en',
    title: title.text,
    text: 'Every class, method, setting and error of quorum-lock: Redlock and locks on one node for Redis and Valkey, with examples that are run as tests.',
    canonical: `${site ?? '../'}${libraryFolder}`,
    image: `${site ?? '../'}social.png`,
    oembed: null,
    alternates: {},
    opens: null,
  });
  const { which, own } = siteLinksWords.en;
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
      <p><a href="../">${siteName}</a> · <a href="../matrix/#which">${which}</a> · <a href="../own/">${own}</a></p>
      ${contents(headings)}
    </nav>
    <main>
${marked.parser(tokens.filter((token) => token !== list))}
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

/** The parts below their entry points. */
function contents(headings: readonly { readonly depth: number; readonly text: string }[]): string {
  const lines: string[] = [];
  for (const { depth, text } of headings) {
    const link = `<a href="#${anchorOf(text)}">${attribute(text)}</a>`;
    if (depth === 2) lines.push(`${lines.length === 0 ? '' : '</ul>'}<p>${link}</p><ul>`);
    else if (depth === 3) lines.push(`<li>${link}</li>`);
  }
  return `${lines.join('\n      ')}</ul>`;
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
