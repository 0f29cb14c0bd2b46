/**
 * Watches whether an existing server is still the same one, by an idle connection and a check when that closes. A
 * server that has restarted may have lost the run's data, so it counts as gone. Changes nothing on the server.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { wordsOf } from '../errorScope';
import type { ProcessExit } from '../processExit';
import { readInfo, withServer } from './withServer';

export interface ServerWatch {
  readonly stop: () => void;
}

const triesMax = 3;
const pauseMs = 300;

/** @param report called once, when the server is gone or has restarted. Rejects when the server does not answer now. */
export async function watchServer(url: string, report: (death: ProcessExit) => void): Promise<ServerWatch> {
  const first = await identity(url);
  let isOver = false;
  let open: Redis | null = null;
  const listen = async (): Promise<void> => {
    const redis = new Redis(url, {
      lazyConnect: true,
      enableReadyCheck: false,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    open = redis;
    // The error does not matter: `end` follows.
    redis.on('error', () => {});
    redis.once('end', () => void look());
    await redis.connect().catch(() => {});
    if (isOver) redis.disconnect();
  };
  /** Perhaps somebody closed only this connection. */
  const look = async (): Promise<void> => {
    let how = '';
    for (let tries = 0; tries < triesMax && !isOver; tries++) {
      if (tries > 0) await sleep(pauseMs);
      try {
        const now = await identity(url);
        if (isOver) return;
        if (now === first) return void listen();
        return over({ how: 'restarted', lastWords: [] });
      } catch (problem) {
        how = wordsOf(problem);
      }
    }
    over({ how, lastWords: [] });
  };
  const over = (death: ProcessExit): void => {
    if (isOver) return;
    stop();
    report(death);
  };
  const stop = (): void => {
    isOver = true;
    open?.disconnect();
  };
  await listen();
  return { stop };
}

/** The server's identity, which changes with every start. */
const identity = (url: string): Promise<string> =>
  withServer(url, async (redis) => (await readInfo(redis, 'server')).get('run_id') ?? '');
