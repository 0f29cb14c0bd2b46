// Calls of functions that run elsewhere, over a real message channel: answers, progress, cancel, errors, transferred
// objects, and an other end that dies or cannot be loaded.
import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, test } from 'vitest';
import { type Call, Gone, inWorker, Transferred } from '../../src/core/model/effects/calls';
import { serve, type WorkerPort, webWorker } from '../../src/web/workers/webWorker';

const task = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
/** Messages in both directions have arrived. */
const settled = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await task();
};

/** What the functions did, as they see it. */
let did: string[] = [];
let release = (): void => {};
/** A terminated worker computes nothing more; the functions here go on as long as the test. */
let isOver = false;

const functions = {
  ready: (): void => {},
  double: (count: number): number => count * 2,
  /** Answers when a test allows it. */
  held: async (name: string): Promise<string> => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return name;
  },
  count: (to: number, { report }: Call<number>): string => {
    for (let i = 1; i <= to; i++) report(i);
    return 'counted';
  },
  /** Goes on until nobody wants the result any more. */
  forever: async (name: string, { report, pause }: Call<string>): Promise<void> => {
    try {
      while (!isOver) {
        report(name);
        await pause();
      }
    } finally {
      did.push(`${name} ended`);
    }
  },
  fail: ({ isLate, error }: { readonly isLate: boolean; readonly error: unknown }): Promise<never> | never => {
    if (isLate) return Promise.reject(error);
    throw error;
  },
  column: (length: number): Transferred<{ readonly column: Float64Array<ArrayBuffer> }> => {
    const column = Float64Array.from({ length }, (_, i) => i / 2);
    queueMicrotask(() => setTimeout(() => did.push(`${column.length} left`)));
    return new Transferred({ column }, [column.buffer]);
  },
  notToBeSent: (): (() => void) => () => {},
};

interface Other {
  readonly die: (message?: string) => void;
  readonly port: WorkerPort;
}

let opened: MessagePort[] = [];
afterEach(async () => {
  for (const port of opened) port.close();
  opened = [];
  isOver = true;
  await settled();
  isOver = false;
  did = [];
});

/** Starts other ends, each over a channel of its own, as a worker would be started. */
function stage() {
  const others: Other[] = [];
  const ended: number[] = [];
  const start = (): WorkerPort => {
    const { port1, port2 } = new MessageChannel();
    opened.push(port1, port2);
    serve(port2, functions);
    const nth = others.length;
    const terminate = (): void => {
      ended.push(nth);
      port1.close();
    };
    const port = Object.assign(port1, { terminate });
    // Chromium gives no message when a worker's program cannot be loaded.
    const die = (message?: string): void => {
      port.dispatchEvent(Object.assign(new Event('error'), message === undefined ? {} : { message }));
    };
    others.push({ port, die });
    return port;
  };
  return { ...inWorker<typeof functions>(webWorker(start)), others, ended };
}

/** How a call ended. */
const outcome = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (answer) => answer,
    (error: Error) => `${error instanceof Gone ? 'gone' : error.name}: ${error.message}`,
  );

describe('a call', () => {
  it('is answered with what the function returns, at once or later, and begins the other end once', async () => {
    const { calls, others } = stage();
    expect(others).toHaveLength(0);
    const [held, doubled] = [calls.held('late'), calls.double(21)];
    expect(await doubled).toBe(42);
    release();
    expect(await held).toBe('late');
    expect(await calls.ready()).toBeUndefined();
    expect(others).toHaveLength(1);
  });

  it('hears of the progress in order, and of nothing after the answer', async () => {
    const { calls } = stage();
    const heard: unknown[] = [];
    const answer = await calls.count(5, { onProgress: (n) => heard.push(n) });
    heard.push(answer);
    await settled();
    expect(heard).toEqual([1, 2, 3, 4, 5, 'counted']);
    expect(await calls.count(5)).toBe('counted');
  });

  it('does not wait for another one, nor hear of its progress', async () => {
    const { calls } = stage();
    const heard: string[] = [];
    const held = calls.held('first');
    const stopping = new AbortController();
    const endless = outcome(
      calls.forever('second', { signal: stopping.signal, onProgress: (progress) => heard.push(progress) }),
    );
    await settled();
    release();
    expect(await held).toBe('first');
    expect(new Set(heard)).toEqual(new Set(['second']));
    stopping.abort();
    await endless;
  });

  it.each([
    ['at once', { isLate: false, error: new RangeError('no such seed') }, 'Error: no such seed'],
    ['later', { isLate: true, error: new Error('no such lock') }, 'Error: no such lock'],
    ['no error at all', { isLate: true, error: 'a text' }, 'Error: a text'],
  ])('rejects with the message of what was thrown: %s', async (_, thrown, said) => {
    const { calls, others } = stage();
    expect(await outcome(calls.fail(thrown))).toBe(said);
    expect(await calls.double(1)).toBe(2);
    expect(others).toHaveLength(1);
  });

  it('rejects where the question or the answer cannot be sent, and the next one is answered', async () => {
    const { calls } = stage();
    expect(await outcome(calls.notToBeSent())).toMatch(/could not be cloned/);
    expect(await outcome(calls.fail({ isLate: false, error: () => {} }))).toMatch(/^DataCloneError: /);
    expect(await calls.double(2)).toBe(4);
  });

  it('of a function that is not there says so', async () => {
    const { port1, port2 } = new MessageChannel();
    opened.push(port1, port2);
    serve(port2, {});
    const { calls } = inWorker<typeof functions>(webWorker(() => Object.assign(port1, { terminate: () => {} })));
    expect(await outcome(calls.double(1))).toBe('Error: There is no function double.');
  });
});

