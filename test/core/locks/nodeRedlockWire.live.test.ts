// node-redlock 4 and 5 compared with the simulated program under the settings of their profiles: the same situation
// on real servers must give the same commands at each node, and the same result for the caller. At night also
// @sesamecare-oss/redlock, where the packages of test/sandbox/attack are installed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { nodeRedlock4 } from '../../../src/core/locks/redlock/libraries/nodeRedlock4';
import { nodeRedlock5 } from '../../../src/core/locks/redlock/libraries/nodeRedlock5';
import type { Script } from '../../../src/core/model/effects/request';
import type { Setting } from '../../../src/core/model/scenario/scenario';
import { attackedMissing } from '../../support/attackedLibraries';
import { LateMeter, lateMsMax } from '../../support/lateMeter';
import { byNight } from '../../support/nightly';
import { type Arrived, type FateOf, openRecordingNodes } from '../../support/recordingNodes';
import { type RedisServers, startRedisServers } from '../../support/redis';
import { type LibraryName, libraries, libraryScripts, third } from '../../support/redlockLibraries';
import { type Situation, situations, slowMs } from '../../support/redlockSituations';
import {
  clientOf,
  commandsAt,
  meaningOf,
  type Run,
  simulated,
  simulatedScripts,
  type WireNote,
} from '../../support/redlockWire';
import { repeatsItself, undecidedBecause } from '../../support/undecided';

const settingsOf: Readonly<Record<LibraryName, Readonly<Record<string, Setting>>>> = {
  'node-redlock-4': nodeRedlock4.settings,
  'node-redlock-5': nodeRedlock5.settings,
  sesamecare: { ...nodeRedlock5.settings, leaseFrom: 'asking', validityCheck: true },
};

const names = byNight<readonly LibraryName[]>(
  ['node-redlock-4', 'node-redlock-5'],
  ['node-redlock-4', 'node-redlock-5', 'sesamecare'],
);
const rows = names.flatMap((library) =>
  Object.entries(situations)
    .filter(([, { of }]) => of?.includes(library) ?? true)
    .map(([name, situation]) => ({ library, name, situation })),
);
type Row = (typeof rows)[number];

const isMissing = ({ library }: Row): boolean => library === 'sesamecare' && third === null;

interface Came {
  readonly notes: readonly string[];
  /** The attempt from which each reported time counts; `none`: no time is left. */
  readonly countsFrom: readonly (number | 'none' | 'nothing that was sent')[];
  /** By node, in the order in which they arrived. */
  readonly commands: readonly (readonly string[])[];
}

interface Both {
  /** How late this process was in the meantime. */
  readonly lateMs: number;
  readonly library: Came;
  readonly simulated: Came;
}

/** If this process was late each time, nothing is decided. */
const triesMax = 3;

/** Most of the time is spent waiting, so several run side by side. */
const atOnce = 10;

/** Commands to the other nodes have arrived. */
const stragglersMs = 100;

let servers: RedisServers;
let scripts: readonly Script[] = [];
let runs = 0;
/** Runs that have already begun; the first attempt of their test uses them. */
const begun = new Map<Row, Promise<Both>>();

beforeAll(async () => {
  scripts = [...(await libraryScripts()), ...simulatedScripts];
  servers = await startRedisServers({ count: 5 });
  await Promise.all(servers.clients.flatMap((server) => scripts.map(({ lua }) => server.script('LOAD', lua))));
  beginAll();
});

afterAll(async () => {
  await Promise.allSettled(begun.values());
  await servers.stop();
});

function beginAll(): void {
  const lanes: Promise<unknown>[] = Array.from({ length: atOnce }, () => Promise.resolve());
  rows.forEach((row, place) => {
    if (isMissing(row)) return;
    const both = (lanes[place % atOnce] ?? Promise.resolve()).then(() => compare(row));
    lanes[place % atOnce] = both.catch(() => {});
    begun.set(row, both);
  });
}

async function compare({ library, situation }: Row): Promise<Both> {
  const meter = new LateMeter();
  meter.begin();
  const [real, own] = await Promise.all([
    perform(libraries[library], situation),
    perform(simulated(settingsOf[library]), situation),
  ]);
  meter.end();
  return { library: real, simulated: own, lateMs: meter.lateMs };
}

