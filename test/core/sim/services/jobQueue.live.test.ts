// The cases of the simulated job queue on BullMQ's own scripts and a real Redis, so that both agree. A wait shortens
// the TTL of every key of the queue: nobody waits for a clock.
import { Job, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueCases } from '../../../support/jobQueueCases';
import { type RedisProcess, startRedisProcess } from '../../../support/redisProcess';

let server: RedisProcess;
let redis: Redis;

beforeAll(async () => {
  server = await startRedisProcess();
  redis = new Redis(server.port);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const lasts = 30_000;

/** One queue with a global concurrency of 1, and the scripts as a worker runs them. */
class RealQueue {
  private readonly queue: Queue;
  private readonly worker: Worker;

  constructor(private readonly name: string) {
    const connection = { host: '127.0.0.1', port: server.port, maxRetriesPerRequest: null };
    this.queue = new Queue(name, { connection });
    const times = { lockDuration: lasts, stalledInterval: lasts, maxStalledCount: 1 };
    this.worker = new Worker(name, null, { connection, autorun: false, ...times });
  }

  /** The answers to the lines, as the simulated queue gives them. */
  async play(lines: readonly string[]): Promise<readonly string[]> {
    await this.queue.setGlobalConcurrency(1);
    const said: string[] = [];
    for (const line of lines) {
      const [who = '', what = '', , ...args] = line.split(' ');
      if (who === 'wait') await this.pass(Number(what));
      else said.push(`${who}: ${await this.answer(what.replaceAll('+', ' '), args).catch(messageOf)}`);
    }
    return said;
  }

  async close(): Promise<void> {
    await this.worker.close();
    await this.queue.close();
  }

  private async answer(command: string, [first = '', second = '', third = '']: readonly string[]): Promise<string> {
    switch (command) {
      case 'ADD JOB':
        return String((await this.queue.add('work', {})).id);
      case 'MOVE TO ACTIVE': {
        const job = await this.worker.getNextJob(first, { block: false });
        return job === undefined ? 'null' : `[${job.id} ${job.deferredFailure ?? null}]`;
      }
      case 'EXTEND LOCK':
        return (await this.worker.extendJobLocks([first], [second], lasts)).length === 0 ? '1' : '0';
      case 'MOVE TO FINISHED': {
        const job = await Job.fromId(this.queue, first);
        if (third === 'failed') await job?.moveToFailed(new Error('none'), second, false);
        else await job?.moveToCompleted('none', second, false);
        return 'OK';
      }
      case 'MOVE STALLED JOBS TO WAIT':
        return `[${(await this.worker['backend'].moveStalledJobsToWait()).join(' ')}]`;
      case 'GET STATE':
        return await this.queue.getJobState(first);
      case 'WAIT FOR JOB':
        return (await redis.zpopmin(this.keyOf('marker'))).length === 0 ? 'null' : '1';
      default:
        throw new Error(`There is no ${command}.`);
    }
  }

  private async pass(ms: number): Promise<void> {
    for (const key of await redis.keys(this.keyOf('*'))) {
      const left = await redis.pttl(key);
      if (left >= 0) await redis.pexpire(key, Math.max(0, left - ms));
    }
  }

  private keyOf(part: string): string {
    return `bull:${this.name}:${part}`;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

test.each(queueCases.map((row, nth) => ({ ...row, name: `queue${nth}` })))(
  '$claim',
  async ({ lines, answers, name }) => {
    const queue = new RealQueue(name);
    const said = await queue.play(lines);
    await queue.close();
    expect(said).toEqual(answers);
  },
);
