/**
 * What all connections of one run share: the simulator's links, the time of the run, the machines without power, and
 * the log of events. Knows no socket.
 */

import { type ProcessId, roleOf } from '../../../core/model/scenario/processId';
import type { StandIn } from '../../../core/model/trace/standIn';
import { type LossCause, lossCauses, type TraceKind } from '../../../core/model/trace/trace';
import { hashText, mix } from '../../../core/model/values/random';
import { fromMs, type Micros, type Ms } from '../../../core/model/values/time';
import { latencyBetween, latencyDraw } from '../../../core/sim/latency';
import { Link } from '../../../core/sim/link';
import { sentAgainAt } from '../../../core/sim/resending';
import { Sleep } from '../../../core/sim/sleep';
import type { LiveColumns, LiveEvent, MessageName } from '../liveEvent';
import { microsBetween, nanosNow, nanosPerMicro } from '../nanos';
import type { ProxyOptions } from './contract';
import { Scheduler } from './scheduler';

/** A message that a cut link holds until it is sent again. */
export interface HeldMessage {
  /** It gets through, and arrives at this stamp. */
  readonly resent: (arrivalNanos: number) => void;
  /** Its connection has ended. */
  readonly lost: () => void;
}

/** Messages that a kernel sends again on one connection. */
interface SentAgain {
  readonly epochNanos: number;
  readonly sleep: Sleep;
  readonly link: Link<HeldMessage>;
  readonly resending: Link<HeldMessage>['resending'];
}

const resetAfterMsDefault = 15_000;

export class Network {
  readonly scheduler = new Scheduler();
  readonly dark = new Set<ProcessId>();
  /** When each killed process was killed. It may exist for a moment more, and on a busy machine for longer. */
  private readonly goneSince = new Map<ProcessId, number>();
  readonly resetAfterMs: Ms;
  /** A call without a limit waits until the run ends, as in the simulator. */
  readonly callResetAfterMs: Ms;
  /** The sending stamp of the message that a link is handling. */
  sendingNanos = 0;
  private epochNanos: number | null = null;
  private isClosed = false;
  private readonly links = new Map<string, Link<HeldMessage>>();
  private readonly sleeps = new Map<ProcessId, Sleep>();
  private readonly requestCounts = new Map<string, number>();

  constructor(readonly options: ProxyOptions) {
    const { scenario, resetAfterMs = resetAfterMsDefault } = options;
    this.resetAfterMs = resetAfterMs;
    this.callResetAfterMs = options.resetAfterMs ?? Math.max(resetAfterMs, scenario.settings.duration);
  }

  get isRunning(): boolean {
    return this.epochNanos !== null && !this.isClosed;
  }

  begin(epochNanos: number): void {
    this.epochNanos = epochNanos;
  }

  setKilled(process: ProcessId, sinceNanos: number | null): void {
    this.endConnections(process);
    if (sinceNanos === null) this.goneSince.delete(process);
    else this.goneSince.set(process, sinceNanos);
  }

  isGone(process: ProcessId): boolean {
    return this.goneSince.has(process);
  }

  /** The stamp of an act that is seen now. A killed process acted before its kill, even if its bytes are seen later. */
  stampOf(process: ProcessId): number {
    return Math.min(nanosNow(), (this.goneSince.get(process) ?? Number.POSITIVE_INFINITY) - nanosPerMicro);
  }

  close(): void {
    this.isClosed = true;
    this.scheduler.close();
  }

  link(from: ProcessId, to: ProcessId): Link<HeldMessage> {
    const name = `${from}>${to}`;
    const knownLink = this.links.get(name);
    if (knownLink) return knownLink;
    const { settings, seed } = this.options.scenario;
    const latency = latencyBetween(settings, from, to);
    // Drawn as in the simulator, so that the nth message of a link takes the same time in both.
    const link = new Link<HeldMessage>(seed, mix(hashText(from), hashText(to)), latencyDraw(latency), settings);
    this.links.set(name, link);
    return link;
  }

  /** Returns when a message that is sent now arrives. 'dropped': never. 'cut': pass it to `wait`. */
  send(from: ProcessId, to: ProcessId, leg: 0 | 1 | 2, sentNanos: number): number | 'dropped' | 'cut' {
    if (this.epochNanos === null) return sentNanos;
    this.sendingNanos = sentNanos;
    const arrival = this.link(from, to).send(microsBetween(this.epochNanos, sentNanos), leg);
    return typeof arrival === 'number' ? this.epochNanos + arrival * nanosPerMicro : arrival;
  }

  isCut(from: ProcessId, to: ProcessId): boolean {
    return this.link(from, to).cuts > 0;
  }

  /** Keeps a message until the cut ends. */
  wait(from: ProcessId, to: ProcessId, held: HeldMessage): void {
    const { epochNanos } = this;
    if (epochNanos === null) return held.lost();
    const link = this.link(from, to);
    const sleep = this.sleep(from);
    const after = link.wait(held, sleep.awake(microsBetween(epochNanos, nanosNow())));
    if (after !== null) this.sendAgainAfter(after, { epochNanos, sleep, link, resending: link.resending });
  }

  private sendAgainAfter(after: Micros, waiting: SentAgain): void {
    const { epochNanos, sleep } = waiting;
    this.scheduler.at(epochNanos + sleep.whenAwake(after) * nanosPerMicro, () =>
      sleep.whenOver(() => this.sendAgain(after, waiting)),
    );
  }

