/**
 * Runs a check's program on a real database. Each stretch between two of its waits is one transaction, and the waits
 * happen outside of any transaction. A program that it forks runs beside it in the same way. COMMIT of a failed
 * transaction is a ROLLBACK, and succeeds.
 */

import type { Effect, Program } from '../../../core/model/effects/effect';
import { drive } from '../../../core/promises/drive';
import type { Host } from '../../../core/promises/host';
import type { CellStore } from './cellStore';
import type { ServedCell } from './servedCell';

export interface CellAccess {
  readonly store: CellStore;
  readonly served: ServedCell;
  readonly host: Host;
}

/**
 * Resolves with what the program returned, when its last stretch has committed. Rejects with what it threw; then
 * nothing of that stretch takes effect.
 */
export async function runInTransactions<R>(program: Program<R>, access: CellAccess): Promise<R> {
  const { store, served, host } = access;
  let answer: unknown;
  for (;;) {
    const { reached, unreported } = await store.transact((row) => {
      served.load(row);
      const reached = stretch(program, answer, host);
      return { row: served.save(), result: { reached, unreported: served.takeUnreported() } };
    });
    for (const record of unreported) record();
    if (reached.done) return reached.value;
    answer = await waitFor(reached.value, access);
  }
}

/** Runs a program until it waits or ends, without interruption. */
function stretch<R>(program: Program<R>, first: unknown, host: Host): IteratorResult<Effect, R> {
  let answer = first;
  for (;;) {
    const result = program.next(answer);
    if (result.done) return result;
    const effect = result.value;
    switch (effect.kind) {
      case 'now':
        answer = host.now();
        break;
      case 'mono':
        answer = host.mono();
        break;
      case 'random':
        answer = host.random(effect.what.name, effect.what.below);
        break;
      default:
        return result;
    }
  }
}

function waitFor(effect: Effect, access: CellAccess): Promise<unknown> {
  if (effect.kind === 'fork') {
    // A check never waits for a program that it has forked, so the driver need not know it as a task.
    void runInTransactions(effect.what.program, access);
    return Promise.resolve(undefined);
  }
  if (effect.kind === 'join' || effect.kind === 'cancel')
    throw new Error('A check runs what it has forked to its end, and waits for none of it.');
  return drive(once(effect), access.host);
}

/** Turns one effect of another program into a program of its own. */
function* once(effect: Effect): Program<unknown> {
  return yield effect;
}
