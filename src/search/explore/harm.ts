/** The harms that a search looks for, and whether a run does one. */

import type { JudgeParts } from '../../core/judge/evidence';
import { goalResult } from '../../core/judge/goal';
import { judge, twoFactsOf } from '../../core/judge/judge';
import { nth } from '../../core/model/nth';
import type { Scenario } from '../../core/model/scenario';
import { fromMs } from '../../core/model/time';
import { goneCauses, kindNumber, type Trace } from '../../core/model/trace';
import { keptTrace } from '../../core/model/traceWriter';
import type { Goal, Verdict } from '../../core/model/verdict';
import { entriesMax } from './goals';

/** The worst first: each report has this order. */
export const harms = ['lost-update', 'stuck', 'overlap', 'deleted-another', 'changed-another', 'unavailable'] as const;
/**
 * lost-update: an update is lost, an object is torn, or a deed is done twice.
 * stuck: nobody ever gets in again.
 * overlap: two are inside at once.
 * deleted-another: a client deletes a key that another has set.
 * changed-another: a client that no longer has the lock overwrites or extends the key of the client that has it.
 * unavailable: nobody gets through for longer than the patience.
 */
export type Harm = (typeof harms)[number];

/** What a caller can ask for: one harm, or any harm. */
export type HarmTarget = Harm | 'any';

export const doesHarm: Readonly<Record<Harm, (verdict: Pick<Verdict, 'lock' | 'data' | 'facts'>) => boolean>> = {
  'lost-update': ({ data }) => data === 'lost' || data === 'torn' || data === 'twice',
  overlap: ({ lock }) => lock === 'overlap',
  'deleted-another': ({ facts }) => facts.some(({ kind }) => kind === 'deleted-another'),
  'changed-another': ({ facts }) => facts.some(({ kind }) => kind === 'changed-another'),
  stuck: ({ lock }) => lock === 'stuck',
  unavailable: ({ lock }) => lock === 'unavailable' || lock === 'stuck',
};

/** What a search looks for: one harm, any harm, or goals that one run must all meet. */
export type SearchTarget = HarmTarget | readonly Goal[];

/** Returns whether a run does this harm. A run in which a quick look finds no sign of it is not judged. */
export function isHarmed(trace: Trace, harm: SearchTarget, parts: JudgeParts): boolean {
  if (harm === 'any') return harmsIn(trace.header.scenario).some((one) => isHarmed(trace, one, parts));
  if (typeof harm !== 'string') {
    const verdict = judge(keptTrace(trace), parts);
    return harm.every((goal) => goalResult(goal, verdict) === 'true');
  }
  if (!mayDo[harm](trace)) return false;
  const kept = keptTrace(trace);
  // Two of the harms are facts of their own. Finding all facts costs as much as the rest of a verdict.
  const isFact = harm === 'deleted-another' || harm === 'changed-another';
  return doesHarm[harm](isFact ? judge(kept, parts) : { ...twoFactsOf(kept, parts), facts: [] });
}

/**
 * If the storage checks writes, two may be inside: what counts is what is written, and whether somebody gets in
 * again.
 */
const harmsIn = ({ storage }: Pick<Scenario, 'storage'>): readonly Harm[] =>
  storage.id === 'no-check' ? harms : ['lost-update', 'stuck'];

/** Returns the harms that a run does, of those that count in it, the worst first. */
export const harmsOf = (trace: Trace, parts: JudgeParts): readonly Harm[] =>
  harmsIn(trace.header.scenario).filter((harm) => isHarmed(trace, harm, parts));

const { wrote, wrotePart, acquiring, acquired, releasing, crashed, finished, rejected, entrySet, entryGone } =
  kindNumber;

const deleted = goneCauses.indexOf('deleted');

