/**
 * How the functions of a pasted lock are called. What their parameters mean is a guess (`realm/guest/meanings.ts`), so
 * each way to call them is tried in a run without a fault: both clients must ask for one key, each with an owner of its
 * own, and the release must free it. The first way that does is taken.
 */
import { goneCauses, type Trace } from '../../core/model/trace/trace';
import { eventsOf, processId } from '../../core/model/trace/traceReader';
import type { OwnSettings } from './ownCalls';

/** What a run without a fault shows about a call, the most important first. */
export const requirements = ['asks', 'same-key', 'works', 'own-owner', 'freed', 'lease'] as const;
export type Requirement = (typeof requirements)[number];

/** One way, and what a run of it showed. */
export interface Trial {
  readonly settings: OwnSettings;
  /** Such as `acquire("stock", 2000), release(handle)`. */
  readonly called: string;
  readonly met: ReadonlySet<Requirement>;
}

export interface Binding {
  /** The best way. */
  readonly trial: Trial;
  /** More than one way was possible. */
  readonly isGuess: boolean;
  /** Ways that show something the best one does not. Empty: no way changes what is missing. */
  readonly others: readonly Trial[];
}

/** How many ways are tried. */
const trialsMost = 70;

/** How many ways to call acquire are tried where they can only change the lease. */
const leaseTrialsMost = 12;

/** The ways of release that are tried with each way to acquire that could be right. */
const acquiringMost = 3;

/**
 * @param play plays a way
 * @param first the likeliest way
 * @param counts how many ways there are
 */
export function bind(
  play: (settings: OwnSettings) => Trial,
  first: Trial,
  counts: { readonly acquire: number; readonly release: number },
): Binding {
  const isGuess = counts.acquire > 1 || counts.release > 1;
  if (!isGuess || isComplete(first)) return { trial: first, isGuess, others: [] };
  const trials = [first];
  const tried = (acquiredAs: number, releasedAs: number): Trial => {
    const trial = play({ ...first.settings, acquiredAs, releasedAs });
    trials.push(trial);
    return trial;
  };
  const acquiring = [first];
  const isOfLease = missingIn(first).join() === 'lease';
  const acquiringTried = Math.min(counts.acquire, isOfLease ? leaseTrialsMost : trialsMost);
  const released = new Set<Trial>();
  let next = 1;
  const acquiresAgain = (): void => {
    acquiring.push(tried(next++, 0));
  };
  for (;;) {
    // Once one way has freed a key, a way that does not is no better.
    const isRight = (one: Trial): boolean => isAcquired(one) && (isReleased(one) || !trials.some(isReleased));
    while (next < acquiringTried && !isRight(acquiring.at(-1) ?? first)) acquiresAgain();
    const likely = acquiring.filter((one) => !released.has(one)).sort(byWorth(acquiredFirst));
    for (const one of likely.slice(0, acquiringMost)) {
      const isAsGood = (trial: Trial): boolean => worth(trial, asAcquired) >= worth(one, asAcquired);
      if (trials.some((trial) => isReleased(trial) && isAsGood(trial))) break;
      released.add(one);
      for (let nth = 1, last = one; nth < counts.release && !isReleased(last) && trials.length < trialsMost; nth++)
        last = tried(one.settings.acquiredAs ?? 0, nth);
    }
    // If no release frees the key, client 2 was kept out, so it is unknown whether both have one owner.
    if (trials.some(isReleased) || next >= acquiringTried || trials.length >= trialsMost) break;
    acquiresAgain();
  }
  const [best = first, ...rest] = [...trials].sort(byWorth(requirements));
  return { trial: best, isGuess, others: isComplete(best) ? [] : rest.filter((one) => showsMore(one, best)) };
}

export const isComplete = ({ met }: Trial): boolean => requirements.every((one) => met.has(one));

export const missingIn = ({ met }: Trial): readonly Requirement[] => requirements.filter((one) => !met.has(one));

/** What acquire alone decides. */
const asAcquired = ['asks', 'same-key', 'own-owner', 'lease'] as const;
const acquiredFirst = [...asAcquired, 'works', 'freed'] as const;

/** What release can change. */
const isReleased = ({ met }: Trial): boolean => met.has('works') && met.has('freed');

const isAcquired = ({ met }: Trial): boolean => asAcquired.every((one) => met.has(one));

