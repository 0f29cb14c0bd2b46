/**
 * A world as a trace, in the format of any run, so that the same judge, account and picture apply. A client has the lock
 * from the answer that gave it to its release. Where it did nothing more for the data before another one got the lock,
 * it had stopped its work there: a client that looks at its own clock and stops sends nothing, and is not inside.
 */

import type { Fault } from '../../core/model/scenario/fault';
import { type ProcessId, roleOf } from '../../core/model/scenario/processId';
import {
  goneCauses,
  kindNumber,
  lossCauses,
  programEngine,
  refusalChecks,
  type Trace,
  type TraceHeader,
  traceVersion,
} from '../../core/model/trace/trace';
import { fromMs, instant } from '../../core/model/values/time';
import { valueText } from '../../core/sim/redis/entry';
import { GrowingTrace } from '../../live/wire/growingTrace';
import { answerText, cutText, isError, numberIn, readsItself, textOf } from './commandTexts';
import { Holds } from './holds';
import { keyOfId, type LockStep, stateOf, withSteps } from './lockState';
import { faultLength } from './places';
import { isAbout } from './roles';
import type { CommandEvent, Role, StorageCall, WorldEvent } from './worldEvents';
import { faultsOf, nodeId, replicaId, scenarioOf, type WorldParts } from './worldScenario';

const kinds = kindNumber;

interface Options extends WorldParts {
  /** The data to judge: one of `roles.data`. Null: they are at the HTTP address. */
  readonly data: string | null;
}

export function traceOf(options: Options): Trace {
  return new TraceOfWorld(options).trace();
}

interface Row {
  readonly at: number;
  readonly order: number;
  readonly row: readonly number[];
}

type Stop = Extract<WorldEvent, { readonly kind: 'paused' | 'resumed' | 'killed' }>;

class TraceOfWorld {
  private readonly rows: Row[] = [];
  private readonly strings: string[] = [];
  private readonly indexOf = new Map<string, number>();
  private readonly processes: readonly ProcessId[];
  private readonly holds: Holds;
  private readonly latestOf = new Map<number, CommandEvent>();
  private calls = 0;
  /** What the lock was on each server. */
  private readonly lockWas = new Map<number, string>();
  private version = 1;
  private readonly faults: Readonly<Record<string, Fault>>;
  private readonly struckAt: number | null;
  private readonly stops: readonly Stop[];

  constructor(private readonly options: Options) {
    const { clients, nodes, run, plan } = options;
    this.processes = [
      ...Array.from({ length: clients }, (_, i) => `client${i + 1}` as ProcessId),
      ...Array.from({ length: nodes }, (_, i) => nodeId(i)),
      ...(plan?.fault === 'failover' ? Array.from({ length: nodes }, (_, i) => replicaId(i)) : []),
      'storage' as ProcessId,
    ];
    this.holds = new Holds((...row) => this.write(...row), options.roles.lock, options);
    for (const event of run.events)
      if (event.kind === 'command' && !this.latestOf.has(event.server)) this.latestOf.set(event.server, event);
    this.stops = run.events.filter(
      (event): event is Stop => event.kind === 'paused' || event.kind === 'resumed' || event.kind === 'killed',
    );
    this.struckAt = run.events.find(({ kind }) => kind === 'fault')?.at ?? null;
    this.faults = faultsOf(options);
  }

  trace(): Trace {
    const { run, roles } = this.options;
    for (let client = 1; client <= this.options.clients; client++)
      this.write(0, kinds.step, this.client(client), this.text('think'), 0);
    const steps = new Map([...withSteps(run.events, roles.lockKey)].map(({ event, step }) => [event, step]));
    for (const event of run.events) this.take(event, steps);
    this.holds.stopIdle();
    const header = this.header();
    const growing = new GrowingTrace(header);
    this.rows.sort((a, b) => a.at - b.at || a.order - b.order);
    const problem = growing.add({ strings: this.strings, rows: this.rows.map(({ row }) => row) });
    if (problem !== null) throw new Error(problem.en);
    return growing.trace(header);
  }

