/**
 * Every form of link and embed code that the site writes or its documents give, with one example. After the first
 * release, no example may be regenerated or removed, because people's links and posts contain these forms.
 */

import type { Patch, Scenario } from '../../src/core/model/scenario/scenario';
import type { ReadTableAddress, TableAddress } from '../../src/search/matrix/tableAddress';

/** What an address opens to. */
export interface Opens {
  /** Null: a scenario that belongs to no story. */
  readonly story: string | null;
  readonly variant?: string;
  /** The differences from the published story or variant. */
  readonly changed?: Patch;
  /** The whole scenario, where the link contains all of it. */
  readonly scenario?: Scenario;
  /** Absent: the address names nothing here. */
  readonly size?: 'scene' | 'details' | 'present';
  /** In ms of the run, or by name. Absent: the address names no instant. */
  readonly at?: number | 'break' | 'start' | 'end';
}

/** The form, the address or the code, and what it opens. */
export type Form = readonly [form: string, given: string, opens: Opens];

const pause = {
  kind: 'pause',
  when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
  process: 'client1',
  for: 2750,
} as const;

const whole: Scenario = {
  version: 2,
  seed: 4711,
  lock: { id: 'single-node', settings: { ttl: 2000, nodeTimeout: 300, tries: 1 } },
  storage: { id: 'no-check' },
  settings: {
    clients: 2,
    rounds: 1,
    stagger: 1600,
    think: 500,
    work: 450,
    adds: 'by-client',
    check: 'none',
    whenLost: 'usual',
    storageTimeout: 2000,
    latency: { min: 15, p50: 32, p99: 80, max: 100 },
    loss: 0,
    connectionLife: 900_000,
    duration: 6000,
    patience: 5000,
    nodes: { count: 5, persistence: 'none', disk: 'honest', replicas: 0, replicaLag: 2 },
  },
  faults: { pause },
};

const changedScenario: Scenario = { ...whole, seed: 26, settings: { ...whole.settings, work: 200 } };
const everyLease = { story: 'every-lease', changed: { seed: 4711, settings: { work: 450 } } } as const;

const wholeBody =
  'ytuZlVVBDsAgCPvSQJn7nH9fC5lzLproRWJMCVBaJOAVSLkI2rdQgN_eq-_9x0eSK0FYgFTWtdCjHrCRQE6HCAIY4yBBNoSjL4qhElpjUgR0xwu_3CDRbKR4zRewfBh62w3-Gd8-H4LOjQ7T-Wuxo-Lc';
const changedBody = 'kJRVg6gD13G6sMgBS0DMNjE3BAYosssg8WFialBbWwsA';

export const links: readonly Form[] = [
  ['a story as told', '#v1.GBm_g6gD13G6kMipBQA', { story: 'every-lease' }],
  ['a variant as told', '#v1.eeB9g6gD13G6sMiBKKgFAA', { story: 'every-lease', variant: 'b' }],
  ['a story by its changes', `#v1.${changedBody}`, everyLease],
  ['a whole scenario', `#v1.${wholeBody}`, { story: null, scenario: whole }],
  [
    'a whole scenario that names its story',
    '#v1.jb6DvZVRDoAgDENP5AcjQy_n3W3XOCAGE3_0iwhZgZU-rQvGbdkc3SKnpWCNj2CZC480sEiDiS418kFgKCdP-5JSY8G0RmlRQrZwjmUNiBENMy2L4wAEZjUMyMwDqwKbaAEkOpJRlj_6jbPW4Ia7p99NIo-nR5amsN25Awn9LozvAg',
    { story: 'every-lease', scenario: { ...changedScenario, faults: { late: pause, pause } } },
  ],
  [
    'a fault that was kept without its target',
    '#v1.joQPg6gD13G6sMgBSyBckA4qIBGhg8uPlqD4JDkgIekAHo7gQDIyNzWorQWFKsg7YOtjawE',
    {
      story: 'every-lease',
      scenario: { ...changedScenario, faults: { pause, gone: { ...pause, process: 'client9' } } },
    },
  ],
  [
    'with the outcome and the digest',
    '#v1.gfaYg6gD13G6sMgBS0DMNjE3BAYosssg8WFialBbWwsA&o=overlap.lost&d=132a45d7',
    everyLease,
  ],
  [
    'one event with the outcome and the digest',
    '#v1.IX38g6gD13G6sMgBS0DMNjE3BAYosssg8WFialBbWwsA&e=12&o=overlap.lost&d=132a45d7',
    everyLease,
  ],
  ['behind the language, as an embed leads to it', `?lang=zh#v1.${changedBody}`, everyLease],
  ['behind a name that was opened before', `?story=no-expiry&variant=fix#v1.${changedBody}`, everyLease],
  ['a story by its name', '?story=pause-before-write', { story: 'pause-before-write' }],
  ['a variant by its name', '?story=no-expiry&variant=fix', { story: 'no-expiry', variant: 'fix' }],
  [
    'a name in a language, as an embed leads to it',
    '?story=failover&variant=fix&lang=zh',
    { story: 'failover', variant: 'fix' },
  ],
  ['a story by its number', '?story=12', { story: 'node-forgets' }],
  ['a variant by number and letter', '?story=26b', { story: 'every-lease', variant: 'b' }],
  ['a variant by number and name', '?story=2:fix', { story: 'no-expiry', variant: 'fix' }],
  ['a variant behind a number', '?story=2&variant=fix', { story: 'no-expiry', variant: 'fix' }],
  ['with the sheet that shows why', `?proof=1#v1.${changedBody}`, everyLease],
  ['as a scene', `?scene#v1.${changedBody}`, { ...everyLease, size: 'scene' }],
  ['with details', `?details#v1.${changedBody}`, { ...everyLease, size: 'details' }],
  ['a story as a scene', '?story=no-expiry&scene', { story: 'no-expiry', size: 'scene' }],
  [
    'a variant as a scene, in a language',
    '?lang=zh&story=no-expiry&variant=fix&scene',
    { story: 'no-expiry', variant: 'fix', size: 'scene' },
  ],
  ['a scene that asks first', '?story=no-expiry&scene&ask', { story: 'no-expiry', size: 'scene' }],
  ['a scene at a moment', '?story=no-expiry&scene&at=1200', { story: 'no-expiry', size: 'scene', at: 1200 }],
  ['a story in a room', '?story=no-expiry&present', { story: 'no-expiry', size: 'present' }],
  ['where it breaks', `?at=break#v1.${changedBody}`, { ...everyLease, at: 'break' }],
];

