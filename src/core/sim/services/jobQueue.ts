/**
 * A job queue of BullMQ as its workers see it, one for each resource, with at most one active job
 * (setGlobalConcurrency of 1). A job waits, is active, and is then completed or failed. Taking a job sets its lock, a
 * key with a TTL by the server's wall clock. The end of a lock changes nothing by itself. A check marks the job that
 * is active, and a later check gives the marked job back if its lock is gone: another worker runs the same job again.
 * The queue is on disk here, and survives a restart; delays, priorities and retries are left out, and finishing a job
 * does not fetch the next one.
 * Source: the Lua scripts of BullMQ 6.7.0: addStandardJob, moveToActive, extendLock, moveToFinished,
 * moveStalledJobsToWait, getState; the texts of finished-errors.
 */
import { ok, type Reply, type Value } from '../../model/effects/request';
import { fromMs, type Micros } from '../../model/values/time';
import { type DatabaseWorld, keyOf, type Peer, type Service, type ServiceCall } from './service';

interface Job {
  readonly id: string;
  state: 'waiting' | 'active' | 'completed' | 'failed';
  /** How often it was given back. */
  stalledCount: number;
  /** Why the worker that takes it fails it without running it. */
  deferredFailure: string | null;
}

/** A key with a TTL, by the server's wall clock. */
interface Key {
  readonly value: string;
  readonly expiresAt: Micros;
}

interface Queue {
  readonly jobs: Job[];
  /** The next one first. */
  waiting: Job[];
  active: Job | null;
  /** A check has seen the active job, and its worker has not renewed the lock since. */
  isMarked: boolean;
  /** The lock of the active job. No other job has one. */
  lock: Key | null;
  /** While this key is there, a check does nothing. */
  checked: Key | null;
  /** Wakes one worker, which then tries to take a job. */
  hasMarker: boolean;
}

/** A worker that waits for the marker. */
interface Wait {
  readonly call: ServiceCall;
  readonly queue: Queue;
  /** By the server's monotonic clock. */
  readonly until: Micros;
}

export const makeJobQueue = (world: DatabaseWorld): Service => new JobQueues(world);

class JobQueues implements Service {
  private readonly queues = new Map<string, Queue>();
  private waits: Wait[] = [];
  /** The workers that were reported as waiting. One that checks again in vain stays one of them. */
  private readonly waiting = new Set<string>();

  constructor(private readonly world: DatabaseWorld) {}

  serve(call: ServiceCall): void {
    this.elapse();
    const name = String(call.request.args[0]);
    const queue = this.queueOf(name);
    if (call.request.command === 'WAIT FOR JOB') this.wait(call, queue);
    else call.answer(this.reply(call, name, queue));
    if (queue.hasMarker) this.wakeOne(queue);
  }

  disconnected(peer: Peer): void {
    this.waits = this.waits.filter(({ call }) => keyOf(call.peer) !== keyOf(peer));
    this.waiting.delete(keyOf(peer));
  }

  dueAt(): Micros {
    const ahead = this.world.wall() - this.world.now();
    let due = Number.POSITIVE_INFINITY;
    for (const { lock } of this.queues.values()) if (lock !== null) due = Math.min(due, lock.expiresAt - ahead);
    for (const { until } of this.waits) due = Math.min(due, until);
    return due;
  }

  elapse(): void {
    for (const [name, queue] of this.queues) {
      if (isOver(queue.checked, this.world.wall())) queue.checked = null;
      if (!isOver(queue.lock, this.world.wall())) continue;
      queue.lock = null;
      this.world.entryGone(null, name, 'expired');
    }
    for (const { call } of this.endWaits(({ until }) => until <= this.world.now())) call.answer(ok(null));
  }

  restarted(): number {
    this.waits = [];
    this.waiting.clear();
    this.elapse();
    return [...this.queues.values()].filter(({ lock }) => lock !== null).length;
  }

  /** As DEL of the job's lock does. The job stays active until a check gives it back. */
  freeByHand(name: string): (() => void) | null {
    const queue = this.queues.get(name);
    if (queue === undefined || queue.lock === null) return null;
    return () => {
      queue.lock = null;
      this.world.entryGone(null, name, 'lost');
    };
  }

  private reply({ peer, request: { command, args } }: ServiceCall, name: string, queue: Queue): Reply {
    const [, first, second, third] = args;
    switch (command) {
      case 'ADD JOB':
        return ok(add(queue));
      case 'MOVE TO ACTIVE':
        return ok(this.moveToActive(peer, name, queue, { token: String(first), lasts: fromMs(Number(second)) }));
      case 'EXTEND LOCK':
        if (queue.active?.id !== String(first)) return ok(0);
        return ok(this.extend(peer, name, queue, { token: String(second), lasts: fromMs(Number(third)) }));
      case 'MOVE TO FINISHED':
        return this.finish(peer, name, queue, {
          id: String(first),
          token: String(second),
          as: third === 'failed' ? 'failed' : 'completed',
        });
      case 'MOVE STALLED JOBS TO WAIT':
        return ok(this.check(queue, { stalledCountMax: Number(first), interval: fromMs(Number(second)) }));
      case 'GET STATE':
        return ok(queue.jobs.find(({ id }) => id === String(first))?.state ?? 'unknown');
      default:
        throw new Error(`A job queue knows no ${command}.`);
    }
  }