  private header(): TraceHeader {
    const { run, roles, nodes } = this.options;
    const { lease } = roles;
    const last = this.rows.reduce((most, { at }) => Math.max(most, at), 0);
    return {
      version: traceVersion,
      engine: programEngine,
      origin: 'live',
      scenario: scenarioOf(this.options, this.faults),
      ended: run.isCut ? 'duration' : 'quiet',
      endedAt: instant(Math.max(run.endedAt, last)),
      processes: this.processes.map((id) => ({ id, role: roleOf(id), uncertainty: 0 })),
      lockEntry: cutText(roles.lock ?? 'lock'),
      quorum: Math.floor(nodes / 2) + 1,
      ...(lease === null ? {} : { lease: fromMs(lease) }),
      ...(roles.guard === null ? {} : { guard: roles.guard }),
      emulated: [],
      missed: {},
    };
  }

  private take(event: WorldEvent, steps: ReadonlyMap<CommandEvent, LockStep | null>): void {
    switch (event.kind) {
      case 'command':
        return this.takeCommand(event, steps.get(event) ?? null);
      case 'storage':
        return this.takeStorage(event);
      case 'changed':
        return this.entry(event.at, event.server, -1, event.change);
      case 'fault':
        return this.takeFault(event.at);
      case 'fault-ended':
        return this.takeFaultEnd(event.at);
      case 'paused':
        return this.write(event.at, kinds.paused, this.client(event.client), 0);
      case 'resumed':
        return this.write(event.at, kinds.resumed, this.client(event.client));
      case 'killed':
        return this.write(event.at, kinds.crashed, this.client(event.client), 0, 0);
      case 'exited':
        return this.takeExit(event.at, event.client, event.exit.code === 0);
      default:
        return event satisfies never;
    }
  }

  private takeCommand(event: CommandEvent, step: LockStep | null): void {
    const { roles, data } = this.options;
    this.latestOf.set(event.server, event);
    const { client, server, cameAt, at, words, answer } = event;
    const all = roles.ofEvent(event, step);
    const isOfData = data !== null && isAbout(words, data) && (all.includes('read') || all.includes('write'));
    const message = 2 * this.calls++;
    const me = this.client(client);
    const peer = isOfData && !all.some(isOfLock) ? this.storage : this.server(server, at);
    const hold = this.holds.of(client);
    if (all.some(isOfLock) && !hold.isOpen && !all.includes('release')) this.holds.begin(cameAt, client);
    if (all.includes('release') && hold.isAcquired && !hold.isReleasing) {
      this.write(cameAt, kinds.releasing, me, hold.number);
      hold.isReleasing = true;
    }
    this.write(cameAt, kinds.sent, me, peer, message, this.text(textOf(words)), 0, -1);
    this.write(at, kinds.arrived, peer, me, message);
    // Who counts up a lock that another one has did not take it.
    for (const change of event.changes)
      if (peer !== this.storage && (step !== null || !this.isOfLock(change.key))) this.entry(at, server, me, change);
    const isGranted = step === 'acquire';
    if (isOfData) this.work(event, all, peer === this.storage ? message : 2 * this.calls++);
    const isOk = all.includes('acquire') ? isGranted : !isError(answer);
    this.write(at, kinds.received, peer, me, message, isOk ? 1 : 0);
    const heardAt = this.answer(event, { peer, message, text: answerText(answer) });
    if (heardAt === null) return;
    if (isGranted) this.holds.grant(heardAt, event);
    if (step === 'extend' && hold.isAcquired)
      this.write(heardAt, kinds.extended, me, hold.number, this.holds.validFor(heardAt, event));
    if (hold.isReleasing && all.includes('release')) this.holds.end(heardAt, client);
  }

  private isOfLock(key: string): boolean {
    const { lock } = this.options.roles;
    return lock !== null && key === keyOfId(lock);
  }

