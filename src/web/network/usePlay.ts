/** The decisions of a reader in one level, and the states after them. */
import { useCallback, useMemo } from 'react';
import type { Decision } from '../../core/model/scenario/decision';
import { nth } from '../../core/model/values/nth';
import type { Parts } from '../../core/sim/parts';
import type { Level } from '../../course/levels/level';
import { choices, decide } from '../../search/orders/choices';
import { nameOfMessage } from '../../search/orders/decision';
import { breaks } from '../../search/orders/search';
import { beginning, gameOf, type State } from '../../search/orders/state';

/** How many choices have a key. */
export const numbered = 7;

/** A decision that was taken. */
export interface Decided {
  readonly decision: Decision;
  /** Whether the search or a solution decided, and not the reader. */
  readonly isShown: boolean;
}

/** Where the decisions are kept. `change` is called with what is there by then. */
export interface Keeper {
  readonly decided: readonly Decided[];
  readonly change: (next: (before: readonly Decided[]) => readonly Decided[]) => void;
}

export interface Step {
  readonly state: State;
  /** What led to it. Null: the beginning. */
  readonly decision: Decision | null;
  /** Whether the harm is done. */
  readonly isBroken: boolean;
  readonly isShown: boolean;
}

export interface Play {
  /** The first is the beginning. */
  readonly steps: readonly Step[];
  readonly now: Step;
  readonly decisions: number;
  readonly decide: (decision: Decision, isShown?: boolean) => void;
  readonly undo: () => void;
  readonly restart: () => void;
}

/** A level stays the same for as long as its view. */
export function usePlay({ scenario, rules, harms }: Level, parts: Parts, { decided, change }: Keeper): Play {
  const first = useMemo(
    (): Step => ({ state: beginning(gameOf(scenario, rules, parts)), decision: null, isBroken: false, isShown: false }),
    [scenario, rules, parts],
  );
  const steps = useMemo(() => stepsFrom(first, decided, harms), [first, decided, harms]);
  const decide = useCallback(
    (decision: Decision, isShown = false): void =>
      change((before) => {
        const { state, isBroken } = nth(stepsFrom(first, before, harms), before.length);
        return isBroken || !isAllowed(state, decision) ? before : [...before, { decision, isShown }];
      }),
    [first, harms, change],
  );
  const undo = useCallback((): void => change((before) => before.slice(0, -1)), [change]);
  const restart = useCallback((): void => change(() => []), [change]);
  return { steps, now: nth(steps, decided.length), decisions: decided.length, decide, undo, restart };
}

function stepsFrom(first: Step, decided: readonly Decided[], harms: Level['harms']): readonly Step[] {
  const steps = [first];
  for (const { decision, isShown } of decided) {
    const state = afterDecision(nth(steps, steps.length - 1).state, decision);
    steps.push({ state, decision, isShown, isBroken: isBrokenIn(state, harms) });
  }
  return steps;
}

const brokenKnown = new WeakMap<State, boolean>();

/** A state belongs to one level. */
function isBrokenIn(state: State, harms: Level['harms']): boolean {
  const known = brokenKnown.get(state) ?? breaks(state, harms);
  brokenKnown.set(state, known);
  return known;
}

const keyOf = (decision: Decision): string => JSON.stringify(decision);

/** A key may be pressed twice before the page is drawn again. */
const isAllowed = (state: State, decision: Decision): boolean =>
  choicesIn(state).some((one) => keyOf(one) === keyOf(decision));

const choicesKnown = new WeakMap<State, readonly Decision[]>();

export function choicesIn(state: State): readonly Decision[] {
  const known = choicesKnown.get(state) ?? choices(state);
  choicesKnown.set(state, known);
  return known;
}

const statesKnown = new WeakMap<State, Map<string, State>>();

/** Each is computed once: a preview, or React in development, asks for the same one again. */
export function afterDecision(state: State, decision: Decision): State {
  const known = statesKnown.get(state) ?? new Map<string, State>();
  statesKnown.set(state, known);
  const after = known.get(keyOf(decision)) ?? decide(state, decision);
  known.set(keyOf(decision), after);
  return after;
}

/** What a press on a waiting message decides: its own delivery, else that of its round. Undefined: it must wait. */
export function deliveryOf(state: State, name: string): Decision | undefined {
  const fitting = choicesIn(state).filter(
    (decision) => decision.kind === 'deliver' && decision.messages.some((one) => nameOfMessage(one) === name),
  );
  return fitting.find((decision) => decision.kind === 'deliver' && decision.messages.length === 1) ?? fitting[0];
}
