// Real servers for tests: one guard for each test file, and fleets that are closed at the end of the test.
import { afterAll, onTestFinished } from 'vitest';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { NodeSettings } from '../../../src/core/model/scenario/scenario';
import { findProgram } from '../../../src/live/server/redis/binary';
import type { Fleet, FleetOptions, Guard, RedisServer, RedisSource } from '../../../src/live/server/redis/contract';
import { startGuard } from '../../../src/live/server/redis/guard';
import { sourceOfOwn } from '../../../src/live/server/redis/source';
import { withServer } from '../../../src/live/server/redis/withServer';

export const plain: NodeSettings = { count: 1, persistence: 'none', disk: 'honest', replicas: 0, replicaLag: 0 };

/** The guard ends with the test file. */
export function guardForFile(): Guard {
  const guard = startGuard();
  afterAll(() => guard.close());
  return guard;
}

export async function ownSource(options: { readonly shim: boolean }): Promise<RedisSource> {
  const { program, tried } = await findProgram();
  if (program === null) throw new Error(tried);
  const found = await sourceOfOwn(program, options);
  if (!found.ok) throw new Error(found.problem);
  return found.source;
}

export async function openFor(
  guard: Guard,
  options: Partial<NodeSettings> & Pick<FleetOptions, 'clocks' | 'masterLink'> & { readonly shim?: boolean },
): Promise<Fleet> {
  const { clocks, masterLink, shim = true, ...settings } = options;
  const nodes = { ...plain, ...settings };
  const source = await ownSource({ shim });
  const fleet = await source.open({
    guard,
    processes: listProcesses(nodes),
    nodes,
    ...(clocks === undefined ? {} : { clocks }),
    ...(masterLink === undefined ? {} : { masterLink }),
  });
  onTestFinished(() => fleet.close());
  return fleet;
}

export function serverOf(fleet: Fleet, id: ProcessId): RedisServer {
  const server = fleet.servers.get(id);
  if (server === undefined) throw new Error(`There is no ${id}.`);
  return server;
}

/** Sends one command on a connection of its own. */
export const send = (
  server: { readonly url: string },
  name: string,
  ...args: readonly (string | number)[]
): Promise<unknown> => withServer(server.url, (redis) => redis.call(name, ...args));

function listProcesses({ count, replicas }: NodeSettings): readonly ProcessId[] {
  return ['A', 'B', 'C', 'D', 'E']
    .slice(0, count)
    .flatMap((letter) => [
      `node${letter}` as ProcessId,
      ...Array.from({ length: replicas }, (_, i) => `replica${letter}${i + 1}` as ProcessId),
    ]);
}
