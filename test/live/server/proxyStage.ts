// A real Redis server behind the fault proxy, clients with connections of their own, and all reports.
import { Redis } from 'ioredis';
import { compareAndDelete } from '../../../src/core/locks/shared/scripts/compareAndDelete';
import type { Script } from '../../../src/core/model/effects/request';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import { defaultSettings, type Scenario, type Settings } from '../../../src/core/model/scenario/scenario';
import type { TraceKind } from '../../../src/core/model/trace/trace';
import type { LiveEvent } from '../../../src/live/server/liveEvent';
import { nanosNow, nanosPerMs } from '../../../src/live/server/nanos';
import type { FaultProxy, ProxyOptions, RequestSeen, Target } from '../../../src/live/server/proxy/contract';
import { openProxy } from '../../../src/live/server/proxy/proxy';

export interface Stage {
  readonly proxy: FaultProxy;
  readonly events: LiveEvent[];
  readonly requests: RequestSeen[];
  readonly problems: string[];
  readonly epochNanos: number;
  /** A connection, named as a client names it. Named connections of a client are `client1/0.1`, `client1/0.2`, … */
  readonly connect: (from: ProcessId, target?: Target) => Promise<Redis>;
  /** `A 12` for each reported event of these kinds, in the order of the stamps. */
  readonly recorded: (...kinds: readonly TraceKind[]) => readonly string[];
  readonly find: (kind: TraceKind, message?: string) => LiveEvent | undefined;
  readonly close: () => Promise<void>;
}

const [wallAtStart, stampAtStart] = [Date.now(), nanosNow()];

/** The clock of a server without clock faults. */
const wallMsNow = (stampNanos: number): number => Math.floor(wallAtStart + (stampNanos - stampAtStart) / nanosPerMs);

const scenarioOf = (settings: Partial<Settings> = {}): Scenario => ({
  version: 2,
  seed: 1,
  lock: { id: 'redlock' },
  storage: { id: 'plain' },
  settings: { ...defaultSettings, latency: 3, ...settings },
  faults: {},
});

export function openStage(
  server: Target,
  settings: Partial<Settings> = {},
  options: Partial<ProxyOptions> = {},
  scripts: readonly Script[] = [compareAndDelete],
): Stage {
  const events: LiveEvent[] = [];
  const problems: string[] = [];
  const requests: RequestSeen[] = [];
  const clients: Redis[] = [];
  const counts = new Map<ProcessId, number>();
  const proxy = openProxy({
    scenario: scenarioOf(settings),
    report: (event) => events.push(event),
    scripts,
    wallMsAt: (_, stampNanos) => wallMsNow(stampNanos),
    onStandIn: (standIn, words) => problems.push(`${JSON.stringify(standIn)}: ${words}`),
    onRequest: (request) => requests.push(request),
    resetAfterMs: 150,
    ...options,
  });
  const epochNanos = nanosNow();
  proxy.begin(epochNanos);
  const connect = async (from: ProcessId, target = server): Promise<Redis> => {
    const nth = (counts.get(from) ?? 0) + 1;
    counts.set(from, nth);
    const client = new Redis({
      ...clientOptions(await proxy.open(from, target), `${from}/0.${nth}`),
      password: proxy.password,
    });
    client.on('error', () => {});
    clients.push(client);
    await client.connect();
    return client;
  };
  const inOrder = (): readonly LiveEvent[] => [...events].sort((a, b) => a.stampNanos - b.stampNanos);
  return {
    proxy,
    events,
    requests,
    problems,
    epochNanos,
    connect,
    recorded: (...kinds) =>
      inOrder()
        .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
        .map(({ process, kind, columns }) => `${process} ${kind} ${Object.values(columns).join(' ')}`),
    find: (kind, message) =>
      events.find((event) => event.kind === kind && (message === undefined || messageOf(event) === message)),
    close: async () => {
      for (const client of clients) client.disconnect();
      await proxy.close();
    },
  };
}

const messageOf = ({ columns }: LiveEvent): unknown => ('message' in columns ? columns.message : undefined);

/** The same options as in a live run: nothing is queued, and nothing is sent twice. */
const clientOptions = (port: number, connectionName: string) =>
  ({
    host: '127.0.0.1',
    port,
    connectionName,
    protocol: 2,
    lazyConnect: true,
    disableClientInfo: true,
    enableReadyCheck: false,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: null,
  }) as const;

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