async function perform(run: Run, situation: Situation): Promise<Came> {
  const { nodes = 5, others = [], limit = 8000, fate } = situation;
  const key = `wire${++runs}`;
  const behind = servers.clients.slice(0, nodes);
  const set = async (node: number, owner: string) => behind[node]?.set(key, owner, 'PX', 60_000);
  const hands = {
    taken: (node: number) => set(node, 'another'),
    free: async (node: number) => behind[node]?.del(key),
    givenBack: set,
  };
  await Promise.all(others.map(hands.taken));
  const fateOf: FateOf = (command, nth) => fate?.(command, nth, hands) ?? 'pass';
  const recording = await openRecordingNodes({ servers: servers.ports.slice(0, nodes), scripts, meaningOf, fateOf });
  const clients = recording.ports.map(clientOf);
  await Promise.all(clients.map((client) => client.ping()));
  const notes: WireNote[] = [];
  const began = performance.now();
  const note = (what: WireNote['what'], leftMs: number | null = null) => {
    notes.push({ what, leftMs, atMs: performance.now() });
  };
  const isOver = await isOverWithin(limit, run(situation, clients, key, note));
  const said = [...notes];
  await pause(stragglersMs);
  const arrived = [...recording.arrived];
  const commands = commandsAt(arrived, nodes, key);
  for (const client of clients) client.disconnect();
  await recording.close();
  return {
    notes: [
      ...said.map((one, i) => textOf(one, said[i - 1]?.atMs ?? began, situation)),
      ...(isOver ? [] : ['pending']),
    ],
    countsFrom: situation.using ? [] : said.flatMap((one) => countedFrom(one, situation, arrived, began)),
    commands,
  };
}

async function isOverWithin(limit: number, run: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limited = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limit);
  });
  try {
    return await Promise.race([run.then(() => true), limited]);
  } finally {
    clearTimeout(timer);
  }
}

function textOf({ what, atMs }: WireNote, before: number, { isTimed }: Situation): string {
  return isTimed && atMs - before > slowMs - 50 ? `${what} after the slow nodes` : what;
}

/**
 * The attempt whose command left at the moment from which the time counts. On a busy machine a command is recorded
 * late, so this is the first one that arrived after that moment.
 */
function countedFrom(
  { what, leftMs, atMs }: WireNote,
  { ttl, nodes = 5 }: Situation,
  all: readonly Arrived[],
  began: number,
): Came['countsFrom'] {
  if (leftMs === null) return [];
  if (leftMs <= 0) return ['none'];
  const from = atMs + leftMs - (ttl - ttl * 0.01 - 2);
  const kind = what === 'held' ? 'take' : 'extend';
  const attempts = all.filter((one) => one.node === nodes - 1 && one.kind === kind);
  // Two attempts are at least 100 ms apart.
  const attempt = attempts.findIndex((one) => one.atMs > from - 50) + 1;
  return [attempt > 0 && from > began - 50 ? attempt : 'nothing that was sent'];
}

/** `held, released | take x2, release`: what the caller hears, and what node A receives. */
function outlineOf({ notes, commands }: Came): string {
  const counts: { kind: string; count: number }[] = [];
  for (const command of commands[0] ?? []) {
    const kind = command.split(' ', 1)[0] ?? '';
    const last = counts.at(-1);
    if (last?.kind === kind) last.count++;
    else counts.push({ kind, count: 1 });
  }
  const sent = counts.map(({ kind, count }) => (count === 1 ? kind : `${kind} x${count}`));
  return `${notes.join(', ')} | ${sent.join(', ')}`;
}

test.for(rows)('$library: $name', { timeout: 120_000, meta: repeatsItself }, async (row, { skip }) => {
  skip(isMissing(row), attackedMissing);
  const difference = row.situation.differs?.[row.library];
  for (let nth = 1; ; nth++) {
    const both = await (begun.get(row) ?? compare(row));
    begun.delete(row);
    const { came, expected } = comparedBy(difference, both);
    // To a late process, even a server that answers immediately seems slow. So a repetition waits until all other
    // runs are over.
    if (!isDeepStrictEqual(came, expected) && both.lateMs > lateMsMax) {
      if (nth === triesMax) skip(undecidedBecause(both.lateMs));
      await Promise.allSettled(begun.values());
      continue;
    }
    expect(came, difference?.why).toEqual(expected);
    return;
  }
});

type Difference = NonNullable<Situation['differs']>[LibraryName];

/** What must be equal. */
function comparedBy(difference: Difference, { library, simulated }: Both) {
  if (difference === undefined) return { came: simulated, expected: library };
  return {
    came: { library: outlineOf(library), simulated: outlineOf(simulated) },
    expected: { library: difference.library, simulated: difference.simulated },
  };
}

test('the versions are those of the profiles', () => {
  const versionOf = (name: string): string =>
    JSON.parse(readFileSync(join(root, 'test/node_modules', name, 'package.json'), 'utf8')).version;
  expect(versionOf('redlock-4')).toBe(nodeRedlock4.version);
  expect(versionOf('redlock')).toBe(`v${nodeRedlock5.version}`);
});
