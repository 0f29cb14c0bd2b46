/** Clients and clusters of ioredis behind the interface of the locks. Knows their shape alone: the package is not imported. */
import type { LockClient, OwnConnection, RedisCommand } from './client';
import { preparingFor } from './ioredisCommand';

/** What is used of ioredis 4 to 6. */
export interface IoredisLike {
  readonly call: (command: string, ...args: (string | number)[]) => Promise<unknown>;
  readonly set: (...args: never[]) => Promise<unknown>;
  readonly evalsha: (...args: never[]) => Promise<unknown>;
  readonly eval: (...args: never[]) => Promise<unknown>;
  readonly pipeline: () => unknown;
  readonly duplicate: () => unknown;
  readonly disconnect: () => void;
  readonly quit: () => Promise<unknown>;
}

/** The methods that send. Their overloads are too many to be told apart by shape, so a client is let in by its names. */
interface Sending {
  readonly call: (command: string, ...args: (string | number)[]) => Promise<unknown>;
  readonly set: (...args: (string | number)[]) => Promise<unknown>;
  readonly evalsha: (...args: (string | number)[]) => Promise<unknown>;
  readonly eval: (...args: (string | number)[]) => Promise<unknown>;
}

interface Pipeline extends Sending {
  readonly exec: () => Promise<unknown>;
}

/** A connection that was made by `duplicate`. */
interface Duplicate extends Sending {
  readonly disconnect: () => void;
  readonly subscribe: (channel: string) => Promise<unknown>;
  readonly on: (event: string, listener: (...args: never[]) => void) => unknown;
}

export const isIoredis = (client: object): client is IoredisLike =>
  typeof (client as Partial<IoredisLike>).call === 'function' &&
  typeof (client as Partial<IoredisLike>).pipeline === 'function';

export function wrapIoredis(client: IoredisLike): LockClient {
  const sending = client as unknown as Sending;
  const request = (command: RedisCommand): Promise<unknown> => sendBy(sending, command);
  const { isCluster, options } = client as {
    readonly isCluster?: boolean;
    readonly options?: { readonly enableAutoPipelining?: boolean };
  };
  // A cluster's pipeline must keep to one slot, and a cluster cannot be opened once more for one key.
  if (isCluster === true) return { request };
  const prepare = preparingFor(client);
  return {
    request,
    ...(prepare !== null && { prepare }),
    // A pipeline of ours would overtake those that it makes by itself.
    ...(options?.enableAutoPipelining !== true && { requestAll: (commands) => sendTogether(client, commands) }),
    connectAgain: () => connectAgain(client),
  };
}

/** Its own methods are quicker than `call`, which looks the command up. */
function sendBy(client: Sending, command: RedisCommand): Promise<unknown> {
  const name = command[0];
  const args = argumentsOf(command);
  if (name === 'SET') return client.set(...args);
  if (name === 'EVALSHA') return client.evalsha(...args);
  return name === 'EVAL' ? client.eval(...args) : client.call(String(name), ...args);
}

/** The same command goes to all nodes, one after the other: it is taken apart once. */
let commandLast: RedisCommand = [];
let argumentsLast: (string | number)[] = [];

function argumentsOf(command: RedisCommand): (string | number)[] {
  if (command === commandLast) return argumentsLast;
  commandLast = command;
  argumentsLast = command.slice(1);
  return argumentsLast;
}

async function sendTogether(client: IoredisLike, commands: readonly RedisCommand[]): Promise<readonly unknown[]> {
  const pipeline = client.pipeline() as Pipeline;
  for (const command of commands) sendBy(pipeline, command);
  const answers = (await pipeline.exec()) as [Error | null, unknown][];
  return answers.map(([error, value]) => error ?? value);
}

async function connectAgain(client: IoredisLike): Promise<OwnConnection> {
  const own = client.duplicate() as Duplicate;
  // Its errors reach whoever waits for an answer; without a listener ioredis prints them.
  own.on('error', () => {});
  return {
    request: (command) => sendBy(own, command),
    subscribe: async (channel, heard, closed) => {
      own.on('message', (_: string, message: string) => heard(message));
      own.on('close', closed);
      await own.subscribe(channel);
    },
    close: () => own.disconnect(),
  };
}