/** Quick tests that read a trace once. They never overlook a harm; a property test compares them with the judge. */
export const mayDo: Readonly<Record<Harm, (trace: Trace) => boolean>> = {
  'lost-update': mayLose,
  overlap: mayOverlap,
  'deleted-another': mayDelete,
  'changed-another': mayChange,
  stuck: mayStarve,
  unavailable: mayStarve,
};

/** Whether some write is not based on the write before it, or its version does not show it. */
function mayLose({ kind, process, c, d, count }: Trace): boolean {
  let version = -1;
  let index = -1;
  for (let seq = 0; seq < count; seq++) {
    const what = kind[seq];
    if (what === wrotePart) return true;
    if (what !== wrote) continue;
    if (index >= 0 && process[seq] !== index) return true;
    index = nth(process, seq);
    if (nth(c, seq) < 0 || nth(d, seq) < 0 || (version >= 0 && nth(d, seq) !== version)) return true;
    if (nth(d, seq) !== nth(c, seq) - 1) return true;
    version = nth(c, seq);
  }
  return false;
}

/** Whether a client is let in before the hold of another has begun to end. */
function mayOverlap({ kind, process, a, count }: Trace): boolean {
  /** Maps a hold to its client. */
  const inside = new Map<number, number>();
  for (let seq = 0; seq < count; seq++) {
    const who = nth(process, seq);
    const what = kind[seq];
    if (what === acquired) {
      for (const other of inside.values()) if (other !== who) return true;
      inside.set(nth(a, seq), who);
    } else if (what === releasing) inside.delete(nth(a, seq));
    else if (what === crashed) for (const [hold, other] of inside) if (other === who) inside.delete(hold);
  }
  return false;
}

/** Whether a process deletes an entry that another has set, set again or extended. */
function mayDelete({ kind, process, a, b, c, count }: Trace): boolean {
  /** Maps an entry at a process to the clients that set it. */
  const setBy = new Map<number, Set<number>>();
  for (let seq = 0; seq < count; seq++) {
    const what = kind[seq];
    if (what !== entrySet && what !== entryGone) continue;
    const who = nth(a, seq);
    const entry = nth(process, seq) * entriesMax + nth(b, seq);
    const owners = setBy.get(entry) ?? new Set();
    if (what === entrySet) setBy.set(entry, owners.add(who));
    else if (c[seq] !== deleted) setBy.delete(entry);
    else {
      for (const owner of owners) if (owner !== who) return true;
      setBy.delete(entry);
    }
  }
  return false;
}

/** Whether a process sets the lock's key while another process's key stands there. */
function mayChange({ kind, process, a, b, count, header, strings }: Trace): boolean {
  const own = Object.values(header.scenario.settings.own ?? {}).flatMap((settings) => settings?.key ?? []);
  const names = new Set([header.lockEntry, ...own].map((name) => strings.indexOf(name)));
  const setBy = new Map<number, number>();
  for (let seq = 0; seq < count; seq++) {
    const what = kind[seq];
    if ((what !== entrySet && what !== entryGone) || !names.has(nth(b, seq))) continue;
    const entry = nth(process, seq) * entriesMax + nth(b, seq);
    const before = setBy.get(entry);
    if (what === entryGone) setBy.delete(entry);
    else if (before !== undefined && before !== a[seq]) return true;
    else setBy.set(entry, nth(a, seq));
  }
  return false;
}

/**
 * Whether some client still asks at the end, or nobody finished for longer than the patience, or a client was turned
 * away.
 */
function mayStarve({ kind, process, at, b, count, header }: Trace): boolean {
  const enough = fromMs(header.scenario.settings.patience);
  const asking = new Set<number>();
  let last = 0;
  for (let seq = 0; seq < count; seq++) {
    const what = kind[seq];
    if (what === rejected) return true;
    if (what === acquiring) asking.add(nth(process, seq));
    if (what !== finished || b[seq] !== 1) continue;
    asking.delete(nth(process, seq));
    if (nth(at, seq) - last > enough) return true;
    last = nth(at, seq);
  }
  return asking.size > 0;
}
