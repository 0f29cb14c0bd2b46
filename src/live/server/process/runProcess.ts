/**
 * How every process of a live run obeys its orders: it starts once, passes other orders on to its program, and ends by
 * order or with its parent.
 */
import { LateWatch, lateNanosMin, type OnLate } from '../lateWatch';
import { nanosNow } from '../nanos';
import type { Order, Start } from './contract';
import { reportPipe } from './report';

export interface OrderHandler {
  readonly obey: (order: Order) => void;
  /** Removes what would outlive the process. */
  readonly leave?: () => Promise<void>;
}

/** @param make resolves when the process has reported that it is ready. */
export function runProcess(make: (start: Start) => Promise<OrderHandler>): void {
  let handler: Promise<OrderHandler> | null = null;
  let incarnation = 0;
  const reportLate: OnLate = (fromNanos, toNanos) => reportPipe.note({ note: 'late', fromNanos, toNanos });
  const watch = new LateWatch(reportLate);
  process.on('message', (order: Order) => {
    if (order.type === 'stop') return void leave(handler);
    if (order.type === 'start') ({ incarnation } = order);
    if (order.type === 'go') {
      const now = nanosNow();
      if (incarnation === 0 && now - order.epochNanos >= lateNanosMin) reportLate(order.epochNanos, now);
      watch.begin();
    }
    if (order.type === 'start') handler ??= make(order);
    else void handler?.then((obedient) => obedient.obey(order));
    handler?.catch((problem: unknown) => fail(problem));
  });
  process.on('disconnect', () => void leave(handler));
  process.on('uncaughtException', fail);
}

async function leave(handler: Promise<OrderHandler> | null): Promise<never> {
  await handler?.then((obedient) => obedient.leave?.()).catch(() => {});
  process.exit(0);
}

function fail(problem: unknown): never {
  reportPipe.note({ note: 'problem', message: wordsOf(problem) });
  process.exit(1);
}

/**
 * Errors of the system and of a database have a code, and their message says enough. For all other errors, the stack
 * shows where they happened.
 */
function wordsOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  return 'code' in problem ? problem.message : (problem.stack ?? problem.message);
}