  private takeStorage(event: StorageCall): void {
    const { client, cameAt, at } = event;
    const me = this.client(client);
    const message = 2 * this.calls++;
    const text = event.event.kind === 'read' ? 'GET' : `PUT ${cutText(event.event.value)}`;
    this.write(cameAt, kinds.sent, me, this.storage, message, this.text(text), 0, -1);
    this.write(at, kinds.arrived, this.storage, me, message);
    const hold = this.holds.of(client);
    const storageEvent = event.event;
    if (storageEvent.kind === 'read') {
      hold.lastRead = storageEvent.version;
      this.write(
        at,
        kinds.read,
        this.storage,
        me,
        message,
        storageEvent.version,
        -1,
        numberIn(storageEvent.value, storageEvent.version),
      );
    } else if (storageEvent.kind === 'wrote') {
      this.write(
        at,
        kinds.wrote,
        this.storage,
        me,
        message,
        storageEvent.version,
        hold.lastRead,
        storageEvent.token ?? -1,
        numberIn(storageEvent.value, storageEvent.version),
      );
      hold.lastRead = storageEvent.version;
    } else
      this.write(
        at,
        kinds.rejected,
        this.storage,
        me,
        message,
        storageEvent.offered,
        storageEvent.against,
        numberIn(storageEvent.value, -1),
        refusalChecks.indexOf(storageEvent.check),
      );
    if (storageEvent.kind !== 'rejected') hold.lastWorkAt = at;
    this.write(at, kinds.received, this.storage, me, message, storageEvent.kind === 'rejected' ? 0 : 1);
    this.answer(event, {
      peer: this.storage,
      message,
      text:
        storageEvent.kind === 'rejected'
          ? 'refused'
          : storageEvent.kind === 'read'
            ? cutText(storageEvent.value)
            : 'OK',
    });
  }

  /** What a command did to the data. */
  private work(event: CommandEvent, all: readonly Role[], message: number): void {
    const { at, client, changes, words } = event;
    const me = this.client(client);
    const hold = this.holds.of(client);
    hold.lastWorkAt = at;
    if (all.includes('write')) {
      // A command that computes the new value from the old one at the server reads the current version.
      const basedOn = readsItself(words) ? this.version : hold.lastRead;
      this.version++;
      const entry = changes.at(-1)?.entry;
      const value = entry ? numberIn(valueText(entry), this.version) : 0;
      this.write(at, kinds.wrote, this.storage, me, message, this.version, basedOn, -1, value);
      hold.lastRead = this.version;
    } else {
      hold.lastRead = this.version;
      this.write(
        at,
        kinds.read,
        this.storage,
        me,
        message,
        this.version,
        -1,
        numberIn(answerText(event.answer), this.version),
      );
    }
  }

  /** @returns when the client's code gets the answer. Null: never. */
  private answer(
    { client, at, answeredAt }: CommandEvent | StorageCall,
    { peer, message, text }: { readonly peer: number; readonly message: number; readonly text: string },
  ): number | null {
    const me = this.client(client);
    this.write(at, kinds.sent, peer, me, message + 1, this.text(cutText(text)), 1, -1);
    if (answeredAt === null) {
      this.write(at, kinds.lost, peer, me, message + 1, lossCauses.indexOf('dropped'));
      return null;
    }
    this.write(answeredAt, kinds.arrived, me, peer, message + 1);
    const heardAt = this.awakeAt(client, answeredAt);
    if (heardAt !== null) this.write(heardAt, kinds.received, me, peer, message + 1, 1);
    return heardAt;
  }

  /** When the client runs at or after this time. Null: never again. */
  private awakeAt(client: number, at: number): number | null {
    let awake: number | null = at;
    for (const event of this.stops) {
      if (event.client !== client) continue;
      if (event.kind === 'paused' && event.at <= at) awake = null;
      else if (event.kind === 'resumed' && awake === null) awake = Math.max(at, event.at);
      else if (event.kind === 'killed' && event.at <= (awake ?? at)) return null;
    }
    return awake;
  }

  private takeExit(at: number, client: number, isOk: boolean): void {
    const isKilled = this.options.run.events.some((event) => event.kind === 'killed' && event.client === client);
    if (isKilled) return;
    this.holds.exit(at, client);
    this.write(at, kinds.finished, this.client(client), 1, isOk ? 1 : 0);
  }

