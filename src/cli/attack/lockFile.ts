/**
 * The lock of `npm start -- --lock`: a file of the person at the terminal. Each run reads it anew, so an edit counts
 * from the next press. Whenever the code has changed, a thread inspects it.
 */
import { basename } from 'node:path';
import { inWorker } from '../../core/model/effects/calls';
import { parseScenario } from '../../core/model/scenario/parse/parseScenario';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Text } from '../../core/model/values/text';
import type { OwnLock } from '../../live/server/run/ownLock';
import type { Bundle } from '../../sandbox/attack/evaluate';
import { ownCode } from '../../sandbox/attack/onRedis';
import { ownParts } from '../../sandbox/attack/ownParts';
import { attackScenario } from '../../sandbox/own/attackScenario';
import type { OwnSettings } from '../../sandbox/own/ownCalls';
import { programOf } from '../threads';
import type { AttackFunctions } from './attackThread';
import * as words from './attackWords';
import { bundledFile } from './bundledFile';
import type { Inspection } from './inspectLock';
import { exitReason, watchedThread } from './watchedThread';

/** Prints a line at the terminal. */
type Say = (line: string) => void;

export type OpenedLock = { readonly ok: true; readonly lock: OwnLock } | { readonly ok: false; readonly problem: Text };

type Known = Extract<Inspection, { readonly ok: true }> & { readonly bundle: Bundle };
type Read = Known | Extract<Inspection, { readonly ok: false }>;

export async function openLock(file: string, say: Say): Promise<OpenedLock> {
  const name = basename(file);
  // Awaited first, because bundling it stops the bundler, whatever else the bundler is doing.
  const program = await programOf('./attack/attackThread.ts');
  const first = await readLock(file, { called: file, program, before: null });
  if (!first.ok) return first;
  let currentLock = first;
  say(words.opened(name, currentLock.form, currentLock.settings).en);
  const again = async (): Promise<Read> => {
    const read = await readLock(file, { called: name, program, before: currentLock });
    if (!read.ok) say(read.problem.en);
    else if (read !== currentLock) {
      currentLock = read;
      say(words.readAnew(name, read.form, read.settings).en);
    }
    return read;
  };
  return {
    ok: true,
    lock: {
      offered: () => {
        const { nodes, ttl, token } = currentLock.settings;
        return { name, nodes, ttl, token };
      },
      behind: async (scenario) => {
        const read = await again();
        if (!read.ok) return read;
        // A pause that should outlast the old TTL may not outlast the new one: these faults were meant for another
        // lock.
        if (hasOther(scenario, read.settings)) return { ok: false, problem: words.otherNumbers(name, read.settings) };
        const parsed = parseScenario(attackScenario(read.settings, scenario), ownParts);
        if (!parsed.ok) return { ok: false, problem: parsed.problems[0]?.message ?? words.unfit(name) };
        return { ok: true, own: ownCode(read.bundle), scenario: parsed.scenario };
      },
    },
  };
}

/** A press without numbers takes those of the file. */
function hasOther({ lock: { settings = {} } }: Scenario, { nodes, ttl }: OwnSettings): boolean {
  return (settings['nodes'] ?? nodes) !== nodes || (settings['ttl'] ?? ttl) !== ttl;
}

interface Reading {
  readonly called: string;
  readonly program: string;
  readonly before: Known | null;
}

async function readLock(file: string, { called, program, before }: Reading): Promise<Read> {
  const bundled = await bundledFile(file, called);
  if (!bundled.ok) return bundled;
  const { bundle } = bundled;
  if (before?.bundle.code === bundle.code) return before;
  const inspection = await inspectBundle(bundle, called, program);
  if (!inspection.ok) return inspection;
  if (inspection.settings.files !== undefined) return { ok: false, problem: words.filesOnServers(called) };
  return { ...inspection, bundle };
}

function inspectBundle(bundle: Bundle, called: string, program: string): Promise<Inspection> {
  const { calls, end } = inWorker<AttackFunctions>(watchedThread(program, bundle));
  return calls
    .look(called)
    .catch(({ message }: Error): Inspection => ({ ok: false, problem: exitReason(message) }))
    .finally(end);
}
