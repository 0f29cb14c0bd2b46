/**
 * How a client is notified that its lock is lost, by its session's keep-alive task, its connection's ping, or its own
 * timer. Whether it stops is its own setting (`whenLost`), the same for all locks.
 */
import { cancel, type Hold, mark, type Program, type Reason, type Task } from './effect';

/** One for each life of a client. */
export interface LossNotice {
  /** The acquisition that can be lost; null if absent. */
  hold: Hold | null;
  /** Why it is lost, as far as the client knows; `none`: it has not been notified. */
  reason: Reason;
  /** The work that is interrupted; null: the client does not stop at once, or does not work. */
  work: Task | null;
}

export const newNotice = (): LossNotice => ({ hold: null, reason: 'none', work: null });

/**
 * Notifies the client, once for each acquisition. Work that can be interrupted ends here, unless the notice is only a
 * flag that the client has to poll.
 */
export function* reportLoss(
  notice: LossNotice | undefined,
  hold: Hold,
  reason: Reason,
  { interrupts = true }: { readonly interrupts?: boolean } = {},
): Program {
  const listener = notice?.hold === hold ? notice : null;
  if (listener !== null) {
    if (listener.reason !== 'none') return;
    listener.reason = reason;
  }
  yield* mark({ mark: 'lost', hold, reason });
  if (interrupts && listener?.work) yield* cancel(listener.work);
}