const site = 'https://play.example/';

const framed = (address: string): string =>
  `<iframe src="${address}" title="A run" width="100%" height="520" loading="lazy"></iframe>`;

const inReact = (attributes: string): string =>
  [
    "import { useEffect } from 'react';",
    '',
    'export function LockRun() {',
    '  useEffect(() => {',
    "    if (customElements.get('redlock-playground')) return;",
    `    document.head.append(Object.assign(document.createElement('script'), { src: '${site}embed.js' }));`,
    '  }, []);',
    `  return <redlock-playground${attributes} />;`,
    '}',
  ].join('\n');

const inHtml = (attributes: string): string =>
  `<script src="${site}embed.js" defer></script>\n<redlock-playground${attributes}></redlock-playground>`;

export const embeds: readonly Form[] = [
  ['the page of a story', framed(`${site}embed/failover/`), { story: 'failover' }],
  ['the Chinese page of a story', framed(`${site}embed/zh/failover/?view=verdict`), { story: 'failover' }],
  ['the sample post', '<redlock-playground story="failover" lang="zh"></redlock-playground>', { story: 'failover' }],
  [
    'HTML with another check, in a sandbox',
    '<redlock-playground sandbox="allow-scripts" story="failover" storage="version"></redlock-playground>',
    { story: 'failover', changed: { storage: { id: 'version' } } },
  ],
  [
    'HTML with another lock',
    '<redlock-playground story="pause-before-write" lock="single-node"></redlock-playground>',
    { story: 'pause-before-write', changed: { lock: { id: 'single-node', settings: null } } },
  ],
  [
    'HTML with everything that is not the text',
    '<redlock-playground story="every-lease" variant="b" view="compare" controls="play,steps" theme="light" from="100" to="900.5" at="end" loop label="A run"></redlock-playground>',
    { story: 'every-lease', variant: 'b' },
  ],
  [
    'HTML with a link',
    `<redlock-playground scenario="#v1.${changedBody}" controls="none"></redlock-playground>`,
    everyLease,
  ],
  [
    'React of the dialog with a stretch and a moment',
    inReact(' story="failover" variant="fix" from="120" to="2400" at="1800"'),
    { story: 'failover', variant: 'fix' },
  ],
  [
    'HTML of the dialog with the outcome',
    inHtml(' story="failover" variant="fix" outcome="held.safe"'),
    { story: 'failover', variant: 'fix' },
  ],
  [
    'HTML of the dialog with a scenario and its outcome',
    inHtml(' scenario="v1.gfaYg6gD13G6sMgBS0DMNjE3BAYosssg8WFialBbWwsA&amp;o=overlap.lost&amp;d=132a45d7"'),
    everyLease,
  ],
  [
    'Markdown of the dialog with the outcome',
    framed(`${site}embed/failover/?v=1&amp;story=failover&amp;variant=fix&amp;outcome=held.safe`),
    { story: 'failover', variant: 'fix' },
  ],
  [
    'HTML of the dialog with a picture',
    `<script src="${site}embed.js" defer></script>
<redlock-playground story="failover" variant="fix" outcome="held.safe">
  <a href="${site}?story=failover&amp;variant=fix"><img src="${site}embed/failover/fix/light.svg" width="720" height="520" alt="A run" loading="lazy" style="max-width:100%;height:auto" /></a>
</redlock-playground>`,
    { story: 'failover', variant: 'fix' },
  ],
  [
    'HTML of the dialog with a link in words',
    `<script src="${site}embed.js" defer></script>
<redlock-playground scenario="v1.${changedBody}">
  <a href="${site}#v1.${changedBody}">A run. An update was lost.</a>
</redlock-playground>`,
    everyLease,
  ],
  [
    'HTML of the dialog for lanes',
    inHtml(' story="every-lease" variant="b" view="timeline" from="100" to="900"'),
    { story: 'every-lease', variant: 'b' },
  ],
  [
    'HTML of a scene that plays by itself',
    '<redlock-playground story="failover" autoplay at="break"></redlock-playground>',
    { story: 'failover' },
  ],
  [
    'HTML with a height, a flag in a word, and a language by its prefix',
    '<redlock-playground story="failover" height="480" loop="true" lang="zh-CN"></redlock-playground>',
    { story: 'failover' },
  ],
  [
    'Markdown of the dialog in a sandbox',
    `<iframe src="${site}embed/failover/?v=1&amp;story=failover&amp;lang=zh-CN" title="A run" width="100%" height="560" loading="lazy" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"></iframe>`,
    { story: 'failover' },
  ],
];

