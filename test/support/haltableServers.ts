/** Five Redis servers on this machine, each a process that can be stopped and resumed. */
import { Redis, type RedisOptions } from 'ioredis';
import { startRedisProcesses } from './redis';

export type ClientOptions = Pick<RedisOptions, 'enableAutoPipelining' | 'keyPrefix'>;

export interface HaltableServers {
  readonly ports: readonly number[];
  /** A new connection to each server, ready for commands. */
  readonly connect: (options?: ClientOptions) => Promise<readonly Redis[]>;
  /** Sends SIGSTOP to the server's process: it keeps its connections and answers nothing. */
  readonly halt: (index: number) => void;
  readonly wake: (index: number) => void;
  readonly stop: () => Promise<void>;
}

export async function startHaltableServers(count: number): Promise<HaltableServers> {
  const { ports, stop: stopProcesses } = await startRedisProcesses(count);
  const clients: Redis[] = [];
  const connect = async (options: ClientOptions = {}): Promise<readonly Redis[]> => {
    const made = ports.map((port) => new Redis({ ...options, host: '127.0.0.1', port, lazyConnect: true }));
    clients.push(...made);
    await Promise.all(made.map((client) => client.connect()));
    return made;
  };
  const asking = await connect();
  const processes = await Promise.all(
    asking.map(async (client) => Number(/process_id:(\d+)/.exec(await client.info())?.[1])),
  );
  const signal = (index: number, name: NodeJS.Signals): void => {
    const id = processes[index];
    if (id !== undefined && id > 1) process.kill(id, name);
  };
  const stop = async (): Promise<void> => {
    for (let index = 0; index < count; index++) signal(index, 'SIGCONT');
    for (const client of clients) client.disconnect();
    await stopProcesses();
  };
  return { ports, connect, halt: (i) => signal(i, 'SIGSTOP'), wake: (i) => signal(i, 'SIGCONT'), stop };
}
