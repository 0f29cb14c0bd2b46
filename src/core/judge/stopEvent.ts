/** The event at which a picture of a run stops. */
import type { FactKind } from '../model/trace/fact';
import type { Run } from '../model/trace/run';

/**
 * The event at which a fact breaks the lock or the resource: the fact's first event or its last. Null: it breaks
 * neither. A lost update breaks it only at its last event, and a client that has only begun to wait may still get in.
 */
const brokenAt: Readonly<Record<FactKind, 'from' | 'to' | null>> = {
  overlap: 'from',
  'lost-update': 'to',
  'torn-write': 'to',
  'half-read': null,
  diverged: null,
  'stuck-entry': null,
  starved: 'to',
  'deleted-another': null,
  'changed-another': null,
  rejected: null,
  'rightful-rejected': null,
  'token-repeated': null,
  'token-fell': null,
  'entry-left': null,
  'late-write': null,
  'after-end': null,
  'false-alarm': null,
  'done-twice': 'from',
  'fault-missed': null,
};

/** The number of the event where the run first went wrong; null if it never did. */
export function firstViolation({ verdict, trace }: Run): number | null {
  let first: number | null = null;
  for (const fact of verdict.facts) {
    const end = brokenAt[fact.kind];
    const seq = end === null ? -1 : fact[end];
    if (seq < 0 || seq >= trace.count) continue;
    if (first === null || seq < first) first = seq;
  }
  return first;
}

/** The number of the event at which the run's picture stops; null: the end of the run. */
export function stopEventOf(run: Run): number | null {
  const { outcome, chain, facts } = run.verdict;
  switch (outcome) {
    // Only the end shows that nothing went wrong, or that nothing will free the lock.
    case 'held':
    case 'late-refused':
    case 'stuck':
      return null;
    // A client that has only begun to wait may still get in.
    case 'unavailable':
      return facts.find(({ kind }) => kind === 'starved')?.to ?? null;
    case 'expired':
      return facts.find(({ kind }) => kind === 'after-end')?.to ?? null;
    case 'deleted-another':
    case 'changed-another':
      return facts.find(({ kind }) => kind === outcome)?.to ?? null;
    case 'unknown':
      return chain.at(-1)?.events[0] ?? firstViolation(run);
    case 'lost':
    case 'torn':
    case 'twice':
    case 'overlap':
      return worstOf(run);
  }
  return outcome satisfies never;
}

/** The instant at which the run's picture stops, in µs. */
export function stopEventAt(run: Run): number {
  const seq = stopEventOf(run);
  const { header, at } = run.trace;
  return seq === null ? header.endedAt : (at[seq] ?? header.endedAt);
}

/** The first of these that happened: a write lost or done again, a rejected write, an overlap. */
function worstOf({ verdict: { outcome, facts } }: Run): number | null {
  for (const [kind, end] of outcome === 'overlap' ? ofLock : [...ofData, ...ofLock]) {
    const fact = facts.find((candidate) => candidate.kind === kind);
    if (fact !== undefined) return fact[end];
  }
  return null;
}

type Ends = readonly (readonly [FactKind, 'from' | 'to'])[];

const ofData: Ends = [
  ['lost-update', 'to'],
  ['torn-write', 'to'],
  ['done-twice', 'to'],
];

const ofLock: Ends = [
  ['rejected', 'from'],
  ['overlap', 'from'],
];
