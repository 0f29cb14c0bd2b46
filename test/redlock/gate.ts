/** A client whose commands can be held back on their way, and released later in any order. */
import type { LockClient, RedisCommand } from '../../src/redlock/client';
import type { SimulatedRedis } from '../../src/redlock/simulated';

export interface Gate extends LockClient {
  /** From now on, matching commands wait. Returns a function that releases them. */
  readonly keepBack: (fits: (command: RedisCommand) => boolean) => () => void;
  readonly sent: readonly RedisCommand[];
}

export function gateTo(node: SimulatedRedis): Gate {
  let keeps: ((command: RedisCommand) => boolean) | null = null;
  let waiting: (() => void)[] = [];
  const sent: RedisCommand[] = [];
  return {
    sent,
    request: (command) => {
      sent.push(command);
      if (keeps?.(command) !== true) return node.request(command);
      return new Promise((resolve) => waiting.push(() => resolve(node.request(command))));
    },
    keepBack: (fits) => {
      keeps = fits;
      return () => {
        keeps = null;
        for (const go of waiting.splice(0)) go();
        waiting = [];
      };
    },
    connectAgain: node.connectAgain,
  };
}