test('what is handed over is not copied: the other end has it no more', async () => {
  const { calls } = stage();
  const { column } = await calls.column(1000);
  expect([column.length, column[999]]).toEqual([1000, 499.5]);
  await settled();
  expect(did).toEqual(['0 left']);
});

describe('a call that is cancelled', () => {
  it('rejects at once with the reason, and the function ends at its next pause, heard no more', async () => {
    const { calls, others, ended } = stage();
    const heard: string[] = [];
    const stopping = new AbortController();
    const call = outcome(
      calls.forever('a', { signal: stopping.signal, onProgress: (progress) => heard.push(progress) }),
    );
    await settled();
    const before = heard.length;
    expect(before).toBeGreaterThan(1);
    stopping.abort(new Error('changed'));
    expect(await call).toBe('Error: changed');
    await settled();
    expect(did).toEqual(['a ended']);
    expect(heard).toHaveLength(before);
    expect(await calls.double(3)).toBe(6);
    expect([others.length, ended]).toEqual([1, []]);
  });

  it('rejects though the function never pauses, and its late answer is nobody’s', async () => {
    const { calls } = stage();
    const stopping = new AbortController();
    const call = outcome(calls.held('late', { signal: stopping.signal }));
    await settled();
    stopping.abort(new Error('changed'));
    expect(await call).toBe('Error: changed');
    release();
    await settled();
    expect(await calls.double(3)).toBe(6);
  });

  it('before it was made begins nothing', async () => {
    const { calls, others } = stage();
    expect(await outcome(calls.double(3, { signal: AbortSignal.abort(new Error('never mind')) }))).toBe(
      'Error: never mind',
    );
    expect(others).toHaveLength(0);
  });

  it('after its answer changes nothing', async () => {
    const { calls } = stage();
    const stopping = new AbortController();
    const { signal } = stopping;
    expect(await calls.double(3, { signal })).toBe(6);
    expect(await outcome(calls.fail({ isLate: true, error: new Error('broken') }, { signal }))).toMatch(/broken/);
    // One signal may belong to hundreds of calls.
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    stopping.abort();
    expect(await calls.double(4)).toBe(8);
  });
});

describe('an other end', () => {
  it('that dies takes every call with it, with its last words, and the next call begins another', async () => {
    const { calls, others, ended } = stage();
    const waiting = [calls.held('first'), calls.forever('second')].map(outcome);
    others[0]?.die('out of memory');
    expect(await Promise.all(waiting)).toEqual(['gone: out of memory', 'gone: out of memory']);
    expect(ended).toEqual([0]);
    expect(await calls.double(5)).toBe(10);
    // Messages that still come from the previous one do not concern this one.
    const held = calls.held('third');
    others[0]?.die('again');
    await settled();
    release();
    expect(await held).toBe('third');
    expect([others.length, ended]).toEqual([2, [0]]);
  });

  it('that cannot be loaded tells no reason', async () => {
    const { calls, others } = stage();
    const call = outcome(calls.double(5));
    others[0]?.die();
    expect(await call).toBe('gone: ');
  });

  it('that cannot even be started is gone, too', async () => {
    let tries = 0;
    const { calls } = inWorker<typeof functions>(
      webWorker(() => {
        tries++;
        throw new Error('A frame without an origin starts no worker.');
      }),
    );
    expect(await outcome(calls.double(5))).toBe('gone: ');
    expect(await outcome(calls.double(5))).toBe('gone: ');
    expect(tries).toBe(2);
  });

  it('that is ended in the middle of a call rejects it, and does no more', async () => {
    const { calls, end, ended } = stage();
    const heard: string[] = [];
    const call = outcome(calls.forever('a', { onProgress: (progress) => heard.push(progress) }));
    await settled();
    end();
    const before = heard.length;
    expect(await call).toBe('gone: ended');
    await settled();
    expect(heard).toHaveLength(before);
    expect(ended).toEqual([0]);
    end();
    expect(ended).toEqual([0]);
  });
});

test('an object of calls may be answered by a promise, though each of its names is a call', async () => {
  const { calls, others } = stage();
  const later = await Promise.resolve(calls);
  expect(await later.double(2)).toBe(4);
  expect(others).toHaveLength(1);
});
