/**
 * A verdict in words: a heading, the two facts, a sentence, the chain of causes, the minor facts. It adds nothing to
 * what the judge found.
 */

import type { ProcessId } from '../model/scenario/processId';
import type { Cause, CauseOf, Rule } from '../model/trace/cause';
import type { Fact, FactKind, FactOf } from '../model/trace/fact';
import { type DataFact, type LockFact, lockFacts } from '../model/trace/outcome';
import { doesHarm, isKeyHarm, type Severity } from '../model/trace/severity';
import type { Trace } from '../model/trace/trace';
import type { Verdict } from '../model/trace/verdict';
import { withGap } from '../model/values/joinedTexts';
import type { Micros } from '../model/values/time';
import { namesOf } from './phrases';
import type { Speech } from './speech';
import type {
  CauseSentences,
  DataPhrase,
  FactProcesses,
  FactSentences,
  LockPhrase,
  Naming,
  OutcomeSentences,
} from './verdictWords';

/** A sentence, and the numbers of the events that prove it. The sentence is about the first event. */
export interface Explained {
  readonly text: string;
  readonly events: readonly number[];
  /** The time of a sentence without an event of its own, such as the end of a client's validity. */
  readonly at?: Micros;
}

/** The time that a sentence is about. Undefined: it has no time. */
export const instantOf = ({ events, at }: Explained, { at: times }: Pick<Trace, 'at'>): Micros | undefined =>
  at ?? times[events[0] ?? -1];

export interface Explanation {
  readonly headline: string;
  /** The two facts in a few words: `Lock: two holders at once, for 636 ms`, `Data: intact`. */
  readonly pair: { readonly lock: string; readonly data: string };
  readonly sentence: string;
  readonly chain: readonly Explained[];
  readonly facts: readonly (Explained & { readonly kind: Fact['kind'] })[];
}

export function explain(verdict: Verdict, speech: Speech): Explanation {
  const { names, begin, facts } = speech;
  const name = naming(names);
  return {
    headline: sayHeadline(verdict, speech),
    pair: sayPair(verdict, speech),
    sentence: sentenceOf(verdict, speech),
    chain: explainCauses(verdict.chain, speech),
    facts: joined(verdict.facts).map((fact) => ({
      kind: fact.kind,
      text: begin(sayFact(fact, facts, name)),
      events: eventsOf(fact),
    })),
  };
}

/** Starts with the main point of the run, followed by what else is true. */
function sentenceOf(verdict: Verdict, { names, begin, outcomes, facts }: Speech): string {
  const name = naming(names);
  const whole = begin(sayOutcome(verdict, outcomes, name));
  if (isLedByLock(verdict)) return withGap(begin(sayLock(verdict, outcomes, name))) + whole;
  const first = joined(verdict.facts).find(({ kind }) => kind === verdict.outcome);
  if (!isKeyHarm(verdict.outcome) || first === undefined) return whole;
  return withGap(begin(sayFact(first, facts, name))) + whole;
}

/** Whether the main point of a run is its lock, although the data took harm as well. */
const isLedByLock = ({ outcome, lock, data }: Verdict): boolean =>
  outcome === lock && doesHarm({ lock: 'held', data }, 'lost');

function explainCauses(chain: readonly Cause[], { names, begin, causes }: Speech): readonly Explained[] {
  const name = naming(names);
  return chain.map((cause) => ({
    text: begin(sayCause(cause, causes, name)),
    events: cause.events,
    ...(cause.rule === 'workedOn' ? { at: cause.values.until } : {}),
  }));
}

const naming =
  (names: Speech['names']): Naming =>
  (who) =>
    namesOf(who === null ? [] : typeof who === 'string' ? [who] : who, names);

/** Facts that last from one event to another. They are narrated at the first one. */
const lasting: ReadonlySet<FactKind> = new Set(['overlap', 'stuck-entry', 'starved', 'entry-left', 'false-alarm']);

/** The event at which a fact came true comes first: the page goes there, and the report shows its time. */
function eventsOf({ kind, from, to }: Fact): readonly number[] {
  if (from === to) return [to];
  return lasting.has(kind) ? [from, to] : [to, from];
}

/** A run in a few words, shown alone: `An update was lost`, `The lock worked; only luck saved the data`. */
export function explainOutcome(outcome: Severity, { headlines }: Speech, data?: DataFact): string {
  const lock = lockFacts.find((fact) => fact === outcome);
  if (lock === undefined || data === undefined) return headlines[outcome];
  return headlineOf({ lock, phrase: lock, data }, headlines);
}

const sayCause = <R extends Rule>({ rule, values }: CauseOf<R>, sentences: CauseSentences, name: Naming): string =>
  sentences[rule](values, name);

const sayFact = <K extends FactKind>(
  { kind, values, those }: Narrated<K>,
  facts: FactSentences,
  name: Naming,
): string => facts[kind]({ ...values, ...those }, name);

/**
 * The main point of the run. The lock's heading is followed by what saved the data, if something had to save it and no
 * search was for another harm.
 */