/**
 * Addresses of the workshop below `learn/`, with the title of the exercise. The last is the link of
 * test/core/model/exerciseLink.v1.txt.
 */
export const exercises: readonly (readonly [form: string, address: string, title: string])[] = [
  ['an exercise by its name', '?do=the-nap', 'The nap'],
  ['an exercise in a language and a theme', '?do=the-account&lang=zh&theme=dark', 'The account'],
  ['an embedded exercise', '?embed&do=the-nap', 'The nap'],
  ['somebody’s own exercise', '#x=v1…', 'A nap of your own'],
  ['somebody’s own exercise, embedded', '?embed#x=v1…', 'A nap of your own'],
];

/** Addresses of “Bring your own lock”, and whether the guide is open. None of them contains a reader's code. */
export const ownAddresses: readonly (readonly [form: string, given: string, run: 'none' | 'guide'])[] = [
  ['the page', 'own/', 'none'],
  ['the page in Chinese and dark', 'own/?lang=zh&theme=dark', 'none'],
  ['the guide', 'own/#guide', 'guide'],
];

/** Addresses of “You are the network”, and the title of what is open. */
export const networkAddresses: readonly (readonly [form: string, given: string, title: string])[] = [
  ['the list of the levels', 'network/', 'The levels'],
  ['a level', 'network/#crash', 'A holder that dies'],
  ['a level in Chinese', 'network/?lang=zh#crash', '持有者死了'],
  ['a story as a level, shown to a room', 'network/?present#story/failover', 'A failover can forget the lock'],
];

/** Addresses of the table below `matrix/`, and what each one names. */
export const tableAddresses: readonly (readonly [form: string, address: string, names: ReadTableAddress])[] = [
  ['a row of the table', '#redlock', namesOf({ rows: ['redlock'] })],
  ['a cell of the table', '#redlock/pause/no-check', namesOf({ rows: ['redlock'], kind: 'pause' })],
  ['two rows of the table', '#redlock+redsync', namesOf({ rows: ['redlock', 'redsync'] })],
  [
    'two cells under another check',
    '#redlock+redsync/pause/fencing',
    namesOf({ rows: ['redlock', 'redsync'], kind: 'pause', check: 'fencing' }),
  ],
  [
    'the table of another check with the same lease',
    '#all/any/fencing/same',
    namesOf({ check: 'fencing', leases: 'same' }),
  ],
  [
    'a row with other settings',
    '#redlock/any/no-check/own/ttl=5000,work=2000,nodes=7',
    { ...namesOf({ rows: ['redlock'] }), changes: { ttl: '5000', work: '2000', nodes: '7' } },
  ],
];

function namesOf(address: Partial<TableAddress>): ReadTableAddress {
  return {
    address: { rows: [], kind: null, check: 'no-check', leases: 'own', ...address },
    changes: {},
    problem: null,
  };
}

/** Codes that embed the table in a post, and the address of the table that they name. */
export const tableEmbeds: readonly (readonly [form: string, code: string, address: string])[] = [
  ['HTML of a row', inHtml(' view="matrix" row="redlock" check="no-check"'), '#redlock'],
  [
    'HTML of two cells with the same lease',
    inHtml(' view="matrix" row="redlock+redsync" kind="pause" check="fencing" leases="same"'),
    '#redlock+redsync/pause/fencing/same',
  ],
];
