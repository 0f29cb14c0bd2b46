/**
 * One operation on a lock: the world in which its program runs, with real clocks and the clients that the user has given.
 * Every reply is waited for at most for the timeout of its call, and ends up as a vote of the try to which it belongs.
 */
import { performance } from 'node:perf_hooks';
import type { Asking, Host, Subscription } from '../drive/host';
import type { Call, Declaration } from '../model/effect';
import { connectionClosed, type Reply } from '../model/request';
import type { ProcessId } from '../model/scenario';
import { type LocalInstant, localInstant, type Micros, toMs } from '../model/time';
import type { ExecutionResult, ExecutionStats } from './attempt';
import { Round } from './round';
import type { Site } from './site';

/** So many tries of an operation are remembered, the latest: one that may try for ever must not grow. */
const triesKeptMax = 100;

export class Operation implements Host, ExecutionResult {
  private round: Round | null = null;
  /** Whether the next round is that of a try, whose votes are kept. */
  private isTry = false;
  private tries: Round[] = [];
  private promised: readonly Promise<ExecutionStats>[] = [];

  constructor(
    private readonly site: Site,
    /** How many resources it is about. */
    private readonly resourceCount: number,
    /** The step with which a try begins. */
    private readonly tryLabel: string,
    /** How many tries it may make, and are remembered. */
    private readonly triesMax: number,
    private readonly extended: (() => void) | null = null,
  ) {}

  /** One for each try; of a program that tries for ever, the latest hundred at least. */
  get attempts(): readonly Promise<ExecutionStats>[] {
    if (this.promised.length !== this.tries.length) this.promised = this.tries.map(({ stats }) => stats);
    return this.promised;
  }

  now(): LocalInstant {
    return localInstant(Date.now() * 1000);
  }

  mono(): LocalInstant {
    return localInstant(Math.round(performance.now() * 1000));
  }

  random(_: string, below: number): number {
    return Math.floor(Math.random() * below);
  }

  step(label: string): void {
    this.isTry = label === this.tryLabel;
  }

  mark({ mark }: Declaration): number {
    if (mark === 'extended') this.extended?.();
    return 0;
  }

  sleep(micros: Micros, signal: AbortSignal): Promise<void> {
    const { load } = this.site;
    // While it sleeps it asks nobody.
    load.end();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        load.begin();
        resolve();
      };
      const timer = setTimeout(end, Math.ceil(toMs(micros)));
      signal.addEventListener('abort', end);
    });
  }

  send({ to, request, timeout }: Call, asking: Asking, place: number): void {
    const { site } = this;
    if (this.round === null || this.round.asking !== asking)
      this.begin(new Round(site, asking, this.resourceCount, timeout));
    const node = site.indexOf(to);
    this.round?.expect(node);
    if (this.round) site.nodes[node]?.ask(request, this.round, place);
  }

  call(call: Call): Promise<Reply> {
    return new Promise((resolve) => {
      this.send(call, { decided: false, take: (_, reply) => resolve(reply) }, 0);
    });
  }

  open(to: ProcessId, topic: string, timeout: Micros | null): Promise<Subscription> {
    return this.site.subscribe(to, topic, timeout);
  }

  listen(): Subscription {
    return closedSubscription;
  }

  private begin(round: Round): void {
    this.round = round;
    if (!this.isTry) return;
    this.isTry = false;
    this.tries.push(round);
    const keptMax = Number.isFinite(this.triesMax) ? this.triesMax : triesKeptMax;
    if (this.tries.length > 2 * keptMax) this.tries = this.tries.slice(-keptMax);
  }
}

const closedSubscription: Subscription = { next: () => Promise.resolve(connectionClosed), close: () => {} };
