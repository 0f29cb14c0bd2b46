/** What the file of a lock is, as far as runs without faults tell it. In the thread of its code. */
import { type Attacked, settingsIn } from '../../attack/session';
import type { Text } from '../../model/text';
import { lengthMax, type Ms } from '../../model/time';
import { type Apart, playApart } from '../../own/calmRuns';
import type { OwnSettings } from '../../own/session';
import { inTask } from '../inTask';
import * as words from './attackWords';
import { calmInWords } from './calmWords';
import { problemsInWords } from './problemsInWords';

export type Looked =
  | {
      readonly ok: true;
      readonly form: string;
      /** With the lease that the servers were asked for. */
      readonly settings: OwnSettings;
      /** What is to be known before. */
      readonly told: readonly Text[];
    }
  | { readonly ok: false; readonly problem: Text };

interface Asked {
  /** The file, as it is to be called. */
  readonly file: string;
  /** What comes before the settings that the file exports. */
  readonly before: object;
}

export async function lookAt(session: Attacked, { file, before }: Asked): Promise<Looked> {
  const { as } = session;
  if (!as.ok) return { ok: false, problem: words.syntax(file, as.problem.line, as.problem.message) };
  const read = settingsIn(as.settings, before);
  if (!read.ok) return { ok: false, problem: words.badSetting(read.name, read.name === 'nodes' ? '1–9' : '1–3600000') };
  const asked = { ...read.settings, token: false };
  const play = (settings: OwnSettings): Promise<Apart> => inTask(() => playApart(settings, session.recorded));
  const first = await play(asked);
  const seen = first.problem === null ? otherLease(first, asked.ttl) : null;
  // A lease that the code has chosen by itself stays, whatever the code is given.
  const settings = seen === null ? asked : { ...asked, ttl: seen };
  const apart = seen === null ? first : seen > lengthMax ? null : await play(settings);
  if (apart === null || (seen !== null && apart.problem === null && otherLease(apart, seen) !== null))
    return { ok: false, problem: words.otherLease(as.found, asked.ttl, seen ?? 0) };
  if (apart.problem !== null) return { ok: false, problem: calmInWords(apart.problem, { file, form: as.found }) };
  const late = apart.isFreedLate ? [words.freedLate] : [];
  const { hasToken, problems } = apart;
  return {
    ok: true,
    form: as.found,
    settings: { ...settings, token: hasToken },
    told: [...late, ...problemsInWords(problems)],
  };
}

/** Redis counts some leases in whole seconds, and locks take a little off. */
const leaseTolerance = 0.1;

/** The lease that the servers were asked for, where it is another than the code was given. */
function otherLease({ lease }: Apart, ttl: Ms): Ms | null {
  return lease === null || Math.abs(lease - ttl) <= leaseTolerance * ttl ? null : Math.round(lease);
}
