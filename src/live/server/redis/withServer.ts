/**
 * Asks a server about itself. Each question opens a connection and closes it again, so no connection outlives a fault.
 */
import { Redis } from 'ioredis';

const timeoutMs = 15_000;

/** How to reach a server: a port on 127.0.0.1, or a full address. */
export type Address = number | string;

/** Rejects when the server does not answer, and with its error when a command fails. */
export async function withServer<T>(address: Address, ask: (redis: Redis) => Promise<T>): Promise<T> {
  const settings = {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  };
  const redis =
    typeof address === 'number'
      ? new Redis({ ...settings, host: '127.0.0.1', port: address })
      : new Redis(address, settings);
  // If a connection fails, the call reports only that it is closed. The reason comes here.
  let reason: Error | null = null;
  redis.on('error', (error) => {
    reason ??= error;
  });
  try {
    await redis.connect().catch((error) => {
      throw reason ?? error;
    });
    return await ask(redis);
  } finally {
    redis.disconnect();
  }
}

/** The section of `INFO` by name and value. */
export async function readInfo(redis: Redis, section: string): Promise<ReadonlyMap<string, string>> {
  const lines = (await redis.info(section)).split('\r\n');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]));
}
