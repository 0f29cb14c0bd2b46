// A lock works the same whatever is registered at OpenTelemetry's global symbol, and reports to what it can rely on.
import { context, type Tracer, trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import fc from 'fast-check';
import { context as laterContext, trace as laterTrace } from 'opentelemetry-api-1.10';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ContendedError, LockLostError, Redlock } from '../../src/redlock/all';
import { telemetryKey } from '../support/nodeState';
import { pause } from './adapters';
import { goByFakeClock } from './fakeClock';
import { failure, nodesOf } from './simulatedNodes';

goByFakeClock();

const register = (api: unknown): boolean => Reflect.set(globalThis, telemetryKey, api);
const withTracer = (tracer: unknown, more: object = {}): boolean =>
  register({ version: '1.9.0', trace: { getTracer: () => tracer }, ...more });

afterEach(() => {
  Reflect.deleteProperty(globalThis, telemetryKey);
});

/** Everything that is reported about: grants, a refusal, extensions, releases and a loss. Each command is sent once. */
async function tryLocks(): Promise<void> {
  const nodes = nodesOf(3);
  const sent: string[] = [];
  const clients = nodes.map((node, index) => ({
    request: (command: Parameters<typeof node.request>[0]) => {
      if (command[0] === 'SET') sent.push(`${index}: ${command[1]} ${command[2]}`);
      return node.request(command);
    },
  }));
  const redlock = new Redlock(clients, { retryCount: 1, retryDelay: 10, automaticExtensionThreshold: 200 });
  const lock = await redlock.acquire(['a'], 1000);
  expect(await failure(redlock.acquire(['a'], 1000))).toBeInstanceOf(ContendedError);
  const longer = await lock.extend(2000);
  expect(await redlock.using(['b'], 500, async (signal) => pause(600).then(() => signal.aborted))).toBe(false);
  await longer.release();
  for (const node of nodes) expect(node.keys()).toEqual([]);
  const lost = redlock.using(['c'], 500, async () => {
    for (const node of nodes) node.forget();
    await pause(400);
  });
  expect(await failure(lost)).toBeInstanceOf(LockLostError);
  expect(new Set(sent).size).toBe(sent.length);
}

const spansOf = (use: { readonly setGlobalTracerProvider: (provider: BasicTracerProvider) => boolean }) => {
  const exporter = new InMemorySpanExporter();
  expect(
    use.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })),
  ).toBe(true);
  return () => exporter.getFinishedSpans().map(({ name }) => name);
};

describe('the global of OpenTelemetry', () => {
  it('stays absent when the API is imported and nothing is registered', async () => {
    expect(trace.getTracer('user')).toBeDefined();
    await tryLocks();
    expect(Reflect.has(globalThis, telemetryKey)).toBe(false);
  });

  it.each([
    ['1.9', trace],
    ['1.10', laterTrace],
  ])('is found when the copy of version %s has registered it', async (_, copy) => {
    const names = spansOf(copy);
    await tryLocks();
    expect(new Set(names())).toEqual(new Set(['lock.acquire', 'lock.extend', 'lock.release']));
    copy.disable();
  });

  it('is that of the copy that came first, where there are two', async () => {
    const names = spansOf(laterTrace);
    expect(trace.setGlobalTracerProvider(new BasicTracerProvider())).toBe(false);
    expect([context.active(), laterContext.active()]).toHaveLength(2);
    await tryLocks();
    expect(names()).toContain('lock.acquire');
    laterTrace.disable();
  });

  it('is read anew each time: a tracer may come late and go', async () => {
    const redlock = new Redlock(nodesOf(3));
    const lock = await redlock.acquire(['a'], 1000);
    const names = spansOf(trace);
    const longer = await lock.extend(1000);
    trace.disable();
    await longer.release();
    expect(names()).toEqual(['lock.extend']);
  });

  it.each(['2.0.0', '0.9.0', '1.9.0-beta.1', '1.9', '', 1, null, undefined, { toString: () => '1.9.0' }])(
    'is left alone with version %s',
    async (version) => {
      const getTracer = vi.fn();
      register({ version, trace: { getTracer }, metrics: { getMeter: getTracer }, context: { active: getTracer } });
      await tryLocks();
      expect(getTracer).not.toHaveBeenCalled();
    },
  );
});

