/** One connected page: checks every message from it, and starts its run when its turn comes. */
import { inspect } from 'node:util';
import * as v from 'valibot';
import type { RawData, WebSocket } from 'ws';
import { parseScenario } from '../../../core/model/scenario/parse/parseScenario';
import type { Text } from '../../../core/model/values/text';
import { visible } from '../../../core/model/values/visible';
import type { Parts } from '../../../core/sim/parts';
import { ownCheckId, ownId } from '../../../sandbox/attack/ownParts';
import { type FromPage, type FromServer, fromPage, type Offer } from '../../wire/messages';
import { answerable, scopedErrors } from '../errorScope';
import type { LiveRunner } from '../run/liveRunner';
import type { LiveReport } from '../run/reports';
import type { RunQueue, Turn } from './runQueue';
import { leftTheLine, noOwnCheck, noOwnLock, tooManyWait, unfit } from './words';

export interface PageConnectionOptions {
  readonly liveRunner: Pick<LiveRunner, 'offer' | 'setUp' | 'run'>;
  readonly parts: Parts;
  readonly queue: RunQueue;
  readonly runsMax: number;
  /** Sends every page what the server offers now. */
  readonly announce: () => void;
}

interface Ordered {
  readonly run: string;
  readonly turn: Turn;
  readonly stopping: AbortController;
}

/** The most bytes that a page may leave unread. A slower page counts as gone. */
const bufferedBytesMax = 64 * 1024 * 1024;
/** Far more than clicks and drags produce, pings and pongs included. */
const framesPerSecondMax = 50;
/** How long a page may stay after it was asked to leave. Then it is cut off. */
const goneWithinMs = 2000;

/**
 * Close codes of RFC 6455: the peer sent something that this server does not accept; the server ran into a problem of
 * its own.
 */
const closePolicy = 1008;
const closeBroken = 1011;

export class PageConnection {
  private ordered: Ordered | null = null;
  private isSettingUp = false;
  private answersPings = true;
  private frames = 0;
  private second = 0;
  /** The page was asked to leave, and its messages no longer count. */
  private isOver = false;

  constructor(
    private readonly socket: WebSocket,
    private readonly options: PageConnectionOptions,
  ) {
    scopedErrors(
      (problem) => this.giveUp(problem),
      () => this.listen(),
    );
  }

  offer(): void {
    const { liveRunner, runsMax } = this.options;
    void liveRunner.offer().then((offer) => this.send({ type: 'offer', ...offer, runsMax } satisfies Offer));
  }

  /** Ends the connection when the last ping had no answer. */
  ping(): void {
    if (!this.answersPings) return this.socket.terminate();
    this.answersPings = false;
    this.socket.ping();
  }

  end(): void {
    this.stop();
    this.socket.terminate();
  }

  private listen(): void {
    const { socket } = this;
    socket.on(
      'message',
      answerable((data: RawData, isBinary: boolean) => this.take(isBinary ? null : String(data))),
    );
    socket.on(
      'ping',
      answerable((data: Buffer) => {
        if (this.counts()) socket.pong(data);
      }),
    );
    socket.on(
      'pong',
      answerable(() => {
        this.answersPings = true;
        this.counts();
      }),
    );
    socket.on(
      'close',
      answerable(() => this.stop()),
    );
    // The socket closes right after an error; nothing else is needed.
    socket.on('error', () => socket.terminate());
    this.offer();
  }

  /** A problem here ends this page's connection only. */
  private giveUp(problem: unknown): void {
    console.error(visible(inspect(problem)));
    this.dismiss(closeBroken, 'Something broke in the server.');
  }

  /** Sends the reason, and stops listening. A peer need not close its own end. */
  private dismiss(code: number, reason: string): void {
    if (this.isOver) return;
    this.isOver = true;
    this.socket.close(code, reason);
    const cutOff = setTimeout(() => this.socket.terminate(), goneWithinMs);
    cutOff.unref();
    this.socket.once('close', () => clearTimeout(cutOff));
  }

  /** Whether a page may send this frame. A flood of frames would delay the runs of others. */
  private counts(): boolean {
    if (this.isOver) return false;
    const second = Math.floor(performance.now() / 1000);
    this.frames = second === this.second ? this.frames + 1 : 1;
    this.second = second;
    if (this.frames <= framesPerSecondMax) return true;
    this.dismiss(closePolicy, 'Too many messages at once.');
    return false;
  }

  private take(text: string | null): void {
    if (!this.counts()) return;
    const parsed = v.safeParse(fromPage, parsedJson(text));
    if (!parsed.success) return this.dismiss(closePolicy, reasonOf(parsed.issues[0].message));
    this.obey(parsed.output);
  }

  private obey(message: FromPage): void {
    switch (message.type) {
      case 'run':
        return this.order(message.run, message.scenario);
      case 'stop':
        if (this.ordered?.run === message.run) this.stop();
        return;
      case 'set-up':
        return void this.setUp();
      default:
        return message satisfies never;
    }
  }

  /** A new run replaces the one before. */
  private order(run: string, rawScenario: Record<string, unknown>): void {
    this.stop();
    const { parts, queue } = this.options;
    const parsed = parseScenario(rawScenario, parts);
    if (!parsed.ok) return this.fail(run, ownRefused(rawScenario, parts) ?? parsed.problems[0]?.message ?? unfit);
    const stopping = new AbortController();
    const turn: Turn = {
      place: (place) => this.send({ type: 'queued', run, place }),
      begin: async () => {
        const { signal } = stopping;
        const onNews = (news: LiveReport): void => this.send({ ...news, run });
        await this.options.liveRunner.run(parsed.scenario, { signal, onReport: onNews });
        // Its file may have changed by then.
        if (parsed.scenario.lock.id === ownId) this.options.announce();
        if (this.ordered === ordered) this.ordered = null;
      },
    };
    const ordered = { run, turn, stopping };
    this.ordered = ordered;
    if (queue.enter(turn)) return;
    this.ordered = null;
    this.fail(run, tooManyWait);
  }

  private stop(): void {
    const { ordered } = this;
    if (ordered === null) return;
    this.ordered = null;
    ordered.stopping.abort();
    if (this.options.queue.leave(ordered.turn)) this.fail(ordered.run, leftTheLine);
  }

  private async setUp(): Promise<void> {
    if (this.isSettingUp) return;
    this.isSettingUp = true;
    await this.options.liveRunner.setUp((line) => this.send({ type: 'setting-up', line }));
    this.isSettingUp = false;
    this.options.announce();
  }

  private fail(run: string, problem: Text): void {
    this.send({ type: 'failed', run, problem });
  }

  private send(message: FromServer): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > bufferedBytesMax) return this.socket.terminate();
    this.socket.send(JSON.stringify(message));
  }
}

/**
 * Why this server does not run a scenario with a reader's own code. Null if the scenario names no such code, or names
 * the lock that this server offers.
 */
function ownRefused({ lock, storage }: Record<string, unknown>, { locks }: Parts): Text | null {
  if (idOf(storage) === ownCheckId) return noOwnCheck;
  return idOf(lock) === ownId && !locks.has(ownId) ? noOwnLock : null;
}

const idOf = (choice: unknown): unknown =>
  typeof choice === 'object' && choice !== null && 'id' in choice ? choice.id : undefined;

function parsedJson(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Text that is not JSON fits no message, and is refused as such.
    return undefined;
  }
}

/** The reason of a close frame has room for 123 bytes, and this reason may repeat what the page sent. */
const reasonOf = (message: string): string => message.replace(/[^ -~]/g, '?').slice(0, 120);
