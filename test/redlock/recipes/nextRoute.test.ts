// The recipe for a route handler of Next.js, called as Next.js calls it: with a Request, and params that are a promise.
import { expect, it, vi } from 'vitest';
import { ContendedError, Redlock } from '../../../src/redlock/all';
import { type Payments, payOnce } from '../../../src/redlock/recipes/nextRoute';
import { nodesOf } from '../simulatedNodes';

function shop(more: Partial<Payments> = {}) {
  const nodes = nodesOf(3);
  const paid: string[] = [];
  const payments: Payments = {
    isPaid: async (order) => paid.includes(order),
    pay: vi.fn(async (order: string) => void paid.push(order)),
    ...more,
  };
  const POST = payOnce(new Redlock(nodes, { retryCount: -1 }), payments);
  const ask = async (id: string, signal?: AbortSignal): Promise<readonly unknown[]> => {
    const request = new Request(`https://shop.example/api/orders/${id}/pay`, {
      method: 'POST',
      ...(signal && { signal }),
    });
    const response = await POST(request, { params: Promise.resolve({ id }) });
    return [response.status, await response.json()];
  };
  const keys = () => nodes.flatMap((node) => node.keys());
  return { nodes, paid, payments, ask, keys };
}

/** A payment that lasts until it is let go. */
function slowly() {
  let finish = (): void => {};
  let begun = (): void => {};
  const started = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const pay = (): Promise<void> => {
    begun();
    return new Promise((resolve) => {
      finish = resolve;
    });
  };
  return { pay, started, finish: () => finish() };
}

it('pays once, and says that it was paid before', async () => {
  const { ask, payments, keys } = shop();
  expect(await ask('7')).toEqual([200, { state: 'paid' }]);
  expect(await ask('7')).toEqual([200, { state: 'paid before' }]);
  expect(payments.pay).toHaveBeenCalledOnce();
  expect(payments.pay).toHaveBeenCalledWith('7', 'order-7', expect.any(AbortSignal));
  expect(keys()).toEqual([]);
});

it('answers 409 while the same order is being paid, and pays another', async () => {
  const { pay, started, finish } = slowly();
  const { ask, paid } = shop({ pay: async (order) => (order === '7' ? pay() : void paid.push(order)) });
  const first = ask('7');
  await started;
  expect(await ask('7')).toEqual([409, { state: 'being paid' }]);
  expect(await ask('8')).toEqual([200, { state: 'paid' }]);
  finish();
  expect(await first).toEqual([200, { state: 'paid' }]);
});

it('answers 503 when too few nodes answer', async () => {
  const { ask, nodes, payments } = shop();
  for (const node of nodes.slice(0, 2)) node.halt();
  expect(await ask('7')).toEqual([503, { state: 'unknown' }]);
  expect(payments.pay).not.toHaveBeenCalled();
});

it('leaves errors of the payment to Next.js, and frees the order', async () => {
  const { ask, keys } = shop({ pay: () => Promise.reject(new Error('No money.')) });
  await expect(ask('7')).rejects.toThrow('No money.');
  expect(keys()).toEqual([]);
});

it('does not take a lock that the payment itself could not get for one on the order', async () => {
  const contended = new ContendedError('Others have the account.', []);
  const { ask } = shop({ pay: () => Promise.reject(contended) });
  await expect(ask('7')).rejects.toBe(contended);
});

it('aborts the payment when the client hangs up', async () => {
  const gone = new AbortController();
  const { ask, keys } = shop({
    pay: (_, __, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        gone.abort(new Error('The client is gone.'));
      }),
  });
  await expect(ask('7', gone.signal)).rejects.toThrow('The client is gone.');
  expect(keys()).toEqual([]);
});

it('does not begin to pay for a client that is gone', async () => {
  const gone = new AbortController();
  const { ask, payments } = shop({
    isPaid: async () => {
      gone.abort(new Error('The client is gone.'));
      return false;
    },
  });
  await expect(ask('7', gone.signal)).rejects.toThrow('The client is gone.');
  expect(payments.pay).not.toHaveBeenCalled();
});
