// Another user of the machine gets nowhere in a live run: at none of the ports on which a part of the run listens, and
// in none of its files.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultSettings, type Scenario } from '../../../../src/core/model/scenario/scenario';
import { parts } from '../../../../src/core/run/parts';
import { type LiveRunner, openLiveRunner } from '../../../../src/live/server/run/liveRunner';
import type { LiveOutcome } from '../../../../src/live/server/run/reports';
import { childrenOf } from '../../../support/leftovers';
import { byNight } from '../../../support/nightly';

const stranger = readFileSync(fileURLToPath(new URL('stranger.mjs', import.meta.url)), 'utf8');

/**
 * Debian's `nobody`. Only root can act as another user; otherwise the stranger has our own user, and a port cannot
 * tell the difference.
 */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const asStranger = isRoot ? { uid: nobody, gid: nobody } : {};

let liveRunner: LiveRunner;
beforeAll(async () => {
  const { REDIS_URLS: _, DATABASE_URL: __, ...environment } = process.env;
  liveRunner = await openLiveRunner({ parts, environment });
});
afterAll(() => liveRunner.close());

/** Inodes of the open sockets of this process and of all processes that it started. */
function socketsOfRun(): ReadonlySet<string> {
  const pids = [process.pid, ...(childrenOf(process.pid) ?? [])];
  const links = pids.flatMap((pid) => {
    try {
      return readdirSync(`/proc/${pid}/fd`).map((name) => readlinkOf(`/proc/${pid}/fd/${name}`));
    } catch {
      return [];
    }
  });
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
}

interface Listener {
  readonly inode: string;
  readonly port: number | null;
  readonly path: string;
}

