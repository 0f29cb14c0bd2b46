/**
 * A route handler of Next.js (`app/api/orders/[id]/pay/route.ts`) that one request at a time may run for an order.
 *
 * It protects against two requests for the same order that run at once, on any instance: a double click, a retry while
 * the first is under way. The second gets 409 at once.
 *
 * It does not protect against a request that is repeated after the first has ended: the handler has to see that the
 * order is paid (`isPaid`), while it holds the lock. It does not protect against an instance that is paused or frozen
 * between the check and the payment: the payment's own idempotency key does. It uses only `Request` and `Response`, so
 * it also runs elsewhere. It needs the Node.js runtime for TCP; on the edge, give the lock a client over HTTP.
 */
import { ContendedError, NoQuorumError, type Redlock } from 'quorum-lock';

export interface Payments {
  readonly isPaid: (order: string) => Promise<boolean>;
  /** @param key makes a repeated payment harmless */
  readonly pay: (order: string, key: string, signal: AbortSignal) => Promise<void>;
}

/** What Next.js hands to the handler beside the request. Its `params` are a promise since version 15. */
export interface Context {
  readonly params: Promise<{ readonly id: string }>;
}

/** In `route.ts`: `export const POST = payOnce(redlock, payments)`, with a redlock that is made once per process. */
export const payOnce =
  (redlock: Redlock, payments: Payments) =>
  async (request: Request, { params }: Context): Promise<Response> => {
    const { id } = await params;
    let hasBegun = false;
    try {
      // A client that hangs up ends the wait and aborts the work.
      const settings = { retryCount: 0, signal: request.signal };
      const state = await redlock.using([`orders:${id}:pay`], 10_000, settings, async (signal) => {
        hasBegun = true;
        if (await payments.isPaid(id)) return 'paid before';
        signal.throwIfAborted();
        await payments.pay(id, `order-${id}`, signal);
        return 'paid';
      });
      return Response.json({ state });
    } catch (error) {
      // The payment may itself fail to get another lock.
      if (hasBegun) throw error;
      if (error instanceof ContendedError) return Response.json({ state: 'being paid' }, { status: 409 });
      if (error instanceof NoQuorumError)
        return Response.json({ state: 'unknown' }, { status: 503, headers: { 'retry-after': '1' } });
      throw error;
    }
  };