  /** Sends again what waits on a connection, once its sender has been awake for `after`. */
  private sendAgain(after: Micros, waiting: SentAgain): void {
    const { epochNanos, sleep, link, resending } = waiting;
    if (!resending.any || this.isClosed) return;
    const now = microsBetween(epochNanos, nanosNow());
    const awake = sleep.awake(now);
    if (awake < after) return this.sendAgainAfter(after, waiting);
    const again = link.sendAgain(resending, { now, awake });
    if (again.kind === 'later') this.sendAgainAfter(again.after, waiting);
    else if (again.kind === 'given-up') for (const { item } of again.items) item.lost();
    else for (const { item, arrival } of again.items) item.resent(epochNanos + arrival * nanosPerMicro);
  }

  /** Calls `act` when a kernel sends again what a dark machine did not receive at `sinceNanos`. */
  whenSentAgain(sinceNanos: number, act: () => void): void {
    const waited = sentAgainAt(0, microsBetween(sinceNanos, nanosNow()));
    this.scheduler.at(sinceNanos + waited * nanosPerMicro, act);
  }

  /** The machine of a process falls asleep or wakes up. Meanwhile its kernel sends nothing again. */
  setSuspended(process: ProcessId, asleep: boolean, stampNanos: number): void {
    const at = microsBetween(this.epochNanos ?? stampNanos, stampNanos);
    if (asleep) this.sleep(process).begin(at);
    else this.sleep(process).end(at);
  }

  isAsleep(process: ProcessId): boolean {
    return this.sleeps.get(process)?.isAsleep === true;
  }

  private sleep(process: ProcessId): Sleep {
    const knownSleep = this.sleeps.get(process);
    if (knownSleep) return knownSleep;
    const sleep = new Sleep();
    this.sleeps.set(process, sleep);
    return sleep;
  }

  /** The same for what the trace does not show: a handshake, the end of a connection. null: pass it to `wait`. */
  notice(from: ProcessId, to: ProcessId): number | null {
    const now = nanosNow();
    if (this.epochNanos === null) return now;
    const arrival = this.link(from, to).notice(microsBetween(this.epochNanos, now));
    return arrival === null ? null : this.epochNanos + arrival * nanosPerMicro;
  }

  /** Calls `act` when something sent now, which the trace does not show, has arrived. A cut link keeps it back. */
  deliver(from: ProcessId, to: ProcessId, act: () => void): void {
    const arrival = this.notice(from, to);
    if (arrival === null) this.wait(from, to, { resent: (at) => this.scheduler.at(at, act), lost: () => {} });
    else this.scheduler.at(arrival, act);
  }

  /** How long bytes take between a replica and its master, or a sentinel and a server, in nanoseconds. */
  lagNanos(from: ProcessId, to: ProcessId): number {
    if (isWatched(from, to)) return Math.max(0, (this.notice(from, to) ?? 0) - nanosNow());
    const { replicaLag } = this.options.scenario.settings.nodes;
    if (!this.isRunning || replicaLag === 'never') return 0;
    return (fromMs(replicaLag) + this.link(from, to).slowBy) * nanosPerMicro;
  }

  /** A client has opened new connections to a server. Its next messages may overtake those under way. */
  reconnected(client: ProcessId, server: ProcessId): void {
    for (const link of [this.link(client, server), this.link(server, client)])
      for (const { item } of link.reconnect().takeAll()) item.lost();
  }

  /** The next life of a process has new connections, which do not wait for messages under way on the old ones. */
  private endConnections(process: ProcessId): void {
    for (const [name, link] of this.links) if (name.split('>').includes(process)) link.reconnect();
  }

  /** The machine has no power: everything that its kernel still had to send is lost. */
  forget(process: ProcessId): void {
    for (const [name, link] of this.links)
      if (name.startsWith(`${process}>`)) for (const { item } of link.reconnect().takeAll()) item.lost();
  }

  /** Counts a request of a program, and returns its number. */
  nextRequest(from: ProcessId, to: ProcessId): number {
    const name = `${from}>${to}`;
    const nth = (this.requestCounts.get(name) ?? 0) + 1;
    this.requestCounts.set(name, nth);
    return nth;
  }

  report<K extends TraceKind>(kind: K, process: ProcessId, columns: LiveColumns<K>, stampNanos: number): void {
    if (this.isRunning) this.options.report({ stampNanos, process, kind, columns } as LiveEvent);
  }

  /** Reports an event that was not seen but follows from seen ones. */
  derive<K extends TraceKind>(kind: K, process: ProcessId, columns: LiveColumns<K>, stampNanos: number): void {
    if (this.isRunning) this.options.report({ stampNanos, process, kind, columns, derived: true } as LiveEvent);
  }

  lose(from: ProcessId, to: ProcessId, message: MessageName, cause: LossCause, stampNanos = nanosNow()): void {
    this.report('lost', from, { peer: to, message, cause: lossCauses.indexOf(cause) }, stampNanos);
  }

  standIn(standIn: StandIn, words: string): void {
    if (!this.isClosed) this.options.onStandIn?.(standIn, words);
  }
}

const isWatched = (from: ProcessId, to: ProcessId): boolean => roleOf(from) === 'sentinel' || roleOf(to) === 'sentinel';
