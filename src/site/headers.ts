// The headers that protect the pages, by the path below the site's root. Pure. `npm start` sends them. The build
// writes them into `_headers`, which many static hosts read, and writes what a page can set itself into its head. No
// other file has a policy.

/** Only scripts that were built with the page may run, and no inline scripts. */
const scripts = "script-src 'self'";
const never = "object-src 'none'; base-uri 'none'; form-action 'none'";

/** The pages' dialogs set styles. Saved pictures are drawn from data: addresses. */
const ofPages = `default-src 'self'; ${scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws: wss:; ${never}`;
const ofEmbeds = `default-src 'none'; ${scripts}; style-src 'self'; img-src 'self'; ${never}`;

/** The worker in which a reader's code runs: WebAssembly, and its own files. It makes no connections. */
const ofSandbox = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const always = {
  'X-Content-Type-Options': 'nosniff',
  // The address of a page may contain a token, and its hash a user's scenario.
  'Referrer-Policy': 'no-referrer',
};

interface Rule {
  /** A path under the site's root; '' is the root itself. */
  readonly below: string;
  /** The pages of the built site, as patterns of `_headers`. */
  readonly pages: readonly string[];
  readonly policy: string;
}

/**
 * The rule with the longest matching path applies. Pages that may be framed have no rule for their ancestors, so any
 * page may frame them, even a file or a sandboxed page, which `frame-ancestors *` would exclude.
 */
const rules: readonly Rule[] = [
  {
    below: '',
    pages: ['/', '/index.html', '/matrix/*', '/network/*', '/s/*', '/q/*', '/essay/*', '/examples/*', '/library/*'],
    policy: `${ofPages}; frame-ancestors 'self'`,
  },
  { below: 'learn/', pages: ['/learn/*'], policy: ofPages },
  { below: 'own/', pages: ['/own/*'], policy: ofPages },
  { below: 'embed/', pages: ['/embed/*'], policy: ofEmbeds },
  { below: 'oembed', pages: ['/oembed*'], policy: ofEmbeds },
  { below: 'assets/own/', pages: ['/assets/own/*'], policy: ofSandbox },
];

/** @param path of a request below the site's root, decoded, without detours and without a leading slash */
export function headersFor(path: string): Readonly<Record<string, string>> {
  const fitting = rules.filter(({ below }) => path.startsWith(below));
  return { ...always, 'Content-Security-Policy': fitting.at(-1)?.policy ?? '' };
}

/**
 * In the format that Netlify, Cloudflare Pages and others read. A later rule is added to an earlier one there, so
 * each path has only one.
 */
export function headersFile(): string {
  const blocks = [
    ['/*', ...Object.entries(always).map(([name, value]) => `  ${name}: ${value}`)],
    ...rules.flatMap(({ pages, policy }) => pages.map((page) => [page, `  Content-Security-Policy: ${policy}`])),
  ];
  return blocks.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

/**
 * The policy that a page can set itself, for hosts that send no headers. A page cannot set which pages may frame it.
 */
export const metaTags: readonly string[] = [
  `<meta http-equiv="Content-Security-Policy" content="${scripts}; ${never.replace("; form-action 'none'", '')}" />`,
  '<meta name="referrer" content="no-referrer" />',
];