/** All listeners of this machine: over TCP, by a name in the file system, or by an abstract name. */
function listeners(): readonly Listener[] {
  const rows = (name: string): readonly (readonly string[])[] =>
    readFileSync(`/proc/net/${name}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/));
  const tcp = ['tcp', 'tcp6'].flatMap(rows).flatMap(([, local = '', , state, , , , , , inode = '']) => {
    const port = Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16);
    return state === '0A' ? [{ inode, port, path: '' }] : [];
  });
  const unix = rows('unix').flatMap(([, , , flags = '0', , , inode = '', path = '']) =>
    (Number.parseInt(flags, 16) & 0x10000) === 0 ? [] : [{ inode, port: null, path }],
  );
  return [...tcp, ...unix];
}

const listenersOfRun = (): readonly Listener[] => {
  const mine = socketsOfRun();
  return listeners().filter(({ inode }) => mine.has(inode));
};

interface Answers {
  readonly port: number;
  readonly uid: number;
  /** The number of attacks. */
  readonly tried: number;
  readonly answers: readonly string[];
}

async function tryAll(ports: readonly number[]): Promise<readonly Answers[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', stranger], {
    ...asStranger,
    cwd: '/',
    env: { PORTS: JSON.stringify(ports), EVERY: String(byNight(3, 1)) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (bytes: Buffer) => {
    text += String(bytes);
  });
  await once(child, 'close');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answers);
}

/**
 * The refusals sent to a peer without a login, line by line. A server refuses some orders before it asks for a login.
 */
const refusals =
  /^(-(NOAUTH|WRONGPASS|NOPERM|ERR (DEBUG|MODULE) command not allowed\.|ERR unknown command|ERR Protocol error:|ERR wrong number) [^\r\n]*\r\n)*$/;

interface Attacked {
  readonly outcome: LiveOutcome;
  readonly found: readonly Listener[];
  readonly tried: readonly Answers[];
  readonly secretsSeen: readonly string[];
  readonly foldersOpen: readonly string[];
}

/** A run that a stranger attacks from beginning to end. */
async function attacked(scenario: Scenario): Promise<Attacked> {
  const before = new Set(listenersOfRun().map(({ inode }) => inode));
  let attack: Promise<Omit<Attacked, 'outcome'>> | null = null;
  const begin = async (): Promise<Omit<Attacked, 'outcome'>> => {
    const found = listenersOfRun().filter(({ inode }) => !before.has(inode));
    const files = { secretsSeen: secretsSeen(), foldersOpen: foldersOpen() };
    return { ...files, found, tried: await tryAll(found.flatMap(({ port }) => port ?? [])) };
  };
  const enough = new AbortController();
  const outcome = await liveRunner.run(scenario, {
    signal: enough.signal,
    onReport: ({ type }) => {
      if (type === 'began') attack = begin().finally(() => enough.abort());
    },
  });
  if (attack === null) throw new Error(outcome.ok ? 'It never began.' : outcome.problem.en);
  return { outcome, ...(await (attack as Promise<Omit<Attacked, 'outcome'>>)) };
}

/** Passwords of configurations that appear in the public data of a process, or in its environment. */
function secretsSeen(): readonly string[] {
  const pids = childrenOf(process.pid) ?? [];
  const texts = pids.map((pid) => ['cmdline', 'environ'].map((name) => read(`/proc/${pid}/${name}`)).join(' '));
  const configs = pids.flatMap(
    (pid) => /\S+redis\.conf/.exec(read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')) ?? [],
  );
  const inFolders = pids.map((pid) => readlinkOf(`/proc/${pid}/cwd`)).map((folder) => read(`${folder}/redis.conf`));
  const secrets = [...configs.map(read), ...inFolders].flatMap((text) =>
    [...text.matchAll(/^(?:masterauth|sentinel auth-pass \w+|sentinel sentinel-pass) "?([^"\n]+)"?$/gm)].map(
      ([, secret = '']) => secret,
    ),
  );
  return secrets.filter((secret) => texts.some((text) => text.includes(secret)));
}

/** Folders of the run's processes that a stranger can list. */
function foldersOpen(): readonly string[] {
  const folders = (childrenOf(process.pid) ?? []).map((pid) => readlinkOf(`/proc/${pid}/cwd`));
  return folders.filter((folder) => {
    if (!isRoot || !folder.includes('redlock-playground-')) return false;
    try {
      execFileSync('ls', [folder], { ...asStranger, stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function readlinkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}

const scenarioOf = (
  parts: Pick<Scenario, 'lock' | 'storage'>,
  nodes: Partial<Scenario['settings']['nodes']>,
  more: Partial<Scenario['settings']> = {},
): Scenario => ({
  version: 2,
  seed: 1,
  ...parts,
  settings: {
    ...defaultSettings,
    nodes: { ...defaultSettings.nodes, ...nodes },
    // There are enough rounds to keep the run busy until the stranger has tried everything.
    rounds: 1000,
    duration: 90_000,
    patience: 90_000,
    latency: 2,
    ...more,
  },
  faults: {},
});

const cases = [
  {
    name: 'Redis with replicas, and a resource of several processes',
    scenario: scenarioOf({ lock: { id: 'redlock' }, storage: { id: 'replicas' } }, { count: 3, replicas: 1 }),
    listenersMin: 6 + 3 + 3 + 3 * (3 + 2),
  },
  {
    name: 'a master with a replica and sentinels',
    scenario: scenarioOf(
      { lock: { id: 'single-node' }, storage: { id: 'no-check' } },
      { count: 1, replicas: 1 },
      { sentinels: { count: 3 } },
    ),
    // Each server and each sentinel is reached by its own port and by one of the proxy.
    listenersMin: 2 * 5 + 1 + 2 * 2,
  },
  {
    name: 'a database',
    scenario: scenarioOf({ lock: { id: 'sql-row' }, storage: { id: 'no-check' } }, { count: 1 }),
    listenersMin: 2 + 2 * 2,
  },
];

describe.skipIf(process.platform !== 'linux')('a stranger on this machine', () => {
  it.each(cases)(
    'is let in nowhere: $name',
    async ({ scenario, listenersMin }) => {
      const { outcome, found, tried, secretsSeen, foldersOpen } = await attacked(scenario);
      expect(found.length).toBeGreaterThanOrEqual(listenersMin);
      expect(found.filter(({ port }) => port === null)).toEqual([]);
      expect(tried.map(({ port }) => port)).toEqual(found.map(({ port }) => port));
      expect(Math.min(...tried.map(({ tried }) => tried))).toBeGreaterThan(byNight(70, 210));
      if (isRoot) expect(new Set(tried.map(({ uid }) => uid))).toEqual(new Set([nobody]));
      for (const { port, answers } of tried)
        for (const answer of answers) expect(answer, `port ${port}`).toMatch(refusals);
      expect(secretsSeen).toEqual([]);
      expect(foldersOpen).toEqual([]);
      if (!outcome.ok) throw new Error(outcome.problem.en);
      expect(outcome.trace.header).toMatchObject({ ended: 'stopped', emulated: [] });
      expect(outcome.trace.strings.filter((text) => /AUTH|NOPERM|FLUSHALL/.test(text))).toEqual([]);
    },
    120_000,
  );
});
