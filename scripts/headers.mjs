// What a server sends with the pages so that a browser keeps others out of them, by the path below the site's root. Pure.
// `npm start` sends them; the build writes them into `_headers`, which many static hosts read, and what a page can say itself
// into its head.

/** Nothing that was not built with the page runs, and nothing inside the page's text. */
const scripts = "script-src 'self'";
const never = "object-src 'none'; base-uri 'none'; form-action 'none'";

/** The dialogs of the pages set styles; pictures that are saved are drawn from addresses that hold them. */
const ofPages = `default-src 'self'; ${scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws: wss:; ${never}`;
const ofEmbeds = `default-src 'none'; ${scripts}; style-src 'self'; img-src 'self'; ${never}`;

const always = {
  'X-Content-Type-Options': 'nosniff',
  // The address of a page may hold a token, and in its hash somebody's scenario.
  'Referrer-Policy': 'no-referrer',
};

/**
 * @typedef {object} Rule
 * @property {string} below a path under the site's root; '' is the root itself
 * @property {string} policy
 */

/**
 * The longest path that fits has the say. What is given out as a frame says nothing of its ancestors: so anybody may have it,
 * a file and a sandboxed page included, which `frame-ancestors *` would keep out.
 *
 * @type {readonly Rule[]}
 */
const rules = [
  { below: '', policy: `${ofPages}; frame-ancestors 'self'` },
  { below: 'learn/', policy: ofPages },
  { below: 'embed/', policy: ofEmbeds },
  { below: 'oembed', policy: ofEmbeds },
];

/**
 * @param {string} path of a request below the site's root, without a slash at its beginning
 * @returns {Readonly<Record<string, string>>}
 */
export function headersFor(path) {
  const fitting = rules.filter(({ below }) => path.startsWith(below));
  return { ...always, 'Content-Security-Policy': fitting.at(-1)?.policy ?? '' };
}

/** In the form that Netlify, Cloudflare Pages and others read. A later rule is added to an earlier one, so each path has one. */
export function headersFile() {
  const blocks = [
    ['/*', Object.entries(always)],
    ...['/', '/index.html', '/learn/*', '/embed/*', '/oembed*'].map((pattern) => [
      pattern,
      Object.entries(headersFor(pattern.replace(/^\//, '').replace('*', ''))).filter(([name]) => !(name in always)),
    ]),
  ];
  return `${blocks.map(([pattern, lines]) => `${pattern}\n${/** @type {[string, string][]} */ (lines).map(([name, value]) => `  ${name}: ${value}\n`).join('')}`).join('\n')}`;
}

/** What a page says itself, for hosts that send no headers: who may frame it a page cannot say. */
export const metaTags = [
  `<meta http-equiv="Content-Security-Policy" content="${scripts}; ${never.replace("; form-action 'none'", '')}" />`,
  '<meta name="referrer" content="no-referrer" />',
];