function sayHeadline(verdict: Verdict, { headlines }: Speech): string {
  const { lock, outcome, unknownBecause } = verdict;
  if (unknownBecause === 'failed') return headlines.failed;
  if (isKeyHarm(outcome) || isLedByLock(verdict)) return headlines[outcome];
  return headlineOf({ lock, phrase: lockPhrase(verdict), data: dataPhrase(verdict) }, headlines);
}

interface Headed {
  readonly lock: LockFact;
  readonly phrase: LockPhrase;
  readonly data: DataPhrase;
}

function headlineOf({ lock, phrase, data }: Headed, headlines: Speech['headlines']): string {
  const short = headlines[phrase === 'overlap' ? 'two' : phrase];
  switch (data) {
    case 'torn':
    case 'twice':
      return headlines[data];
    case 'lost':
      return headlines.lost;
    case 'refused':
    case 'outdated':
    case 'reader':
    case 'lucky':
      return headlines[data](short);
    case 'safe':
      return lock === 'overlap' ? headlines.safe(short) : headlines[phrase];
    case 'unknown':
      return headlines[phrase];
  }
  return data satisfies never;
}

/** The keys of the words for the two facts. */
export const factsInWords = (verdict: Verdict): { readonly lock: LockPhrase; readonly data: DataPhrase } => ({
  lock: lockPhrase(verdict),
  data: dataPhrase(verdict),
});

function sayPair(verdict: Verdict, { pair }: Speech): Explanation['pair'] {
  const { lock, data } = factsInWords(verdict);
  const fact = factIn(verdict.facts, verdict.lock === 'overlap' ? 'overlap' : 'starved');
  return {
    lock: pair.lock(pair.locks[lock](fact?.values.micros ?? none)),
    data: pair.data(pair.datas[data]),
  };
}

function lockPhrase({ lock, chain, facts }: Verdict): LockPhrase {
  if (lock === 'held' && isUnlocked(chain)) return 'unlocked';
  if (lock === 'overlap' && factIn(facts, 'overlap')?.values.unlocked === 1) return 'beside';
  return lock === 'unavailable' && refusedHolder(facts) !== undefined ? 'rightful' : lock;
}

/**
 * A rejected write is not always late. It is outdated if the rightful holder had read a version that was no longer
 * current, and a reader’s if its sequencer allowed no write.
 */
function dataPhrase({ data, facts }: Verdict): DataPhrase {
  if (data !== 'refused') return data;
  const rightful = new Set(facts.filter(({ kind }) => kind === 'rightful-rejected').map(({ from }) => from));
  const refused = facts.filter((fact) => fact.kind === 'rejected' && fact.values.value >= 0);
  if (refused.length === 0) return data;
  if (refused.every(({ from }) => rightful.has(from))) return 'outdated';
  return refused.every(({ values }) => 'check' in values && values.check === 'mode') ? 'reader' : data;
}

/** Whether the clients worked without a lock: such a run must not credit the lock with a good outcome. */
const isUnlocked = (chain: readonly Cause[]): boolean =>
  chain.some(({ values }) => 'unlocked' in values && values.unlocked === 1);

/** With a check of versions, even the rightful holder may have read a version that is no longer current. */
const refusedHolder = (facts: readonly Fact[]): Found<'rightful-rejected'> | undefined =>
  facts.find(
    (fact): fact is Found<'rightful-rejected'> => fact.kind === 'rightful-rejected' && fact.values.check !== 'version',
  );

/** A sentence about harm to the data; without harm, about the lock first and then the data. */
function sayOutcome(verdict: Verdict, outcomes: OutcomeSentences, name: Naming): string {
  const { facts } = verdict;
  const data = dataPhrase(verdict);
  switch (data) {
    case 'lost':
      return outcomes.lost(pairOf(factIn(facts, 'lost-update')), name);
    case 'torn':
      return outcomes.torn(pairOf(factIn(facts, 'torn-write')), name);
    case 'twice':
      return outcomes.twice(pairOf(factIn(facts, 'done-twice')), name);
    default:
      return sayLock(verdict, outcomes, name) + sayData(verdict, data, outcomes);
  }
}

/** The sentence about the data. It is empty if both lock and data are unknown, because the lock's sentence says so. */
function sayData({ lock }: Verdict, data: Saved, { after }: OutcomeSentences): string {
  if (data === 'safe') return '';
  return data === 'unknown' && lock === 'unknown' ? '' : after[data];
}

type Saved = Exclude<DataPhrase, 'torn' | 'twice' | 'lost'>;

