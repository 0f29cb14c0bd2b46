/** The decisions of a reader in one level, and the states after them. */
import { useCallback, useMemo, useState } from 'react';
import type { Parts } from '../../core/sim/parts';
import type { Level } from '../../course/levels/level';
import { choices, decide } from '../../search/orders/choices';
import { type Decision, nameOfMessage } from '../../search/orders/decision';
import { breaks } from '../../search/orders/search';
import { beginning, gameOf, type State } from '../../search/orders/state';

export interface Step {
  readonly state: State;
  /** What led to it. Null: the beginning. */
  readonly decision: Decision | null;
  /** Whether the harm is done. */
  readonly isBroken: boolean;
  /** Whether the search decided, and not the reader. */
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
export function usePlay({ scenario, rules, harms }: Level, parts: Parts): Play {
  const first = useMemo(
    (): Step => ({ state: beginning(gameOf(scenario, rules, parts)), decision: null, isBroken: false, isShown: false }),
    [scenario, rules, parts],
  );
  const [later, setLater] = useState<readonly Step[]>([]);
  const now = later.at(-1) ?? first;
  const go = useCallback(
    (decision: Decision, isShown = false): void =>
      setLater((before) => {
        const { state, isBroken } = before.at(-1) ?? first;
        if (isBroken || !isAllowed(state, decision)) return before;
        const after = afterDecision(state, decision);
        return [...before, { state: after, decision, isShown, isBroken: breaks(after, harms) }];
      }),
    [first, harms],
  );
  const undo = useCallback((): void => setLater((before) => before.slice(0, -1)), []);
  const restart = useCallback((): void => setLater([]), []);
  const steps = useMemo(() => [first, ...later], [first, later]);
  return { steps, now, decisions: later.length, decide: go, undo, restart };
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
