/**
 * The outcome of a run in a form in which a library and its profile can be compared: what each node was asked and when,
 * who held the lock, and the verdict. Random values are numbered, and scripts are named by what they do.
 */
import { createHash } from 'node:crypto';
import type { Run } from '../../src/core/model/trace/run';
import type { Trace } from '../../src/core/model/trace/trace';
import { eventsOf, processId, textOf } from '../../src/core/model/trace/traceReader';
import { toMs } from '../../src/core/model/values/time';
import { holds, isAcquired } from '../../src/core/spans/holdSpans';

/** What is compared, from the coarsest to the finest that a reader would notice. */
export const aspects = ['commands', 'waits', 'inside', 'verdict'] as const;
export type Aspect = (typeof aspects)[number];

export type Came = Readonly<Record<Aspect, readonly string[]>>;

/** Requests that do not belong to the lock: those by which a sample loads its scripts into the servers beforehand. */
const warmUp = 'warm-up';
export const isWarmUp = (text: string): boolean => text.startsWith('SCRIPT LOAD') || text.includes(warmUp);

export function cameOf({ trace, verdict }: Run): Came {
  const sent = askedOf(trace);
  return {
    commands: sent.map(({ node, client, meaning }) => `${node} ${client} ${meaning}`).sort(byNode),
    waits: sent.map(({ at, node, client, meaning }) => `${at} ${node} ${client} ${meaning}`),
    inside: holds(trace)
      .filter(isAcquired)
      .map((hold) => `${processId(trace, hold.process)} ${toMs(hold.acquiredAt)}–${toMs(hold.heldUntil)} ${hold.end}`),
    verdict: [verdict.outcome, verdict.lock, verdict.data],
  };
}

interface Asked {
  readonly at: number;
  readonly node: string;
  readonly client: string;
  readonly meaning: string;
}

const byNode = (one: string, other: string): number => one.slice(0, 5).localeCompare(other.slice(0, 5));

function askedOf(trace: Trace): readonly Asked[] {
  const scripts = new Map<string, string>();
  const values = new Map<string, string>();
  const counts = new Map<string, number>();
  const asked: Asked[] = [];
  for (const { at, process, peer, text, leg } of eventsOf(trace, 'sent')) {
    const [client, node] = [processId(trace, process), processId(trace, peer)];
    if (leg !== 0 || !/^(node|service)/.test(node)) continue;
    const words = textOf(trace, text);
    const loaded = /^SCRIPT LOAD ([\s\S]*)$/.exec(words)?.[1];
    if (loaded !== undefined) scripts.set(shortOf(loaded), doneBy(loaded));
    if (isWarmUp(words)) continue;
    const numbered = (value: string): string => {
      if (!values.has(value)) {
        const count = (counts.get(client) ?? 0) + 1;
        counts.set(client, count);
        values.set(value, `#${count}`);
      }
      return values.get(value) ?? '';
    };
    const meaning = node === 'service' ? ofFiles(words) : meaningOf(words.split(' '), scripts, numbered);
    asked.push({ at: toMs(at), node, client, meaning });
  }
  return asked;
}

const shortOf = (lua: string): string => createHash('sha1').update(lua).digest('hex').slice(0, 8);

const doneBy = (lua: string): string =>
  /"exists"/.test(lua) ? 'take' : /pexpire|"PX"/i.test(lua) ? 'extend' : 'release';

/** A clock of a run reads fewer ms than this, and more µs. */
const usLeast = 1e14;

/** A call of files without the number of its request. The library's times are in µs, the profile's in ms. */
function ofFiles(words: string): string {
  const [command, path, ...times] = words.split(' ');
  if (command !== 'UTIMES') return `${command} ${path}`;
  const time = Number(times.at(-1));
  return `${command} ${path} ${time > usLeast ? time / 1000 : time}`;
}

function meaningOf(
  [command = '', ...words]: readonly string[],
  scripts: ReadonlyMap<string, string>,
  numbered: (value: string) => string,
): string {
  if (command === 'SET') return `take ${numbered(words[1] ?? '')} ${words.find((word) => /^\d+$/.test(word)) ?? ''}`;
  if (command === 'GET') return 'get';
  const [key, value = '', ttl = ''] = command === 'EVALSHA' ? words.slice(1) : words;
  const done =
    command === 'EVALSHA'
      ? scripts.get((words[0] ?? '').replace('…', ''))
      : command === 'compareAndDelete'
        ? 'release'
        : command === 'compareAndExtend'
          ? 'extend'
          : undefined;
  if (done === undefined || key === undefined) return [command, ...words].join(' ').slice(0, 40);
  return `${done} ${numbered(value)} ${ttl}`.trim();
}
