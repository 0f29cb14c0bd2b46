/**
 * One client of a live run, inside its process. Builds what its program needs, waits for the beginning of the run, and
 * runs the program. At an anchor it does to itself what the anchor says, in the middle of its code.
 */

import { EventEmitter } from 'node:events';
import { clientContexts } from '../../../core/model/effects/clientContext';
import { processesOfScenario } from '../../../core/model/scenario/processes';
import { isRedis } from '../../../core/model/scenario/processId';
import { threadAlone } from '../../../core/model/trace/trace';
import { Driver, type StartedProgram } from '../../../core/promises/drive';
import { GuestCodeDriver } from '../../../core/promises/guestCode';
import { parts as usualParts } from '../../../core/run/parts';
import type { Parts } from '../../../core/sim/parts';
import type { GuestRuntime } from '../../../sandbox/attack/guestRuntime';
import type { LiveEventWriter } from '../liveEvent';
import { microsBetween, nanosNow, nanosPerMs } from '../nanos';
import { LiveAnchors } from './anchors';
import { Connections } from './connections';
import type { Anchor, Order, StartClient } from './contract';
import { LiveClock } from './liveClock';
import { makeHost } from './liveHost';
import { recorder } from './recorder';
import { type Output, reportPipe } from './report';
import type { OrderHandler } from './runProcess';
import { stopUntilContinued } from './stopping';

/**
 * How late a Node timer may be. The wait for the epoch uses a timer until this long before it, and then watches the
 * clock.
 */
const spinNanos = 3 * nanosPerMs;

export class ClientProcess implements OrderHandler {
  private readonly clock: LiveClock;
  private readonly connections: Connections;
  private readonly driver: Driver;
  private readonly record: LiveEventWriter;
  private readonly output: Output;
  private readonly parts: Parts;
  private thread: StartedProgram<void> | null = null;
  private epochNanos = 0;
  /** Called at a SIGTERM. Undefined while no code listens for it. */
  private stops: (() => void) | null | undefined;

  constructor(
    private readonly start: StartClient,
    { output = reportPipe, guest = null }: { readonly output?: Output; readonly guest?: GuestRuntime | null } = {},
  ) {
    const parts = guest?.parts ?? usualParts;
    this.output = output;
    this.parts = parts;
    const { me, incarnation, scenario, ports, keyPrefix, password, holdsBefore } = start;
    const processes = processesOfScenario(scenario, parts);
    this.record = recorder({ me, report: output.event });
    this.clock = new LiveClock(start.clock);
    this.connections = new Connections({ prefix: `${me}/${incarnation}`, ports, keyPrefix, password });
    const anchors = new LiveAnchors(
      start.anchors,
      (anchor) => this.inject(anchor),
      (count) => output.note({ note: 'effects', count }),
    );
    const holds = { before: holdsBefore, index: processes.indexOf(me), processCount: processes.length };
    const { clock, connections, record } = this;
    const host = makeHost({
      me,
      incarnation,
      scenario,
      clock,
      connections,
      record,
      anchors,
      holds,
    });
    this.driver =
      guest === null
        ? new Driver(host)
        : new GuestCodeDriver(host, {
            ...guest,
            exit: () => this.exit(),
            onStopRequest: (stops) => this.setStopHandler(stops),
            lifeOf: (process) => (process === me ? incarnation : undefined),
          });
  }

  async prepare(): Promise<void> {
    // A person's own code sends its scripts itself.
    await this.connections.warmUp((process) => this.start.own === undefined && isRedis(process));
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
        return this.connections.route(order.addressee, order.process, order.port);
      case 'end-thread':
        return this.endThread(order.fault);
      case 'start-thread':
        this.record.started(-1);
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

  /** Closes its connections. Its program gets no answer to anything that it still waits for. */
  async leave(): Promise<void> {
    this.connections.close();
  }

  private launchAtEpoch(): void {
    const left = this.epochNanos - nanosNow();
    if (left > spinNanos) {
      setTimeout(() => this.launchAtEpoch(), (left - spinNanos / 2) / nanosPerMs);
      return;
    }
    while (nanosNow() < this.epochNanos);
    this.launch();
  }

  private launch(): void {
    const { parts } = this;
    const { me, scenario } = this.start;
    const sinceEpoch = microsBetween(this.epochNanos, nanosNow());
    const context = clientContexts(scenario, parts)(me, sinceEpoch);
    const thread = this.driver.start(parts.client.run(context));
    this.thread = thread;
    void thread.result.then(
      () => {
        if (this.thread === thread) this.output.note({ note: 'done', stampNanos: nanosNow() });
      },
      (problem: unknown) => this.output.note({ note: 'problem', message: String(problem) }),
    );
  }

  private inject({ id, inject }: Anchor): void {
    this.output.note({ note: 'anchor', id, stampNanos: nanosNow() });
    switch (inject.kind) {
      case 'stop':
        return this.stop(inject);
      case 'kill':
        process.kill(process.pid, 'SIGKILL');
        return;
      case 'end-thread':
        return this.endThread(inject.fault);
      case 'clock':
        return this.clock.change(inject.change);
      case 'tell':
        return;
      default:
        inject satisfies never;
    }
  }

  /** Listens to the real SIGTERM by Node's own `on`, because the lock's code has a `process.on` of its own. */
  private setStopHandler(stops: (() => void) | null): void {
    if (this.stops === undefined) EventEmitter.prototype.on.call(process, 'SIGTERM', () => this.stops?.());
    this.stops = stops;
    this.output.note({ note: 'heeds', hasStopHandler: stops !== null });
  }

  /** The person's own code threw an exception that nobody caught. */
  private exit(): void {
    this.output.note({ note: 'exit', stampNanos: nanosNow() });
    process.kill(process.pid, 'SIGKILL');
  }

  /** Continues after this line when somebody sends SIGCONT. */
  private stop({ suspended }: { readonly suspended: boolean }): void {
    if (suspended) this.clock.standingStill(stopUntilContinued);
    else stopUntilContinued();
  }

  private endThread(fault: number): void {
    const { thread } = this;
    if (thread === null || thread.task.done) return;
    this.record.crashed(fault, threadAlone);
    this.driver.kill(thread.task);
  }
}