describe('a lock works with', () => {
  const fail = (..._made: unknown[]): never => {
    throw new Error('not of the lock');
  };
  const rejects = (): Promise<never> => Promise.reject(new Error('not of the lock'));
  const span = { isRecording: () => true, setAttributes: fail, recordException: fail, setStatus: fail, end: fail };
  type Begin = (given: unknown) => unknown;

  it.each<readonly [string, () => unknown]>([
    ['a getter that throws', () => Object.defineProperty(globalThis, telemetryKey, { get: fail, configurable: true })],
    ['a proxy that throws', () => register(new Proxy({}, { get: fail }))],
    ['a provider that throws', () => register({ version: '1.9.0', trace: { getTracer: fail } })],
    [
      'parts that throw',
      () =>
        register(
          Object.defineProperties(
            { version: '1.9.0' },
            { trace: { get: fail }, context: { get: fail }, metrics: { get: fail } },
          ),
        ),
    ],
    ['no provider', () => register({ version: '1.9.0', trace: 1, context: 'x', metrics: [] })],
    ['a tracer that throws', () => withTracer({ startActiveSpan: fail })],
    ['a tracer without its method', () => withTracer({})],
    ['a tracer that rejects', () => withTracer({ startActiveSpan: rejects })],
    ['a tracer that never begins', () => withTracer({ startActiveSpan: () => undefined })],
    [
      'a tracer that throws after it has begun',
      () => withTracer({ startActiveSpan: (...args: Begin[]) => fail(args.at(-1)?.(span) as never) }),
    ],
    [
      'a tracer that begins twice',
      () => withTracer({ startActiveSpan: (...args: Begin[]) => [args.at(-1)?.(span), args.at(-1)?.(span)] }),
    ],
    [
      'a tracer that begins late',
      () => withTracer({ startActiveSpan: (...args: Begin[]) => queueMicrotask(() => args.at(-1)?.(span)) }),
    ],
    [
      'a tracer that begins asynchronously and rejects',
      () => withTracer({ startActiveSpan: async (...args: Begin[]) => fail(args.at(-1)?.(span) as never) }),
    ],
    ['spans that throw', () => withTracer({ startActiveSpan: (...args: Begin[]) => args.at(-1)?.(span) })],
    ['spans that are nothing', () => withTracer({ startActiveSpan: (...args: Begin[]) => args.at(-1)?.(null) })],
    [
      'spans whose methods reject',
      () =>
        withTracer({
          startActiveSpan: (...args: Begin[]) =>
            args.at(-1)?.({ setAttributes: rejects, end: rejects, setStatus: rejects }),
        }),
    ],
    [
      'contexts that throw',
      () =>
        withTracer(
          { startActiveSpan: (...args: Begin[]) => args.at(-1)?.(span) },
          { context: { active: () => ({}), with: fail } },
        ),
    ],
    [
      'contexts that run nothing',
      () =>
        withTracer(
          { startActiveSpan: (...args: Begin[]) => args.at(-1)?.(span) },
          { context: { active: () => ({}), with: () => 0 } },
        ),
    ],
    [
      'contexts that run all twice',
      () =>
        withTracer(
          { startActiveSpan: (...args: Begin[]) => args.at(-1)?.(span) },
          { context: { active: () => ({}), with: (_: unknown, run: Begin) => [run(0), run(0)] } },
        ),
    ],
    ['meters that throw', () => register({ version: '1.9.0', metrics: { getMeter: () => ({ createCounter: fail }) } })],
    [
      'counters that reject',
      () => register({ version: '1.9.0', metrics: { getMeter: () => ({ createCounter: () => ({ add: rejects }) }) } }),
    ],
  ])('%s', async (_, prepare) => {
    prepare();
    await tryLocks();
  });

  it('a span that records nothing, which is told nothing and ends once', async () => {
    const quiet = { isRecording: () => false, setAttributes: vi.fn(), setStatus: vi.fn(), end: vi.fn() };
    withTracer({ startActiveSpan: (...args: Begin[]) => args.at(-1)?.(quiet) });
    await (await new Redlock(nodesOf(3)).acquire(['a'], 1000)).release();
    expect([quiet.setAttributes, quiet.setStatus, quiet.end].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 2]);
  });

  it('anything at all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.anything(), fc.anything(), fc.anything(), async (whole, one, other, third) => {
        for (const api of [whole, { version: '1.9.0', trace: one, context: other, metrics: third }]) {
          register(api);
          await tryLocks();
        }
        withTracer(one, { context: { active: () => other } });
        await tryLocks();
        withTracer({ startActiveSpan: (...args: Begin[]) => args.at(-1)?.(third) } satisfies Partial<
          Record<keyof Tracer, unknown>
        >);
        await tryLocks();
      }),
      { numRuns: 30 },
    );
  });
});
