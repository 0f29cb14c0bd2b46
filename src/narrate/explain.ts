/** A verdict in words: a heading, a sentence, the chain of causes, the lesser facts. Adds nothing that the judge did not find. */
import type { Language } from '../model/text';
import type { Fact, Outcome, Verdict } from '../model/verdict';
import { spoken } from './language';
import { Values } from './said';

/** A sentence and the numbers of the events that it stands on. */
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

/** Throws for a cause whose rule has no sentence: every rule of the judge has one, in each language. */
export function explain(verdict: Verdict, language: Language): Explanation {
  const { words, names } = spoken(language);
  const say = (speak: (values: Values) => string, values: Fact['values']): string =>
    words.begin(speak(new Values(names, values)));
  return {
    headline: words.headlines[isUnlocked(verdict) ? 'unlocked' : verdict.outcome],
    sentence: say(words.outcomes[sentenceOf(verdict)], valuesOf(verdict)),
    chain: verdict.chain.map(({ rule, events, values }) => ({
      text: say(sentenceFor(words.causes, rule), values),
      events,
    })),
    facts: joined(verdict.facts).map(({ kind, from, to, values }) => ({
      kind,
      text: say(words.facts[kind], values),
      events: from === to ? [from] : [from, to],
    })),
  };
}

/** The outcome in a few words: `An update was lost`. */
export const explainOutcome = (outcome: Outcome, language: Language): string =>
  spoken(language).words.headlines[outcome];

/** What holds without a lock is not said to be the lock's doing. */
const isUnlocked = (verdict: Verdict): boolean => verdict.outcome === 'held' && valuesOf(verdict)['unlocked'] === 1;

function sentenceFor(
  causes: Readonly<Record<string, (values: Values) => string>>,
  rule: string,
): (values: Values) => string {
  const speak = causes[rule];
  if (speak === undefined) throw new Error(`No sentence for the rule ${rule}.`);
  return speak;
}

const sentenceOf = ({ outcome, unknownBecause }: Verdict) =>
  outcome === 'unknown' ? (unknownBecause ?? 'stopped') : outcome;

/** What the sentence of the outcome needs, from the first fact that shows it. */
function valuesOf({ outcome, facts, measures, chain }: Verdict): Fact['values'] {
  const kind = outcome === 'stuck' || outcome === 'unavailable' ? 'starved' : outcome;
  const torn = outcome === 'lost-update' ? facts.find((candidate) => candidate.kind === 'torn-write') : undefined;
  const fact = facts.find((candidate) => candidate.kind === kind) ?? torn;
  if (fact !== undefined) return named(fact);
  const told = chain.find(({ rule }) => rule === 'maybeBoth' || rule === 'neverTwo');
  return told?.values ?? { acquired: measures.acquired ?? 0 };
}

const named = ({ who, values }: Fact): Fact['values'] => ({ first: who[0] ?? '', second: who[1] ?? '', ...values });

/** Facts that differ in the node alone become one, with the nodes listed and the longest time. */
function joined(facts: readonly Fact[]): readonly Omit<Fact, 'who'>[] {
  const found = new Map<string, Fact>();
  for (const fact of facts) {
    const values = named(fact);
    const key = keyOf(fact, values);
    const before = found.get(key);
    found.set(
      key,
      before === undefined ? { ...fact, values } : { ...before, to: fact.to, values: merged(before.values, values) },
    );
  }
  return [...found.values()];
}

/** Facts about keys are told for all nodes at once; every other stands for itself. */
function keyOf({ kind, from, to }: Fact, values: Fact['values']): string {
  if (kind === 'stuck-entry' || kind === 'entry-left') return `${kind} ${values['first']}`;
  if (kind === 'deleted-another') return `${kind} ${values['first']} ${values['second']}`;
  return `${kind} ${from} ${to} ${values['first']}`;
}

function merged(before: Fact['values'], now: Fact['values']): Fact['values'] {
  const list = (key: string): string => [...new Set(`${before[key]} ${now[key]}`.split(' '))].join(' ');
  const micros = Math.max(Number(before['micros'] ?? 0), Number(now['micros'] ?? 0));
  const nodes = 'node' in now ? { node: list('node') } : { second: list('second') };
  return { ...before, ...nodes, micros };
}
