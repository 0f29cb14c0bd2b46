/**
 * `redlock-playground/attack` attacks the functions of a lock inside a user's test, in the thread of the test, which is
 * restored afterwards. A library that keeps Node's timers when it is loaded, as bluebird does, keeps the real ones.
 */
import { fileURLToPath } from 'node:url';
import { firstDifference } from '../../core/model/scenario/difference';
import type { Trace } from '../../core/model/trace/trace';
import { eventsOf } from '../../core/model/trace/traceReader';
import { nearest } from '../../core/model/values/spelling';
import type { Parts } from '../../core/sim/parts';
import { simulate } from '../../core/sim/simulate';
import { openAttackSessionHere, settingsIn } from '../../sandbox/attack/attackSession';
import { attackScenario } from '../../sandbox/own/attackScenario';
import { finished } from '../../search/explore/branch';
import { runJob } from '../../search/explore/search';
import type { Space } from '../../search/explore/space';
import type { SpawnWorker } from '../../search/explore/workers';
import { inTask } from '../inTask';
import { programOf } from '../threads';
import { parseAttack } from './attackArguments';
import { type Attacking, exitBadInput, exitBreak, exitStopped } from './attackMessages';
import * as words from './attackWords';
import type { Accepted } from './ci/accepted';
import { conclude, knownBreaks } from './ci/conclude';
import type { Found } from './ci/found';
import { runAttack } from './runAttack';

/** What the functions of a lock get. */
export interface LockGiven {
  /** One client for each server, in the style of ioredis: each command is a method. */
  readonly redis: readonly Readonly<Record<string, (...parameters: readonly unknown[]) => Promise<unknown>>>[];
  /** The addresses of the same servers, for clients that the code makes itself. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly key: string;
  /** In ms. */
  readonly ttl: number;
}

/**
 * The functions of a lock, as the command `attack` reads them from a file.
 *
 * @typeParam Given what acquire reads of `LockGiven`
 * @typeParam Held what was acquired
 * @typeParam Releasing what release reads of `LockGiven`
 */
export interface AttackedLock<Given = LockGiven, Held = unknown, Releasing = LockGiven> {
  readonly acquire: (lock: Given) => unknown;
  readonly release: (lock: Releasing, held: Held) => unknown;
}

export interface AttackOptions {
  /** Redis servers, 1 to 9. Default: the file's setting, or 1. */
  readonly nodes?: number;
  /** In ms. Default: the file's setting, or 2000. */
  readonly ttl?: number;
  /** The most faults in one run, 1 to 3. Default: 1. */
  readonly max?: number;
  /** Kinds of faults. Default: pause, crash, lose and clock-jump. */
  readonly faults?: readonly string[];
  /** any (the default), lost, overlap, deleted-another, changed-another, stuck, unavailable or expired. */
  readonly harm?: string;
  /**
   * What the storage checks at a write: no-check (the default), version, fencing, … Work that must happen once: mail,
   * mail:asks=false.
   */
  readonly check?: string;
  /** How long it may search, with its unit: `60s`. Default: to the end. What was not searched is an error. */
  readonly budget?: string;
  /** Only a part of the space, for one of several machines: `2/4`. */
  readonly shard?: string;
  /**
   * The path of a JSON file with known breaks, `{ break: reason }`. Those with a reason do not fail the test, unless one
   * needs less than half of the length that `update` wrote.
   */
  readonly accept?: string;
  /** Writes the breaks into that file, each new one without a reason, and removes those that no longer happen. */
  readonly update?: boolean;
}

/** At least one run does the harm. The message shows the smallest ones. */
export class LockBroken extends Error {
  override readonly name = 'LockBroken';
}