/** The sentence about the lock. Its values come from the first fact or cause that shows them. */
function sayLock(verdict: Verdict, outcomes: OutcomeSentences, name: Naming): string {
  const { data, facts, chain, measures } = verdict;
  const phrase = lockPhrase(verdict);
  switch (phrase) {
    case 'overlap':
    case 'beside': {
      const fact = factIn(facts, 'overlap');
      return outcomes.overlap({ micros: none, ...fact?.values, ...pairOf(fact), data }, name);
    }
    case 'stuck': {
      const fact = factIn(facts, 'starved');
      return outcomes.stuck(
        {
          ...pairOf(fact),
          owners: othersLeft(facts, pairOf(fact).first),
          isMark: fact?.values.isMark ?? 0,
          isSilent: fact?.values.isSilent ?? 0,
        },
        name,
      );
    }
    case 'unavailable': {
      const fact = factIn(facts, 'starved');
      const { micros = none, inTurn = 0, hadLock = 0, gaveUp = 0 } = fact?.values ?? {};
      return outcomes.unavailable({ ...pairOf(fact), micros, inTurn, hadLock, gaveUp }, name);
    }
    case 'expired': {
      const fact = factIn(facts, 'after-end');
      const { micros = none, isRead = 0 } = fact?.values ?? {};
      return outcomes.expired({ ...pairOf(fact), micros, isRead, data }, name);
    }
    case 'rightful':
      return outcomes.rightful(pairOf(refusedHolder(facts)), name);
    case 'held':
    case 'unlocked': {
      const served = causeIn(chain, 'neverTwo')?.values ?? { acquired: measures.acquired ?? 0, shared: 0 };
      return outcomes.held({ ...served, unlocked: phrase === 'unlocked' ? 1 : 0, data }, name);
    }
    case 'unknown':
      return sayUnknown(verdict, outcomes, name);
  }
  return phrase satisfies never;
}

function sayUnknown(verdict: Verdict, outcomes: OutcomeSentences, name: Naming): string {
  const { unknownBecause = 'stopped', chain, facts, moreTime = none } = verdict;
  switch (unknownBecause) {
    case 'uncertainty': {
      const values = causeIn(chain, 'maybeBoth')?.values ?? { first: null, second: null, micros: none };
      return outcomes.uncertainty(values, name);
    }
    case 'late': {
      const values = causeIn(chain, 'lateMachine')?.values;
      if (values === undefined) throw new Error('A verdict that a late machine leaves open does not say by what.');
      return outcomes.late(values, name);
    }
    case 'short': {
      const first = factIn(facts, 'starved')?.who[0] ?? null;
      return outcomes.short({ first, micros: moreTime }, name);
    }
    default:
      return outcomes[unknownBecause](null, name);
  }
}

const none = -1;

/** The clients whose keys or mark stay forever. Empty if the waiting client is one of them. */
function othersLeft(facts: readonly Fact[], waiting: ProcessId | null): readonly ProcessId[] {
  const owners = facts.flatMap(({ kind, who: [owner] }) =>
    kind === 'stuck-entry' && owner !== undefined ? [owner] : [],
  );
  return owners.some((owner) => owner === waiting) ? [] : [...new Set(owners)];
}

const pairOf = (fact: Fact | undefined) => ({ first: fact?.who[0] ?? null, second: fact?.who[1] ?? null });

type Found<K extends FactKind> = Extract<Fact, { readonly kind: K }>;

const factIn = <K extends FactKind>(facts: readonly Fact[], kind: K): Found<K> | undefined =>
  facts.find((fact): fact is Found<K> => fact.kind === kind);

type Shown<R extends Rule> = Extract<Cause, { readonly rule: R }>;

const causeIn = <R extends Rule>(chain: readonly Cause[], rule: R): Shown<R> | undefined =>
  chain.find((cause): cause is Shown<R> => cause.rule === rule);

type Narrated<K extends FactKind> = { [F in K]: FactOf<F> & { readonly those: FactProcesses } }[K];

/** Joins facts that differ only in the node into one, with all nodes and the longest time. */
function joined(facts: readonly Fact[]): readonly Narrated<FactKind>[] {
  const factByKey = new Map<string, Narrated<FactKind>>();
  for (const fact of facts) {
    const key = keyOf(fact);
    const before = factByKey.get(key);
    const narrated = { ...fact, those: thoseOf(fact) };
    factByKey.set(key, before === undefined ? narrated : merged(before, narrated));
  }
  return [...factByKey.values()];
}

const thoseOf = ({ who: [first, second], values }: Fact): FactProcesses => ({
  first: first === undefined ? [] : [first],
  second: second === undefined ? [] : [second],
  nodes: 'node' in values ? [values.node] : [],
});

/** Facts about keys are narrated for all nodes at once, every other fact separately. */
function keyOf({ kind, from, to, who: [first, second] }: Fact): string {
  if (kind === 'stuck-entry' || kind === 'entry-left') return `${kind} ${first}`;
  if (kind === 'deleted-another' || kind === 'changed-another') return `${kind} ${first} ${second}`;
  return `${kind} ${from} ${to} ${first}`;
}

function merged<K extends FactKind>(before: Narrated<K>, now: Narrated<K>): Narrated<K> {
  const both = (of: keyof FactProcesses): readonly ProcessId[] => [...new Set([...before.those[of], ...now.those[of]])];
  const those: FactProcesses = { first: both('first'), second: both('second'), nodes: both('nodes') };
  return { ...before, to: now.to, those, values: longest(before.values, now.values) };
}

const longest = <V extends Fact['values']>(a: V, b: V): V =>
  'micros' in a && 'micros' in b && b.micros > a.micros ? b : a;
