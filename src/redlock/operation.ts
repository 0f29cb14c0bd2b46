/**
 * One operation on a lock: the world in which its program runs, with real clocks and the clients that the user has given.
 * Every reply is waited for at most for the timeout of its call, and ends up as a vote of the try to which it belongs.
 */
import type { Asking, Host, Subscription } from '../drive/host';
import type { Call, Declaration } from '../model/effect';
import { connectionClosed, type Reply, type Request } from '../model/request';
import type { ProcessId } from '../model/scenario';
import { type LocalInstant, localInstant, type Micros, toMs } from '../model/time';
import type { ExecutionResult, ExecutionStats } from './attempt';
import { timerMax } from './checks';
import type { OwnConnection, Prepared } from './client';
import type { LockNode } from './lockNode';
import { Round } from './round';
import type { Site } from './site';

/** So many tries of an operation are remembered, the latest: one that may try for ever must not grow. */
const triesKeptMax = 100;

interface About {
  readonly resourceCount: number;
  /** The step with which a try begins; its votes are kept. */
  readonly tryLabel: string;
  readonly triesMax: number;
  /** Whether it is counted among those that wait for the nodes, except while it sleeps. */
  readonly isCounted: boolean;
  /** Hears for how long a lock is valid that was extended. */
  readonly extended?: (validFor: Micros) => void;
}

export class Operation implements Host, ExecutionResult {
  /** Whether it is one of those that are counted at the moment, sleeping or not. */
  private isCounted = false;
  /** Whether the next round is that of a try, whose votes are kept. */
  private isTry = false;
  private tries: Round[] = [];
  /** How many tries have begun. */
  tried = 0;
  private promised: readonly Promise<ExecutionStats>[] = [];

  /** A connection for what would block all others. */
  private own: Promise<OwnConnection> | null = null;
  private subscriptions: readonly Subscription[] = [];
  private isClosed = false;
  /** The latest number drawn for an owner's name. */
  private drawn = 0;

  constructor(
    private readonly site: Site,
    private readonly about: About,
  ) {}

  /** Its program begins. */
  started(): void {
    if (!this.about.isCounted) return;
    this.isCounted = true;
    this.site.load.begin();
  }

  ended(): void {
    if (this.isCounted) this.site.load.end();
    this.isCounted = false;
  }

  get resourceCount(): number {
    return this.about.resourceCount;
  }

  /** The owner's name as programs write it. */
  get ownerDrawn(): string {
    return this.drawn.toString(16).padStart(8, '0');
  }

  /** It has ended, or was stopped: whatever still blocks at a node is let go, and nobody listens any more. */
  close(): void {
    this.isClosed = true;
    this.unsubscribe();
    this.own?.then(
      (connection) => connection.close(),
      () => {},
    );
  }

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

  random(name: string, below: number): number {
    const drawn = Math.floor(Math.random() * below);
    if (name === 'owner') this.drawn = drawn;
    return drawn;
  }

  step(label: string): void {
    this.isTry = label === this.about.tryLabel;
  }

  mark(declaration: Declaration): number {
    if (declaration.mark === 'extended') this.about.extended?.(declaration.validFor);
    return 0;
  }

  /** At most as long as a timer can be: who waits for the end of a lease looks again, who extends one is early. */
  sleep(micros: Micros, signal: AbortSignal): Promise<void> {
    const { load } = this.site;
    const { isCounted } = this;
    if (isCounted) load.end();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        if (isCounted) load.begin();
        resolve();
      };
      const timer = setTimeout(end, Math.min(timerMax, Math.ceil(toMs(micros))));
      signal.addEventListener('abort', end);
    });
  }

  /** Everything is made ready before the first word goes out: between two writes of a socket, code is slow. */
  sendAll(calls: readonly Call[], asking: Asking): void {
    if (calls.length === 0) return;
    const { site, isTry } = this;
    this.isTry = false;
    if (isTry) this.tried++;
    const round = new Round(calls, asking, site, this);
    round.waitFor(calls[0]?.timeout ?? null);
    if (isTry) this.keep(round);
    const ready: Prepared[] = [];
    for (let place = 0; place < calls.length; place++) {
      const { to, request } = calls[place] as Call;
      const node = site.nodeOf(to, place);
      if (request.command === 'BLPOP') {
        this.block(node, request, round, place);
        continue;
      }
      // Over the client's own connection it would be answered in a way of its own, and never as a command.
      if (request.command === 'UNSUBSCRIBE') {
        this.unsubscribe();
        queueMicrotask(() => round.succeed(place, 1));
        continue;
      }
      const prepared = node.prepare(request, round, place);
      if (prepared !== null) ready.push(prepared);
    }
    for (const prepared of ready) prepared.send();
  }

  call(call: Call): Promise<Reply> {
    return new Promise((resolve) => {
      this.sendAll([call], { decided: false, take: (_, reply) => resolve(reply) });
    });
  }

  async open(to: ProcessId, topic: string, timeout: Micros | null): Promise<Subscription> {
    const subscription = await this.site.subscribe(to, topic, timeout);
    this.subscriptions = [...this.subscriptions, subscription];
    return subscription;
  }

  /** Each has a connection of its own, which ends with it. */
  private unsubscribe(): void {
    for (const subscription of this.subscriptions) subscription.close();
    this.subscriptions = [];
  }

  listen(): Subscription {
    return closedSubscription;
  }

  private block({ client }: LockNode, { command, args }: Request, round: Round, place: number): void {
    const { connectAgain } = client;
    this.own ??= connectAgain
      ? connectAgain()
      : Promise.reject(new Error('This client cannot open a second connection.'));
    this.own
      .then((connection) => connection.request([command, ...args]))
      .then(
        (value) => round.succeed(place, value),
        // That it broke off is no failure of the node when it was this end.
        (thrown) => (this.isClosed ? round.succeed(place, null) : round.fail(place, thrown)),
      );
  }

  private keep(round: Round): void {
    this.tries.push(round);
    const { triesMax } = this.about;
    const keptMax = Number.isFinite(triesMax) ? triesMax : triesKeptMax;
    if (this.tries.length > 2 * keptMax) this.tries = this.tries.slice(-keptMax);
  }
}

const closedSubscription: Subscription = { next: () => Promise.resolve(connectionClosed), close: () => {} };
