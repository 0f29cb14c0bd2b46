/**
 * The search over orders: every list of decisions up to a length, the shortest first. Two lists with the same plan are
 * the same run, so the second is counted and not run again; nothing else is left out.
 */

import { findHarms } from '../../core/judge/judge';
import type { Decision } from '../../core/model/scenario/decision';
import { doesHarm, type Harm } from '../../core/model/trace/severity';
import { choices, decide, planAfter } from './choices';
import { isDecidedFault } from './decision';
import { keyOf } from './plan';
import { beginning, type Game, type Standing, type State } from './state';

export interface OrdersQuestion {
  /** What counts as a break. */
  readonly harms: readonly Harm[];
  /** How many decisions an order has at most. */
  readonly decisionsMax: number;
  /** How many of them may be faults. */
  readonly faultsMax: number;
  /** How many orders are run at most. */
  readonly ordersMax: number;
}

export interface OrdersFound {
  /** How many orders were run: lists of decisions, none twice. */
  readonly orders: number;
  /** How many more lists were the same run as an earlier one, by their first decision that made them so. */
  readonly merged: number;
  /** All orders of up to this number of decisions were run. */
  readonly complete: number;
  /** Whether no order can have more decisions: in the end nothing more could happen. */
  readonly isExhausted: boolean;
  /** A break of the fewest decisions. Null: no order that was run breaks. */
  readonly least: readonly Decision[] | null;
}

/** A state that is to be continued, without its trace. */
interface Open {
  readonly state: Standing;
  readonly decisions: readonly Decision[];
  readonly faults: number;
}

export const breaks = (state: State, harms: readonly Harm[]): boolean => {
  const facts = findHarms(state.trace, state.game.parts);
  return harms.some((harm) => doesHarm(facts, harm));
};

/** Yields after each order that was run, so that its caller can stop it or show how far it is. */
export function* searchOrders(
  game: Game,
  { harms, decisionsMax, faultsMax, ordersMax }: OrdersQuestion,
): Generator<Pick<OrdersFound, 'orders' | 'merged' | 'complete'>, OrdersFound, void> {
  const { trace: _, ...first } = beginning(game);
  let open: readonly Open[] = [{ state: first, decisions: [], faults: 0 }];
  const seen = new Set([keyOf(first.plan)]);
  let [orders, merged, complete] = [0, 0, 0];
  while (complete < decisionsMax && open.length > 0) {
    const longer: Open[] = [];
    for (const { state, decisions, faults } of open) {
      for (const decision of choices(state)) {
        const faultCount = faults + (isDecidedFault(decision) ? 1 : 0);
        if (faultCount > faultsMax) continue;
        const key = keyOf(planAfter(state, decision));
        if (seen.has(key)) {
          merged++;
          continue;
        }
        if (orders >= ordersMax) return { orders, merged, complete, isExhausted: false, least: null };
        seen.add(key);
        const after = decide(state, decision);
        orders++;
        const list = [...decisions, decision];
        if (breaks(after, harms)) return { orders, merged, complete, isExhausted: false, least: list };
        const { trace: __, ...kept } = after;
        longer.push({ state: kept, decisions: list, faults: faultCount });
        yield { orders, merged, complete };
      }
    }
    open = longer;
    complete++;
  }
  return { orders, merged, complete, isExhausted: open.length === 0, least: null };
}

export function foundOrders(game: Game, question: OrdersQuestion): OrdersFound {
  const search = searchOrders(game, question);
  for (;;) {
    const step = search.next();
    if (step.done === true) return step.value;
  }
}
