/** What each fault does to real processes and a real network, and when. It writes what the simulator's faults write. */
import { type CrashFault, type Fault, type Message, nobodyTakesOver, type PowerLossFault } from '../../model/fault';
import { legs } from '../../model/messageSpans';
import type { ProcessId } from '../../model/scenario';
import { fromMs, type Micros } from '../../model/time';
import type { RequestSeen, Undo } from '../proxy/contract';
import { ClientMachine } from './clientMachine';
import { failOver } from './failover';
import type { Done, LiveMachine } from './liveMachine';
import { nanosNow, type Stage } from './stage';
import type { Topology } from './topology';

type StrikingFault = Exclude<Fault, { readonly kind: 'lose' | 'delay' }>;

export class Faults {
  private readonly armed: { readonly fault: Fault; readonly number: number }[] = [];
  /** Of faults that wait for anybody's request to a process: how many have come by. */
  private readonly requests = new Map<ProcessId, number>();

  constructor(
    private readonly stage: Stage,
    private readonly topology: Topology,
  ) {}

  /** Strikes when its time or its message comes; one that waits for a client's code is struck by `reached`. */
  arm(fault: Fault, number: number): void {
    this.armed.push({ fault, number });
    if (fault.kind === 'lose') return this.ruleMessage(fault.message, number, null);
    if (fault.kind === 'delay') return this.ruleMessage(fault.message, number, fromMs(fault.by));
  }

  /** The run begins. What strikes at time 0 has struck when this resolves. */
  async begin(): Promise<void> {
    const { stage } = this;
    for (const { fault, number } of this.armed) {
      if (!('when' in fault) || fault.when.kind !== 'time') continue;
      if (fault.when.at <= 0) await this.strike(fault, number, { stampNanos: stage.epochNanos });
      else stage.after(stage.epochNanos, fault.when.at, () => this.strike(fault, number));
    }
  }

  /** A client has come to where this fault waits for it. */
  reached(client: ClientMachine, number: number, stampNanos: number): void {
    const { stage } = this;
    const fault = this.armed.find((armed) => armed.number === number)?.fault;
    if (fault === undefined || !('when' in fault)) return;
    const plus = fault.when.kind === 'step' ? (fault.when.plus ?? 0) : 0;
    if (plus > 0) return stage.after(stampNanos, plus, () => this.strike(fault, number));
    if (isDoneByItself(fault, client))
      return stage.perform(() => this.strike(fault, number, { stampNanos, isDone: true }));
    stage.perform(async () => {
      await client.halted();
      const isOwn = 'process' in fault && fault.process === client.id;
      await client.holdWhile(() => this.strike(fault, number, isOwn ? { stampNanos, isDone: true } : {}));
    });
  }

  /** A request comes by on the network: of faults that wait for whoever sends it. */
  requested({ to }: RequestSeen): void {
    const nth = (this.requests.get(to) ?? 0) + 1;
    this.requests.set(to, nth);
    for (const { fault, number } of this.armed) {
      if (!('when' in fault) || fault.when.kind !== 'request' || fault.when.from?.startsWith('client')) continue;
      if (fault.when.to === to && fault.when.nth === nth) this.stage.perform(() => this.strike(fault, number));
    }
  }

  /** @param struck `isDone`: the process has done it to itself, at that stamp. */
  private async strike(
    fault: StrikingFault,
    number: number,
    { stampNanos, isDone = false }: { readonly stampNanos?: number; readonly isDone?: boolean } = {},
  ): Promise<void> {
    const { stage, topology } = this;
    const failover = fault.kind === 'failover' ? topology.failover(fault) : null;
    if (fault.kind === 'failover' && failover === null) return stage.miss(number, nobodyTakesOver(fault));
    const process = 'process' in fault ? fault.process : fault.from[0];
    if (process !== undefined) stage.report('faultStruck', process, { fault: number }, stampNanos ?? nanosNow());
    const done: Done = isDone && stampNanos !== undefined ? { doneNanos: stampNanos } : {};
    if (failover !== null) return failOver(stage, topology, failover, number);
    await this.strikeOn(fault, number, done);
  }

