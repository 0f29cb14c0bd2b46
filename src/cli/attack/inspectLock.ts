/** Inspects the file of a lock by runs without faults, in the thread of its code. */

import type { Text } from '../../core/model/values/text';
import { leaseMax } from '../../core/model/values/time';
import { type AttackSession, settingsIn } from '../../sandbox/attack/attackSession';
import { bareSocket } from '../../sandbox/attack/patches/refused';
import { isComplete } from '../../sandbox/own/binding';
import { type FaultlessRuns, playFaultless } from '../../sandbox/own/faultlessRuns';
import type { OwnSettings } from '../../sandbox/own/ownCalls';
import { inTask } from '../inTask';
import * as words from './attackWords';
import * as faultlessWords from './faultlessWords';
import { faultlessInWords } from './faultlessWords';
import { problemsInWords } from './problemsInWords';

export type Inspection =
  | {
      readonly ok: true;
      readonly form: string;
      /** Includes the lease that the servers were asked for. */
      readonly settings: OwnSettings;
      /** Whether a search of all runs would take minutes. */
      readonly isLong: boolean;
      /** The release does not remove what acquire set. */
      readonly isNeverFreed: boolean;
      /** What a person should know first. */
      readonly notes: readonly Text[];
    }
  | { readonly ok: false; readonly problem: Text };

interface Asked {
  /** The name of the file in messages. */
  readonly file: string;
  /** Settings that are overridden by those that the file exports. */
  readonly before: object;
}

export async function inspectLock(session: AttackSession, { file, before }: Asked): Promise<Inspection> {
  const { as } = session;
  if (!as.ok) return { ok: false, problem: words.syntax(file, as.problem.line, as.problem.message) };
  if (as.waits) return { ok: false, problem: words.waitsAtTop(file) };
  const settingsResult = settingsIn(as.settings, before);
  if (!settingsResult.ok)
    return {
      ok: false,
      problem: words.badSetting(settingsResult.name, settingsResult.name === 'nodes' ? '1–9' : `1–${leaseMax}`),
    };
  const faultless = await inTask(() => playFaultless(settingsResult.settings, session.recorded));
  const { settings, sequentialRun: apart, binding: bound, problem, isLong } = faultless;
  const [database] = session.databases;
  if (database !== undefined && apart.problems.some(({ message }) => message.startsWith(bareSocket)))
    return { ok: false, problem: words.overPostgres(file, database) };
  if (problem !== null) return { ok: false, problem: faultlessInWords(problem, { file, form: apart.signature }) };
  const files = settings.files === undefined ? [] : [words.inFiles(apart.firstKey)];
  const notes = [...files, ...shownBy(faultless), ...problemsInWords(apart.problems)];
  const isNeverFreed = !bound.trial.met.has('freed') && apart.firstKey !== null;
  return { ok: true, form: apart.signature, settings, isLong, isNeverFreed, notes };
}

/** What the runs without a fault showed. */
function shownBy({ sequentialRun: apart, binding: bound, refusal, settings }: FaultlessRuns): readonly Text[] {
  const { met } = bound.trial;
  return [
    // Without arguments it was called as documented.
    ...(bound.isGuess && apart.called.includes('(') && isComplete(bound.trial)
      ? [faultlessWords.proven(apart.called)]
      : []),
    ...(met.has('own-owner') ? [] : [faultlessWords.oneOwner]),
    ...(refusal === null ? [] : [faultlessWords.seenRefusal(refusal)]),
    ...(apart.isFreedLate && met.has('freed') ? [words.freedLate] : []),
    ...(apart.lease === null && settings.freedAfter === undefined && apart.firstKey !== null
      ? [faultlessWords.noExpiry]
      : []),
  ];
}
