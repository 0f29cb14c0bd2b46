// Requests as an attacker writes them: malformed lines, absolute forms, encodings, bodies with two ends, incomplete
// requests.
import fc from 'fast-check';

const methods = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'TRACE', 'CONNECT', 'PRI', 'get', 'G\0T', ''] as const;
const versions = [
  ' HTTP/1.1',
  ' HTTP/1.1',
  ' HTTP/1.1',
  ' HTTP/1.0',
  ' HTTP/2.0',
  ' HTTP/0.9',
  '',
  ' HTP/1.1',
  '  HTTP/1.1 ',
];

/** Requests that once ended the server, or revealed its paths. */
const known = ['http://[', '//', '/%', '/%c0%af', '*', '', '/oembed%2f..%2f', '/oembed/../', '/embed%2f%2e%2e/learn/'];

const pieces = [
  ...[
    '/',
    '/',
    '/',
    '//',
    '.',
    '..',
    '%2f',
    '%2F',
    '%2e',
    '%2e%2e',
    '%5c',
    '\\',
    '%00',
    '%',
    '%zz',
    '%u0041',
    '%c0%af',
  ],
  ...['%252f', '%0d%0aX: y', '%ff', '%e4%b8%ad', '?', '?token=secret', '#', '*', '@', ':', ';', '[', ']', '"', '<b>'],
  ...['oembed', 'embed', 'embed/', 'learn', 'learn/', 'matrix', 's', 'failover', 'index.html', 'assets', '.vite'],
  ...['manifest.json', 'dangling.txt', 'r/', 'r/v1.x', 'r/v1.x/card.png', 'live', 'live.json', 'etc/passwd', 'C:', '~'],
  ...['http://', 'https://', 'HTTP://', 'ws://', 'evil.example', '127.0.0.1', '\xe9', '\x7f', '\t', 'a'.repeat(20_000)],
];
const address = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...known) },
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => `/${parts.join('')}`) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.constantFrom(...known).map((path) => `http://127.0.0.1${path}`) },
);

/** Existing paths, in more than one spelling. */
const siteAddresses = [
  ...['/', '/index.html', '/learn/', '/learn', '/embed/', '/embed/zh/failover/', '/s/failover/?lang=zh', '/sw.js'],
  ...['/assets/0123456789.txt', '/r/v1.x/', '/r/v1.x', '/r/v1.x/card.png', '/r/v1.x/oembed.json', '/live.json'],
  ...['http://evil.example/embed/', '/%6cearn/', '/embed%2fzh/failover/', '/live?token=secret', '/live'],
] as const;

const socketHeaders =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
const headers = [
  ...['Host: 127.0.0.1', 'Host: 127.0.0.1', 'Host: 127.0.0.1', 'Host: [', 'Host: evil.example', 'Host:'],
  ...[
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 99999999999',
    'Content-Length: 5, 6',
    'Content-Length : 5',
  ],
  ...['Transfer-Encoding: chunked', 'Transfer-Encoding: xchunked', 'Transfer-Encoding: identity, chunked'],
  ...[
    'Content-Length: 5\r\nTransfer-Encoding: chunked',
    'Transfer-Encoding : chunked',
    'Transfer-Encoding:\r\n chunked',
  ],
  ...[
    'Range: bytes=5-2',
    'Range: bytes=-5',
    'Range: bytes=0-,1-',
    'Range: bytes=99-',
    'Range: bytes=0-99999999999999999999',
  ],
  ...[
    'If-None-Match: *',
    'If-Match: "x"',
    'If-Modified-Since: never',
    'If-Range: "x"',
    'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT',
  ],
  ...[
    socketHeaders,
    'Connection: Upgrade\r\nUpgrade: h2c',
    'Upgrade: websocket',
    'Connection: close',
    'Connection: keep-alive',
  ],
  ...[
    'Expect: 100-continue',
    'Expect: x',
    'no colon',
    ': no name',
    'X: \0',
    'X: a\rb',
    ' folded',
    `X: ${'a'.repeat(20_000)}`,
  ],
  ...[
    'Origin: http://evil.example',
    'Accept-Encoding: br',
    'X-Forwarded-For: 1.2.3.4',
    'X-HTTP-Method-Override: DELETE',
  ],
];
const bodies = [
  '',
  '',
  '',
  'hello',
  '5\r\nhello\r\n0\r\n\r\n',
  'zz\r\n',
  '0\r\n\r\nGET /live.json HTTP/1.1\r\nHost: x\r\n\r\n',
  'f'.repeat(70_000),
];
const lineEnds = ['\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r'];

interface Parts {
  readonly method: string;
  readonly address: string;
  readonly version: string;
  readonly headers: readonly string[];
  readonly body: string;
  readonly lineEnd: string;
}

const textOf = ({ method, address, version, headers, body, lineEnd }: Parts): string =>
  `${[`${method} ${address}${version}`, ...headers, '', ''].join(lineEnd)}${body}`;

/** The parser refuses most of these. */
const malformed = fc.record({
  method: fc.constantFrom(...methods),
  address,
  version: fc.constantFrom(...versions),
  headers: fc.array(fc.constantFrom(...headers), { maxLength: 5 }),
  body: fc.constantFrom(...bodies),
  lineEnd: fc.constantFrom(...lineEnds),
});

/** The server reads these to their end: only the address is odd, and one header. */
const wellFormed = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS'),
    address: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...siteAddresses) }, { weight: 2, arbitrary: address }),
    header: fc.oneof(
      { weight: 2, arbitrary: fc.constant('Accept: */*') },
      { weight: 1, arbitrary: fc.constantFrom(...headers) },
    ),
  })
  .map(({ method, address, header }) => ({
    method,
    address: address.replace(/[^!-~]/g, '_').slice(0, 9000),
    version: ' HTTP/1.1',
    headers: ['Host: 127.0.0.1', ...(header.startsWith('Host') ? [] : [header])],
    body: '',
    lineEnd: '\r\n',
  }));

const request = fc
  .oneof({ weight: 3, arbitrary: wellFormed }, { weight: 1, arbitrary: malformed })
  .map((parts: Parts) => textOf(parts));

/** A connection with one request or several, complete or cut off. */
export const wildConnection = fc.record({
  text: fc
    .tuple(
      fc.array(request, { minLength: 1, maxLength: 3 }),
      fc.oneof(
        { weight: 3, arbitrary: fc.constant(1000) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: 1000 }) },
      ),
    )
    .map(([requests, cut]) => {
      const all = requests.join('');
      return all.slice(0, Math.ceil((all.length * cut) / 1000));
    }),
  ending: fc.constantFrom('end' as const, 'end' as const, 'end' as const, 'reset' as const),
});
