// Cancellable work of the pages: what a view sees of it, whatever ends it and whatever arrives too late.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Job, type JobState } from '../../src/web/state/job';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Begun {
  readonly signal: AbortSignal;
  readonly report: (progress: number) => void;
  readonly resolve: (value: string) => void;
  readonly reject: (reason: unknown) => void;
}

/** Work that ends when a test says so, and that ignores its signal. */
function made(afterMs = 0) {
  const begun: Begun[] = [];
  const seen: JobState<string, number>[] = [];
  const work = (signal: AbortSignal, report: Begun['report']) =>
    new Promise<string>((resolve, reject) => void begun.push({ signal, report, resolve, reject }));
  const job = new Job<string, number>(['question'], work, afterMs);
  job.subscribe(() => seen.push(job.current()));
  const states = () => seen.map(({ state, progress, value }) => [state, progress, value]);
  const nth = (n: number): Begun => begun[n] ?? expect.fail(`The work was not begun ${n + 1} times.`);
  return { job, begun, nth, states };
}

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

it('tells how far it has come, and then the answer', async () => {
  const { job, nth, states } = made();
  expect(job.current().state).toBe('going');
  job.start();
  nth(0).report(1);
  nth(0).report(2);
  nth(0).resolve('answer');
  await settled();
  expect(states()).toEqual([
    ['going', null, null],
    ['going', 1, null],
    ['going', 2, null],
    ['done', 2, 'answer'],
  ]);
  nth(0).report(3);
  expect(job.current()).toMatchObject({ state: 'done', progress: 2 });
});

it('waits until the question rests, and a question that does not rest is never asked', () => {
  const { job, begun } = made(250);
  const cancel = job.start();
  vi.advanceTimersByTime(249);
  cancel();
  vi.advanceTimersByTime(1000);
  expect(begun).toHaveLength(0);
  job.start();
  vi.advanceTimersByTime(249);
  expect(begun).toHaveLength(0);
  vi.advanceTimersByTime(1);
  expect(begun).toHaveLength(1);
});

it('is stopped while it waits, too', () => {
  const { job, begun } = made(250);
  job.start();
  job.stop();
  vi.advanceTimersByTime(1000);
  expect(begun).toHaveLength(0);
  expect(job.current().state).toBe('stopped');
});

describe('when its view is gone', () => {
  it.each(['tell', 'resolve', 'reject'] as const)('is cancelled and deaf to a late %s', async (late) => {
    const { job, nth, states } = made();
    const cancel = job.start();
    nth(0).report(1);
    cancel();
    expect(nth(0).signal.aborted).toBe(true);
    const before = states();
    if (late === 'tell') nth(0).report(2);
    else nth(0)[late]('late');
    await settled();
    expect(states()).toEqual(before);
    expect(job.current()).toMatchObject({ state: 'going', progress: 1 });
  });

  it('begins anew when a view comes back, unless it is done or was stopped', async () => {
    const { job, begun, nth } = made();
    job.start()();
    job.start();
    expect(begun).toHaveLength(2);
    job.stop();
    job.start();
    expect(begun).toHaveLength(2);
    job.again();
    nth(2).resolve('answer');
    await settled();
    job.start()();
    job.start();
    expect(begun).toHaveLength(3);
    expect(job.current()).toMatchObject({ state: 'done', value: 'answer' });
  });
});

it('is for its key alone, whose parts are compared by identity', () => {
  const part = { seed: 1 };
  const jobFor = (key: readonly unknown[] | null) => new Job(key, async () => null, 0);
  expect(jobFor([part, Number.NaN]).isFor([part, Number.NaN])).toBe(true);
  for (const other of [[{ seed: 1 }, 2], [part, 3], [part], [part, 2, 3], [2, part], null])
    expect(jobFor([part, 2]).isFor(other)).toBe(false);
  expect(jobFor(null).isFor(null)).toBe(true);
  expect(jobFor(null).isFor([])).toBe(false);
  expect(jobFor([]).isFor([])).toBe(true);
});

describe('when it fails', () => {
  it('says why, and keeps what was told', async () => {
    const { job, nth } = made();
    job.start();
    nth(0).report(7);
    nth(0).reject(new Error('no such file'));
    await settled();
    expect(job.current()).toMatchObject({
      state: 'failed',
      progress: 7,
      value: null,
      error: { message: 'no such file' },
    });
  });

  it('says what was thrown, if that is no error or is thrown before there is a promise', async () => {
    const job = new Job(
      [],
      () => {
        throw 'at once';
      },
      0,
    );
    job.start();
    await settled();
    expect(job.current().error).toEqual(new Error('at once'));
  });

  it.each(['again', 'start'] as const)('is tried again by %s', async (by) => {
    const { job, nth, states } = made();
    job.start();
    nth(0).reject(new Error('no such file'));
    await settled();
    job[by]();
    expect(job.current()).toMatchObject({ state: 'going', progress: null, error: null });
    nth(1).resolve('answer');
    await settled();
    expect(states().at(-1)).toEqual(['done', null, 'answer']);
  });
});

describe('when somebody stops it', () => {
  it('keeps what was told, and begins anew when asked again', async () => {
    const { job, nth, states } = made();
    const cancel = job.start();
    nth(0).report(5);
    job.stop();
    expect(nth(0).signal.aborted).toBe(true);
    nth(0).resolve('late');
    await settled();
    expect(states().at(-1)).toEqual(['stopped', 5, null]);
    job.again();
    expect(states().at(-1)).toEqual(['going', null, null]);
    nth(0).report(6);
    nth(1).report(1);
    expect(states().at(-1)).toEqual(['going', 1, null]);
    cancel();
    expect(nth(1).signal.aborted).toBe(true);
  });

  it('stays what it is, once it is over', async () => {
    const { job, nth } = made();
    job.start();
    nth(0).resolve('answer');
    await settled();
    job.stop();
    expect(job.current()).toMatchObject({ state: 'done', value: 'answer' });
  });
});
