/**
 * Clients and clusters of ioredis behind the interface of the locks. Only their shape is known here: the package is
 * not imported.
 */
import type { LockClient, RedisCommand } from './client';
import type { IoredisCommands } from './ioredisCommand';

/** The part of ioredis 4 to 6 that is used here. */
export interface IoredisLike {
  readonly call: (command: string, ...args: (string | number)[]) => Promise<unknown>;
  readonly pipeline: () => unknown;
  readonly duplicate: (override?: never) => unknown;
  readonly disconnect: () => void;
  readonly quit: () => Promise<unknown>;
}

export const isIoredis = (client: object): client is IoredisLike =>
  typeof (client as Partial<IoredisLike>).call === 'function' &&
  typeof (client as Partial<IoredisLike>).pipeline === 'function';

/** @param commands shared by the clients of the same lock. */
export function wrapIoredis(client: IoredisLike, commands: IoredisCommands): LockClient {
  const request = (command: RedisCommand): Promise<unknown> => sendBy(client, command);
  const { isCluster } = client as { readonly isCluster?: boolean };
  const keyPrefix = prefixOf(client);
  const isOpening = (): boolean => openings.has((client as { readonly status?: unknown }).status);
  // A cluster has many connections.
  if (isCluster === true) return { request, keyPrefix, isOpening, isCluster };
  const prepare = commands.preparingFor(client);
  const connection = (): unknown => Reflect.get(client, 'stream');
  const lastError = (): unknown => Object(Reflect.get(client, 'connector')).firstError;
  return {
    request,
    isOpening,
    lastError,
    connection,
    gather: gatheringFor(client),
    ...(prepare !== null && { prepare }),
    keyPrefix,
  };
}

interface Stream {
  readonly cork: () => void;
  readonly uncork: () => void;
}

/** Makes the connection buffer its writes until the end of this turn of the event loop. */
function gatheringFor(client: IoredisLike): () => void {
  const connected = client as { readonly stream?: Partial<Stream> };
  let held: Partial<Stream> | null = null;
  return () => {
    const { stream } = connected;
    if (!stream?.cork || stream === held) return;
    held = stream;
    stream.cork();
    process.nextTick(() => {
      held = null;
      stream.uncork?.();
    });
  };
}

/** The states of a client in which its commands wait. */
const openings: ReadonlySet<unknown> = new Set(['wait', 'connecting', 'connect', 'reconnecting', 'close']);

/** The name is sent in lower case, because version 4 adds its prefix to the keys of no other names. */
export const sendBy = (client: Pick<IoredisLike, 'call'>, [name, ...args]: RedisCommand): Promise<unknown> =>
  client.call(String(name).toLowerCase(), ...args);

export const prefixOf = (client: IoredisLike): string =>
  String((client as { readonly options?: { readonly keyPrefix?: unknown } }).options?.keyPrefix ?? '');
