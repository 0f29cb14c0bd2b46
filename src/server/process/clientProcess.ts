/**
 * One client of a live run inside its process: builds what its program is handed, waits for the beginning, and runs it; does
 * to itself what an anchor says, in the midst of its code.
 */
import { type Driven, Driver } from '../../drive/drive';
import { registry } from '../../explore/registry';
import { clientContexts } from '../../model/clientContext';
import { processesOfScenario } from '../../model/processes';
import type { ProcessId } from '../../model/scenario';
import { LiveAnchors } from './anchors';
import { Connections } from './connections';
import type { Anchor, Order, StartClient } from './contract';
import { LiveClock } from './liveClock';
import { makeHost } from './liveHost';
import { type Output, reportPipe, stampNanos, teller } from './report';
import type { Obedient } from './runProcess';
import { stopUntilContinued } from './stopping';

/** Short of the epoch, a timer of Node's would be late by up to this: the rest is waited for by looking at the clock. */
const spinNanos = 3_000_000;

/** In the column `power` of `crashed`: neither the machine nor the process, but one thread of it. */
const threadAlone = 2;

export class ClientProcess implements Obedient {
  private readonly clock: LiveClock;
  private readonly connections: Connections;
  private readonly driver: Driver;
  private readonly tell: ReturnType<typeof teller>;
  private thread: Driven<void> | null = null;
  private epochNanos = 0;

  constructor(
    private readonly start: StartClient,
    private readonly output: Output = reportPipe,
  ) {
    const { me, incarnation, scenario, ports, keyPrefix, logins = {}, holdsBefore } = start;
    const processes = processesOfScenario(scenario, registry);
    this.tell = teller(me, output.event);
    this.clock = new LiveClock(start.clock);
    this.connections = new Connections({ prefix: `${me}/${incarnation}`, ports, keyPrefix, logins });
    const anchors = new LiveAnchors(
      start.anchors,
      (anchor) => this.strike(anchor),
      (count) => output.note({ note: 'effects', count }),
    );
    const holds = { before: holdsBefore, index: processes.indexOf(me), processCount: processes.length };
    const { clock, connections, tell } = this;
    this.driver = new Driver(makeHost({ me, incarnation, scenario, clock, connections, tell, anchors, holds }));
  }

  async prepare(): Promise<void> {
    await this.connections.warmUp(isRedis);
    this.output.note({ note: 'ready', port: null, database: null });
  }

  obey(order: Order): void {
    switch (order.type) {
      case 'go':
        this.epochNanos = order.epochNanos;
        return this.launchAtEpoch();
      case 'clock':
        return this.clock.change(order.change, order.atNanos);
      case 'route':
        return this.connections.route(order.asked, order.process, order.port);
      case 'end-thread':
        return this.endThread(order.fault);
      case 'start-thread':
        this.tell('started', { kept: -1 });
        return this.launch();
      case 'suspend':
        return this.stop({ suspended: true });
      case 'start':
      case 'stop':
        return;
      default:
        order satisfies never;
    }
  }

  /** Closes its connections. What its program still waits for never comes. */
  async leave(): Promise<void> {
    this.connections.close();
  }

  private launchAtEpoch(): void {
    const left = this.epochNanos - stampNanos();
    if (left > spinNanos) {
      setTimeout(() => this.launchAtEpoch(), (left - spinNanos / 2) / 1_000_000);
      return;
    }
    while (stampNanos() < this.epochNanos);
    this.launch();
  }

  private launch(): void {
    const { me, scenario } = this.start;
    const sinceEpoch = Math.max(0, Math.floor((stampNanos() - this.epochNanos) / 1000));
    const context = clientContexts(scenario, registry)(me, sinceEpoch);
    const thread = this.driver.start(registry.client.run(context));
    this.thread = thread;
    void thread.result.then(
      () => {
        if (this.thread === thread) this.output.note({ note: 'done', stampNanos: stampNanos() });
      },
      (problem: unknown) => this.output.note({ note: 'problem', message: String(problem) }),
    );
  }

  private strike({ id, strike }: Anchor): void {
    this.output.note({ note: 'anchor', id, stampNanos: stampNanos() });
    switch (strike.kind) {
      case 'stop':
        return this.stop(strike);
      case 'kill':
        process.kill(process.pid, 'SIGKILL');
        return;
      case 'end-thread':
        return this.endThread(strike.fault);
      case 'clock':
        return this.clock.change(strike.change);
      case 'tell':
        return;
      default:
        strike satisfies never;
    }
  }

  /** Goes on behind this line when somebody sends SIGCONT. */
  private stop({ suspended }: { readonly suspended: boolean }): void {
    if (suspended) this.clock.standingStill(stopUntilContinued);
    else stopUntilContinued();
  }

  private endThread(fault: number): void {
    const { thread } = this;
    if (thread === null || thread.task.done) return;
    this.tell('crashed', { fault, power: threadAlone });
    this.driver.kill(thread.task);
  }
}

const isRedis = (process: ProcessId): boolean => process.startsWith('node') || process.startsWith('replica');