const byWorth =
  (order: readonly Requirement[]) =>
  (one: Trial, other: Trial): number =>
    worth(other, order) - worth(one, order);

const worth = ({ met }: Trial, order: readonly Requirement[]): number =>
  order.reduce((sum, requirement) => 2 * sum + (met.has(requirement) ? 1 : 0), 0);

/** A way that does not work, or in which each client has a key of its own, shows nothing. */
const showsMore = (one: Trial, best: Trial): boolean =>
  one.met.has('works') &&
  (one.met.has('same-key') || !best.met.has('same-key')) &&
  [...one.met].some((requirement) => !best.met.has(requirement));

/**
 * @param trace one client after the other
 * @param hasProblem something went wrong in it
 */
export function requirementsMet(
  trace: Trace,
  { ttl, files }: OwnSettings,
  lease: number | null,
  hasProblem: boolean,
): Set<Requirement> {
  const [one, other] = [turnIn(trace, 'client1'), turnIn(trace, 'client2')];
  const met = new Set<Requirement>(['lease']);
  // A folder that is made has no value.
  if (files === 'only') met.add('own-owner');
  if (!hasProblem) met.add('works');
  if (one.set.size > 0) met.add('asks');
  // A lock within one process has nothing to show.
  if (one.set.size === 0 && other.set.size === 0) return new Set(hasProblem ? ['lease'] : requirements);
  const isUnnamed = (key: string): boolean => hasNoName(key, ttl);
  const shared = [...one.set.keys()].filter((key) => other.set.has(key) && !isUnnamed(key));
  // Client 2 could set nothing: what client 1 has set keeps it out.
  const isKeptOut = one.set.size > 0 && other.set.size === 0 && ![...one.set.keys()].every(isUnnamed);
  if (shared.length > 0 || isKeptOut) met.add('same-key');
  if (isKeptOut) met.add('own-owner');
  const locking = lockKeys(shared, one);
  if (locking.some((key) => one.set.get(key) !== other.set.get(key))) met.add('own-owner');
  const own = shared.length > 0 ? locking : lockKeys([...one.set.keys()], one);
  if (own.some((key) => one.freed.has(key))) met.add('freed');
  // The code may have its own lease, and another way to call it then changes nothing.
  if (lease !== null && Math.abs(lease - ttl) > 0.1 * ttl) met.delete('lease');
  return met;
}

/** What the name of a key would be without the argument that names it, or with a given number in its place. */
const hasNoName = (key: string, ttl: number): boolean =>
  /^$|undefined|\bnull\b|\[object/.test(key) ||
  [ttl, Math.ceil(ttl / 1000), 3, 100, 1000].some((value) => key === String(value));

/** Keys that the release took away, else those with an expiry: a counter of tokens is neither. */
function lockKeys(keys: readonly string[], { freed, expiring }: ClientAttempt): readonly string[] {
  for (const some of [keys.filter((key) => freed.has(key)), keys.filter((key) => expiring.has(key))])
    if (some.length > 0) return some;
  return keys;
}

interface ClientAttempt {
  /** The last value of each key that the client set before it was let in. */
  readonly set: ReadonlyMap<string, string>;
  readonly expiring: ReadonlySet<string>;
  /** Those of them that it took away, or changed, when it was done. */
  readonly freed: ReadonlySet<string>;
}

function turnIn(trace: Trace, client: string): ClientAttempt {
  const set = new Map<string, string>();
  const expiring = new Set<string>();
  const freed = new Set<string>();
  let isHolding = false;
  let isLeaving = false;
  for (const event of eventsOf(trace, 'acquired', 'releasing', 'entrySet', 'entryGone')) {
    const who = event.kind === 'entrySet' || event.kind === 'entryGone' ? event.peer : event.process;
    if (who < 0 || processId(trace, who) !== client) continue;
    if (event.kind === 'acquired') isHolding = true;
    else if (event.kind === 'releasing') isLeaving = true;
    else {
      const key = trace.strings[event.entry] ?? '';
      if (isLeaving && set.has(key) && (event.kind === 'entrySet' || goneCauses[event.cause] === 'deleted'))
        freed.add(key);
      else if (event.kind === 'entrySet' && !isHolding) {
        set.set(key, trace.strings[event.value] ?? '');
        if (event.expiresIn >= 0) expiring.add(key);
      }
    }
  }
  return { set, expiring, freed };
}