  /** Answers the job and its deferred failure; null if there is no job, or another one is active. */
  private moveToActive(peer: Peer, name: string, queue: Queue, lock: Lock): Value {
    if (queue.active !== null) return null;
    const job = queue.waiting.shift();
    if (job === undefined) return null;
    job.state = 'active';
    queue.active = job;
    // Any waiting worker is woken, although it will find the queue full.
    queue.hasMarker = true;
    this.wake(peer);
    this.setLock(peer, name, queue, lock);
    return [job.id, job.deferredFailure];
  }

  private setLock(peer: Peer, name: string, queue: Queue, { token, lasts }: Lock): void {
    queue.lock = { value: token, expiresAt: this.world.wall() + lasts };
    this.world.entrySet(peer, name, token, lasts);
  }

  private extend(peer: Peer, name: string, queue: Queue, lock: Lock): Value {
    if (queue.lock?.value !== lock.token) return 0;
    this.setLock(peer, name, queue, lock);
    queue.isMarked = false;
    return 1;
  }

  private finish(
    peer: Peer,
    name: string,
    queue: Queue,
    { id, token, as }: { readonly id: string; readonly token: string; readonly as: 'completed' | 'failed' },
  ): Reply {
    const job = queue.jobs.find((one) => one.id === id);
    if (job === undefined) return failure(`Missing key for job ${id}. moveToFinished`);
    if (queue.lock === null || queue.active !== job) return failure(`Missing lock for job ${id}. moveToFinished`);
    if (queue.lock.value !== token) return failure(`Lock mismatch for job ${id}. Cmd moveToFinished from active`);
    job.state = as;
    queue.active = null;
    queue.isMarked = false;
    queue.lock = null;
    this.world.entryGone(peer, name, 'deleted');
    return ok('OK');
  }

  /** Answers the jobs that it gave back. A job that was given back comes first. */
  private check(
    queue: Queue,
    { stalledCountMax, interval }: { readonly stalledCountMax: number; readonly interval: Micros },
  ): Value {
    if (queue.checked !== null) return [];
    queue.checked = { value: 'checked', expiresAt: this.world.wall() + interval };
    const job = queue.active;
    if (job === null || !queue.isMarked || queue.lock !== null) {
      queue.isMarked = job !== null;
      return [];
    }
    job.stalledCount++;
    if (job.stalledCount > stalledCountMax) job.deferredFailure = 'job stalled more than allowable limit';
    job.state = 'waiting';
    queue.active = null;
    queue.isMarked = false;
    queue.waiting = [job, ...queue.waiting];
    queue.hasMarker = true;
    return [job.id];
  }

  private wait(call: ServiceCall, queue: Queue): void {
    this.waits.push({ call, queue, until: this.world.now() + fromMs(Number(call.request.args[1])) });
    if (queue.hasMarker || this.waiting.has(keyOf(call.peer))) return;
    this.waiting.add(keyOf(call.peer));
    this.world.waiting(call.peer);
  }

  /** The worker that has waited longest pops the marker. */
  private wakeOne(queue: Queue): void {
    const longest = this.waits.find((wait) => wait.queue === queue);
    if (longest === undefined) return;
    queue.hasMarker = false;
    this.endWaits((wait) => wait === longest);
    this.wake(longest.call.peer);
    longest.call.answer(ok(1));
  }

  private endWaits(isEnded: (wait: Wait) => boolean): readonly Wait[] {
    const ended = this.waits.filter(isEnded);
    this.waits = this.waits.filter((wait) => !ended.includes(wait));
    return ended;
  }

  private wake(peer: Peer): void {
    if (this.waiting.delete(keyOf(peer))) this.world.woken(peer);
  }

  private queueOf(name: string): Queue {
    const knownQueue = this.queues.get(name);
    if (knownQueue !== undefined) return knownQueue;
    const queue: Queue = {
      jobs: [],
      waiting: [],
      active: null,
      isMarked: false,
      lock: null,
      checked: null,
      hasMarker: false,
    };
    this.queues.set(name, queue);
    return queue;
  }
}

interface Lock {
  readonly token: string;
  readonly lasts: Micros;
}

/** Answers the job's id. While a job is active, no worker is woken. */
function add(queue: Queue): Value {
  const job: Job = { id: String(queue.jobs.length + 1), state: 'waiting', stalledCount: 0, deferredFailure: null };
  queue.jobs.push(job);
  queue.waiting.push(job);
  if (queue.active === null) queue.hasMarker = true;
  return job.id;
}

const isOver = (key: Key | null, now: Micros): boolean => key !== null && key.expiresAt <= now;

const failure = (message: string): Reply => ({ kind: 'error', message });
