/**
 * A verdict in words: a heading, a sentence, the chain of causes, the minor facts. Adds nothing that the judge did not
 * find.
 */
import type { Cause, CauseOf, Rule } from '../model/cause';
import type { Fact, FactKind, FactOf } from '../model/fact';
import type { ProcessId } from '../model/scenario';
import type { Outcome, Verdict } from '../model/verdict';
import { namesOf } from './said';
import type { Speech } from './speech';
import type { CauseSentences, FactSentences, Naming, OutcomeSentences, Those } from './verdictWords';

/** A sentence, and the numbers of the events that prove it. */
export interface Explained {
  readonly text: string;
  readonly events: readonly number[];
}

export interface Explanation {
  readonly headline: string;
  readonly sentence: string;
  readonly chain: readonly Explained[];
  readonly facts: readonly (Explained & { readonly kind: Fact['kind'] })[];
}

export function explain(verdict: Verdict, speech: Speech): Explanation {
  const { names, begin, outcomes, causes, facts } = speech;
  const name: Naming = (who) => namesOf(who === null ? [] : typeof who === 'string' ? [who] : who, names);
  return {
    headline: speech.headlines[headlineOf(verdict)],
    sentence: begin(sayOutcome(verdict, outcomes, name)),
    chain: verdict.chain.map((cause) => ({
      text: begin(sayCause(cause, causes, name)),
      events: cause.events,
    })),
    facts: joined(verdict.facts).map((told) => ({
      kind: told.kind,
      text: begin(sayFact(told, facts, name)),
      events: told.from === told.to ? [told.from] : [told.from, told.to],
    })),
  };
}

/** The outcome in a few words: `An update was lost`. */
export const explainOutcome = (outcome: Outcome, { headlines }: Speech): string => headlines[outcome];

const sayCause = <R extends Rule>({ rule, values }: CauseOf<R>, causes: CauseSentences, name: Naming): string =>
  causes[rule](values, name);

const sayFact = <K extends FactKind>({ kind, values, those }: Told<K>, facts: FactSentences, name: Naming): string =>
  facts[kind]({ ...values, ...those }, name);

function headlineOf(verdict: Verdict): Outcome | 'unlocked' | 'failed' {
  if (verdict.unknownBecause === 'failed') return 'failed';
  return isUnlocked(verdict) ? 'unlocked' : verdict.outcome;
}

/** A run without a lock must not credit the lock with a good outcome. */
const isUnlocked = ({ outcome, chain }: Verdict): boolean =>
  outcome === 'held' && causeIn(chain, 'neverTwo')?.values.unlocked === 1;

/** The outcome in a sentence. Its values come from the first fact or cause that shows it. */
function sayOutcome(verdict: Verdict, outcomes: OutcomeSentences, name: Naming): string {
  const { outcome, facts, chain, measures } = verdict;
  switch (outcome) {
    case 'lost-update':
      return outcomes[outcome](pairOf(factIn(facts, 'lost-update') ?? factIn(facts, 'torn-write')), name);
    case 'overlap': {
      const fact = factIn(facts, 'overlap');
      return outcomes[outcome]({ ...pairOf(fact), micros: fact?.values.micros ?? none }, name);
    }
    case 'stuck': {
      const fact = factIn(facts, 'starved');
      return outcomes[outcome](
        { ...pairOf(fact), isMark: fact?.values.isMark ?? 0, isSilent: fact?.values.isSilent ?? 0 },
        name,
      );
    }
    case 'unavailable': {
      const fact = factIn(facts, 'starved');
      return outcomes[outcome]({ ...pairOf(fact), micros: fact?.values.micros ?? none }, name);
    }
    case 'held': {
      const told = causeIn(chain, 'neverTwo')?.values ?? { acquired: measures.acquired ?? 0, shared: 0, unlocked: 0 };
      return outcomes[outcome](told, name);
    }
    case 'unknown':
      return sayUnknown(verdict, outcomes, name);
  }
  return outcome satisfies never;
}

function sayUnknown(verdict: Verdict, outcomes: OutcomeSentences, name: Naming): string {
  const { unknownBecause = 'stopped', chain, facts, moreTime = none } = verdict;
  switch (unknownBecause) {
    case 'uncertainty': {
      const told = causeIn(chain, 'maybeBoth')?.values ?? { first: null, second: null, micros: none };
      return outcomes.uncertainty(told, name);
    }
    case 'late': {
      const told = causeIn(chain, 'lateMachine')?.values;
      if (told === undefined) throw new Error('A verdict that a late machine leaves open does not say by what.');
      return outcomes.late(told, name);
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

const pairOf = (fact: Fact | undefined) => ({ first: fact?.who[0] ?? null, second: fact?.who[1] ?? null });

type Found<K extends FactKind> = Extract<Fact, { readonly kind: K }>;

const factIn = <K extends FactKind>(facts: readonly Fact[], kind: K): Found<K> | undefined =>
  facts.find((fact): fact is Found<K> => fact.kind === kind);

type Shown<R extends Rule> = Extract<Cause, { readonly rule: R }>;

const causeIn = <R extends Rule>(chain: readonly Cause[], rule: R): Shown<R> | undefined =>
  chain.find((cause): cause is Shown<R> => cause.rule === rule);

type Told<K extends FactKind> = { [F in K]: FactOf<F> & { readonly those: Those } }[K];

/** Facts that differ only in the node become one, with all nodes and the longest time. */
function joined(facts: readonly Fact[]): readonly Told<FactKind>[] {
  const found = new Map<string, Told<FactKind>>();
  for (const fact of facts) {
    const key = keyOf(fact);
    const before = found.get(key);
    const told = { ...fact, those: thoseOf(fact) };
    found.set(key, before === undefined ? told : merged(before, told));
  }
  return [...found.values()];
}

const thoseOf = ({ who: [first, second], values }: Fact): Those => ({
  first: first === undefined ? [] : [first],
  second: second === undefined ? [] : [second],
  nodes: 'node' in values ? [values.node] : [],
});

/** Facts about keys are told for all nodes at once; every other fact is told separately. */
function keyOf({ kind, from, to, who: [first, second] }: Fact): string {
  if (kind === 'stuck-entry' || kind === 'entry-left') return `${kind} ${first}`;
  if (kind === 'deleted-another') return `${kind} ${first} ${second}`;
  return `${kind} ${from} ${to} ${first}`;
}

function merged<K extends FactKind>(before: Told<K>, now: Told<K>): Told<K> {
  const both = (of: keyof Those): readonly ProcessId[] => [...new Set([...before.those[of], ...now.those[of]])];
  const those: Those = { first: both('first'), second: both('second'), nodes: both('nodes') };
  return { ...before, to: now.to, those, values: longest(before.values, now.values) };
}

const longest = <V extends Fact['values']>(a: V, b: V): V =>
  'micros' in a && 'micros' in b && b.micros > a.micros ? b : a;