  private takeFault(at: number): void {
    const { plan } = this.options;
    const names = Object.keys(this.faults);
    names.forEach((_, fault) => {
      const target = this.hitBy(fault);
      this.write(at, kinds.faultStruck, target, fault);
      if (plan?.fault === 'restart') {
        this.write(at, kinds.crashed, target, fault, 0);
        this.write(at, kinds.started, target, 0);
      } else if (plan?.fault === 'failover') {
        this.write(at, kinds.crashed, target, fault, 0);
        this.write(at, kinds.promoted, this.processes.indexOf(replicaId(fault)), target, 1);
      } else if (plan?.fault === 'clock-jump')
        this.write(at, kinds.clockSet, target, fromMs(Math.round(faultLength(this.options.roles.lease))), 0);
    });
  }

  private takeFaultEnd(at: number): void {
    const { plan } = this.options;
    if (plan?.fault === 'pause' || plan?.fault === 'unreachable') this.write(at, kinds.faultEnded, this.hitBy(0), 0);
  }

  private hitBy(fault: number): number {
    const { plan } = this.options;
    const isServer = plan?.fault === 'restart' || plan?.fault === 'clock-jump' || plan?.fault === 'failover';
    return isServer ? this.processes.indexOf(nodeId(fault)) : this.client(plan?.first ?? 1);
  }

  private entry(at: number, server: number, by: number, { key, entry, cause }: CommandEvent['changes'][number]): void {
    const { lock } = this.options.roles;
    const isOfLock = lock !== null && key === keyOfId(lock);
    const node = this.server(server, at);
    const name = this.text(cutText(isOfLock ? lock : key));
    const value = isOfLock ? this.lockValue(server, by, entry) : entry && valueText(entry);
    if (isOfLock) {
      const now = `${value} ${entry?.expireAtMs ?? ''}`;
      if (this.lockWas.get(node) === now || (value === null && !this.lockWas.has(node))) return;
      this.lockWas.set(node, now);
    }
    if (value !== null) {
      const expires = entry?.expireAtMs ?? -1;
      const left = expires < 0 ? -1 : Math.max(0, fromMs(expires) - this.wallAt(server, at));
      return this.write(at, kinds.entrySet, node, by, name, this.text(cutText(value)), left);
    }
    const gone = cause === 'expired' ? 'expired' : by < 0 ? 'lost' : 'deleted';
    this.write(at, kinds.entryGone, node, by, name, goneCauses.indexOf(gone));
  }

  /** In the trace the lock is there while somebody has it. Null: it is free. */
  private lockValue(server: number, by: number, entry: CommandEvent['changes'][number]['entry']): string | null {
    const { lockKey } = this.options.roles;
    if (lockKey === null) return null;
    const state = stateOf(lockKey.id, entry);
    if (lockKey.free.has(state)) return null;
    // Where its absence means that it is taken, who took it is all that is known.
    return state ?? (by < 0 ? `lost by node ${server + 1}` : `client${by + 1}`);
  }

  /** The server's clock at this time of the run, in µs, as the latest command showed it. */
  private wallAt(server: number, at: number): number {
    const latestCommand = this.latestOf.get(server);
    return latestCommand === undefined ? 0 : fromMs(latestCommand.wallMs) + (at - latestCommand.at);
  }

  private client(client: number): number {
    return client - 1;
  }

  /** After a failover its replica answers. */
  private server(server: number, at: number): number {
    const isMoved = this.options.plan?.fault === 'failover' && this.struckAt !== null && at > this.struckAt;
    const replica = isMoved ? this.processes.indexOf(replicaId(server)) : -1;
    return replica >= 0 && server <= this.options.nodes / 2 ? replica : this.processes.indexOf(nodeId(server));
  }

  private get storage(): number {
    return this.processes.length - 1;
  }

  private text(text: string): number {
    let index = this.indexOf.get(text);
    if (index === undefined) {
      index = this.strings.push(text) - 1;
      this.indexOf.set(text, index);
    }
    return index;
  }

  private write(at: number, kind: number, process: number, ...columns: readonly number[]): void {
    this.rows.push({ at, order: this.rows.length, row: [at, kind, process, ...columns] });
  }
}

const isOfLock = (role: Role): boolean => role !== 'read' && role !== 'write';