  private async strikeOn(fault: StrikingFault, number: number, done: Done): Promise<void> {
    const { stage } = this;
    switch (fault.kind) {
      case 'pause':
      case 'suspend':
        return this.on(fault).pause(number, fault.for, { ...done, suspended: fault.kind === 'suspend' });
      case 'crash':
      case 'power-loss':
        return this.crash(fault, number, done);
      case 'restart':
        await this.on(fault).crash(number, { ...done, power: false });
        return this.on(fault).start();
      case 'clock-jump':
        return this.on(fault).jump(fromMs(fault.by), done);
      case 'clock-slew':
        return this.on(fault).slew(number, fromMs(fault.by), fromMs(fault.over), done);
      case 'clock-drift': {
        const machine = this.on(fault);
        const ppm = Math.round(fault.ppm);
        await machine.drift(ppm, done);
        if (fault.for === 'ever') return;
        return stage.after(nanosNow(), fault.for, async () => {
          await machine.drift(-ppm, {});
          stage.report('faultEnded', machine.id, { fault: number });
        });
      }
      case 'cut':
      case 'slow': {
        const undo = this.changeLinks(fault);
        if (fault.for === 'ever') return;
        return stage.after(nanosNow(), fault.for, () => {
          for (const one of undo) one();
          if (fault.from[0] !== undefined) stage.report('faultEnded', fault.from[0], { fault: number });
        });
      }
      case 'failover':
        throw new Error('A failover is no matter of one process.');
      default:
        throw new Error(`No such fault: ${JSON.stringify(fault satisfies never)}.`);
    }
  }

  /** Its start belongs to this crash: who has been started and crashed again since then stays down. */
  private async crash(fault: CrashFault | PowerLossFault, number: number, done: Done): Promise<void> {
    const { stage } = this;
    const machine = this.on(fault);
    if (fault.kind === 'crash' && fault.only === 'thread' && machine instanceof ClientMachine)
      return this.endThread(machine, fault, number, done);
    const struckNanos = done.doneNanos ?? nanosNow();
    const power = fault.kind === 'power-loss';
    if (!(await machine.crash(number, { ...done, power })) || fault.restartAfter === 'never') return;
    const life = machine.incarnation;
    stage.after(struckNanos, fault.restartAfter, async () => {
      if (machine.incarnation === life) await machine.start();
    });
  }

  private endThread(client: ClientMachine, { restartAfter }: CrashFault, number: number, done: Done): void {
    if (!client.endThread(number, done.doneNanos !== undefined) || restartAfter === 'never') return;
    const life = client.threadLife;
    this.stage.after(done.doneNanos ?? nanosNow(), restartAfter, () => {
      if (client.alive && client.threadLife === life) client.startThread();
    });
  }

  private changeLinks(fault: Extract<Fault, { readonly kind: 'cut' | 'slow' }>): readonly Undo[] {
    const { proxy } = this.stage;
    const { from, to, bothWays } = fault;
    const pairs = from.flatMap((a) => to.flatMap((b) => (a === b ? [] : [[a, b] as const])));
    const directions = pairs.flatMap(([a, b]) => (bothWays ? [[a, b] as const, [b, a] as const] : [[a, b] as const]));
    return directions.map(([a, b]) => (fault.kind === 'cut' ? proxy.cut(a, b) : proxy.slow(a, b, fromMs(fault.by))));
  }

  private ruleMessage(message: Message, number: number, delay: Micros | null): void {
    const { stage } = this;
    stage.proxy.addRule({
      from: message.from,
      to: message.to,
      leg: legs.indexOf(message.leg),
      nth: 'nth' in message ? message.nth : null,
      after: 'after' in message ? fromMs(message.after) : null,
      delay,
      struck: (stampNanos) => stage.report('faultStruck', message.from, { fault: number }, stampNanos),
    });
  }

  private on({ process }: { readonly process: ProcessId }): LiveMachine {
    return this.stage.get(process);
  }
}

/** Whether the client has done the whole of it and runs on. */
function isDoneByItself(fault: Fault, client: ClientMachine): boolean {
  if (!('process' in fault) || fault.process !== client.id) return false;
  return (
    fault.kind === 'clock-jump' ||
    fault.kind === 'clock-slew' ||
    fault.kind === 'clock-drift' ||
    (fault.kind === 'crash' && fault.only === 'thread')
  );
}
