/** A client of a simulated node. Its further connections fail as a test says, and each of them is counted. */
import type { LockClient, OwnConnection, RedisCommand } from '../../src/redlock/client';
import type { SimulatedRedis } from '../../src/redlock/simulated';

/** The fate of a connection: it opens, is refused, never answers, loses its first command, or throws at once. */
export type Fate = 'opens' | 'refused' | 'hangs' | 'deaf' | 'throws';

export interface ShakyClient extends LockClient {
  /** The number of connections that are open or opening. */
  readonly open: () => number;
  readonly openMost: () => number;
  /** When each attempt to connect was made, in ms. */
  readonly attempts: readonly number[];
  readonly sent: readonly RedisCommand[];
  /** Closes all existing connections. */
  readonly lose: () => void;
  fate: () => Fate;
  /** Called right after a waiter has received a message, before the waiter goes on. */
  onCommand: () => void;
  /** How many of the next commands are never answered. */
  swallows: number;
}

export function shakyClient(node: SimulatedRedis): ShakyClient {
  const lines = new Set<{ readonly lose: () => void }>();
  const attempts: number[] = [];
  const sent: RedisCommand[] = [];
  let openMost = 0;

  const connectAgain = (ended: () => void, signal?: AbortSignal): Promise<OwnConnection> => {
    attempts.push(performance.now());
    const fate = client.fate();
    if (fate === 'throws') throw new Error('There are no connections.');
    const line = { lose: ended };
    const close = (): boolean => lines.delete(line);
    signal?.addEventListener('abort', close);
    lines.add(line);
    openMost = Math.max(openMost, lines.size);
    if (fate === 'hangs') return new Promise(() => {});
    return opened(fate, close);
  };

  const opened = async (fate: Fate, close: () => boolean): Promise<OwnConnection> => {
    await new Promise((resolve) => setTimeout(resolve, 3));
    if (fate === 'refused') {
      close();
      throw new Error('ERR max number of clients reached');
    }
    return connectionOf(await node.connectAgain(), {
      isDeaf: fate === 'deaf',
      onCommand: () => client.onCommand(),
      close: () => void close(),
    });
  };

  const client: ShakyClient = {
    request: (command) => {
      sent.push(command);
      if (client.swallows > 0 && client.swallows--) return new Promise(() => {});
      return node.request(command);
    },
    connectAgain,
    open: () => lines.size,
    openMost: () => openMost,
    attempts,
    sent,
    lose: () => {
      for (const line of [...lines]) {
        lines.delete(line);
        line.lose();
      }
    },
    fate: () => 'opens',
    onCommand: () => {},
    swallows: 0,
  };
  return client;
}

interface Manner {
  readonly isDeaf: boolean;
  readonly onCommand: () => void;
  readonly close: () => void;
}

function connectionOf(own: OwnConnection, { isDeaf, onCommand, close }: Manner): OwnConnection {
  return {
    request: (command) => {
      if (isDeaf) throw new Error("NOPERM this user has no permissions to run the 'blpop' command");
      const popped = own.request(command);
      // A waiting caller learns of it after this line, and goes on after the deferred call.
      return popped.then((answer) => {
        if (answer !== null) queueMicrotask(() => queueMicrotask(onCommand));
        return answer;
      });
    },
    subscribe: (channel, heard) => {
      if (isDeaf) return Promise.reject(new Error('NOPERM this user has no permissions to access a channel'));
      return own.subscribe(channel, () => {
        heard();
        onCommand();
      });
    },
    unsubscribe: own.unsubscribe,
    close: () => {
      close();
      own.close();
    },
  };
}
