// Real processes of clients and of the storage report what the simulator would have written, on real Redis servers.
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { runScenario } from '../../src/explore/run';
import type { ProcessId } from '../../src/model/scenario';
import type { Trace } from '../../src/model/trace';
import { processId, readEvents, type TraceEvent, textOf } from '../../src/model/traceReader';
import type { LiveEvent } from '../../src/server/liveEvent';
import { LiveStage, scenarioOf } from './liveStage';

let stage: LiveStage | null = null;

afterEach(async () => {
  await stage?.close();
  stage = null;
});

const soon = (): number => Number(process.hrtime.bigint()) + 50_000_000;

describe('a client that is paused between its read and its write', () => {
  const scenario = scenarioOf({
    lock: { id: 'redlock', settings: { ttl: 600 } },
    settings: { stagger: 900, think: 50, work: 200 },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
        for: 1200,
      },
    },
  });

  it('stops itself, and overwrites when it is woken: each client and the storage report what the simulator writes', async () => {
    const live = new LiveStage(scenario);
    stage = live;
    await live.startServers();
    const client1 = await live.startClient('client1', {
      anchors: [{ id: 0, kind: 'step', step: 'write', nth: 1, strike: { kind: 'stop', suspended: false } }],
    });
    const client2 = await live.startClient('client2');
    const epochNanos = soon();
    for (const client of [client1, client2]) client.order({ type: 'go', epochNanos });
    await live.heard(() => live.notes.some(({ note }) => note.note === 'anchor'));
    await untilStopped(client1.pid);
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(lastOf(live.of('client1')), 'nothing is reported by a stopped process').toMatchObject({ kind: 'step' });
    client1.kill('SIGCONT');
    await Promise.all([live.done('client1'), live.done('client2')]);

    const { trace } = runScenario(scenario);
    for (const id of ['client1', 'client2', 'storage'] as const)
      expect(liveWords(live.of(id))).toEqual(simulatedWords(trace, id));
    expect(simulatedWords(trace, 'storage')).toEqual([
      'read client1 1 42',
      'read client2 1 42',
      'wrote client2 2 43',
      'wrote client1 3 43',
    ]);
  });
});

async function untilStopped(pid: number): Promise<void> {
  while (!readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') T '))
    await new Promise((resolve) => setTimeout(resolve, 5));
}

const lastOf = <T>(list: readonly T[]): T | undefined => list.at(-1);

/** What the proxies or whoever strikes a fault would report. */
const othersKinds: ReadonlySet<string> = new Set([
  'arrived',
  'lost',
  'paused',
  'resumed',
  'crashed',
  'started',
  'faultEnded',
  'faultStruck',
]);

const liveWords = (events: readonly LiveEvent[]): readonly string[] =>
  inOrder(events.map(({ kind, columns }) => words(kind, columns as never, (peer) => String(peer))));

function simulatedWords(trace: Trace, id: ProcessId): readonly string[] {
  const own = [...readEvents(trace)].filter((event) => processId(trace, event.process) === id && isOwn(event));
  return inOrder(
    own.map(({ kind, ...columns }) => {
      const text = 'text' in columns ? textOf(trace, columns.text) : '';
      return words(kind, { ...columns, text } as never, (peer) => processId(trace, Number(peer)));
    }),
  );

  function isOwn(event: TraceEvent): boolean {
    if (othersKinds.has(event.kind)) return false;
    if (!id.startsWith('storage')) return true;
    return event.kind !== 'received' && event.kind !== 'sent';
  }
}

type Words = Readonly<Record<string, string | number>>;

function words(
  kind: string,
  { peer, text, version, value, hold, ok, reason, leg, message }: Words,
  name: (peer: unknown) => string,
): string {
  switch (kind) {
    case 'sent':
      return `sent ${name(peer)} ${leg} ${text}`;
    case 'step':
      return `step ${text}`;
    case 'read':
    case 'wrote':
      return `${kind} ${name(peer)} ${version} ${value}`;
    case 'received':
      return `received ${ok} of ${isReply(message) ? 'a reply' : 'a request'}`;
    default:
      return [kind, hold, reason, ok].filter((part) => part !== undefined).join(' ');
  }
}

/** In a trace the odd numbers are replies; while it runs their names tell. */
const isReply = (message: string | number | undefined): boolean =>
  typeof message === 'number' ? message % 2 === 1 : String(message).endsWith('!');

/** Answers that nobody needed come when they come: they are at the end. */
const inOrder = (all: readonly string[]): readonly string[] => [
  ...all.filter((one) => one !== 'late'),
  ...all.filter((one) => one === 'late'),
];