/** The output of an attack when it ended. */
interface Printed {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

/**
 * Searches all runs with up to `max` faults for one that does harm. Rejects with `LockBroken` if there is one, and
 * with another error if the lock cannot be attacked.
 *
 * @param lock a file, whose code and libraries are evaluated anew for each client, in a thread of its own; or
 * functions, which run here. All clients share what the functions share; a function that makes them is called anew
 * for each client.
 * @returns how many runs there were
 */
export async function attack<Given = LockGiven, Held = unknown, Releasing = LockGiven>(
  lock: URL | AttackedLock<Given, Held, Releasing> | (() => AttackedLock<Given, Held, Releasing>),
  attackOptions: AttackOptions = {},
): Promise<{ readonly runs: number }> {
  const {
    nodes,
    ttl,
    max = 1,
    faults = [],
    harm,
    check,
    budget,
    shard,
    accept,
    update = false,
    ...more
  } = attackOptions;
  const file = lock instanceof URL ? fileURLToPath(lock) : 'lock.ts';
  const texts = { max: String(max), faults: faults.join(), harm, check, budget, shard, accept };
  const numbers = { nodes, ttl };
  const [unknown] = Object.keys(more);
  if (unknown !== undefined) {
    const near = nearest(unknown, Object.keys({ ...numbers, ...texts, update }));
    throw new TypeError(words.noSuchOption(unknown, near).en);
  }
  const options = Object.entries(texts).flatMap(([name, value]) => option(name, value));
  const typed = [file, ...options, ...(update ? ['--update'] : [])];
  const settings = Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined));
  const { code, out, errors } =
    lock instanceof URL ? await inThread(typed, settings) : await here(lock, typed, settings);
  if (code === exitBreak) throw new LockBroken(`${errors}\n${out}`.trim());
  if (code !== 0) throw new Error(errors.trim());
  return { runs: Number(/ in (\d+) runs\s*$/.exec(out)?.[1]) };
}

async function inThread(typed: readonly string[], settings: object): Promise<Printed> {
  const { attack: command } = await import('./attackCommand');
  let [out, errors] = ['', ''];
  const code = await command(typed, {
    out: (text) => {
      out += text;
    },
    errors: (text) => {
      errors += text;
    },
    signal: new AbortController().signal,
    workers: 1,
    program: () => programOf('./attack/attackThread.ts'),
    called: null,
    settings,
  });
  return { code, out, errors };
}

async function here(lock: object | (() => object), typed: readonly string[], overrides: object): Promise<Printed> {
  const parsed = parseAttack(typed);
  if (!parsed.ok || parsed.command.kind === 'help')
    return { code: exitBadInput, out: '', errors: parsed.ok ? '' : parsed.problem.en };
  const { command } = parsed;
  const acceptedBreaks = await knownBreaks(command);
  if (!acceptedBreaks.ok) return { code: exitBadInput, out: '', errors: acceptedBreaks.problem.en };
  let result: Found | null = null;
  const settings = { nodes: 1, ttl: 2000, ...overrides };
  const session = await inTask(() =>
    openAttackSessionHere(() => ({ ...(typeof lock === 'function' ? lock() : lock) })),
  );
  const printed = { out: '', errors: '', progress: '' };
  const faultless = (): Promise<Trace> =>
    inTask(() => simulate(attackScenario({ ...settings, token: false }), session.parts));
  try {
    const before = settingsIn(settings).ok ? await faultless() : null;
    const leading = { command, scenario: null, workers: 1, called: null, settings };
    const code = await runAttack(leading, session, {
      report: (message) => {
        if (message.kind === 'found') result = message.findings;
        else if (message.kind === 'out' || message.kind === 'errors' || message.kind === 'progress')
          printed[message.kind] += message.text;
      },
      signal: new AbortController().signal,
      spawnFor: (space) => sameThread(space, session.parts),
    });
    const hasLock = before === null || eventsOf(before, 'acquired').length > 0;
    const isKept = before !== null && firstDifference(before, await faultless(), 'every event') !== null;
    const { out, errors, progress } = printed;
    if (result !== null && hasLock && !isKept) return concluded(result, command, acceptedBreaks.accepted, errors);
    if (!hasLock) return { code, out, errors: `${errors}${words.asFile.en}` };
    if (isKept) return { code: exitBadInput, out, errors: words.keeps.en };
    return { code, out, errors: code === exitStopped ? progress : errors };
  } finally {
    session.end();
  }
}

/** Functions have no file, so the name of a break has no statement. */
async function concluded(result: Found, command: Attacking, accepted: Accepted, before: string): Promise<Printed> {
  let [out, errors] = ['', before];
  const code = await conclude(result, {
    command,
    accepted,
    path: null,
    out: (text) => {
      out += text;
    },
    errors: (text) => {
      errors += text;
    },
  });
  return { code, out, errors };
}

const option = (name: string, value: string | undefined): readonly string[] =>
  value === undefined || value === '' ? [] : [`--${name}`, value];

const sameThread =
  (space: Space, parts: Parts): SpawnWorker =>
  () => ({ work: (job) => inTask(() => finished(runJob(job, space, parts))), end: () => {} });
