/**
 * What the connections of one run share: the simulator's links, the time of the run, who is dark, and where events go.
 * Knows no socket.
 */
import { hashText, mix } from '../../model/random';
import type { ProcessId } from '../../model/scenario';
import type { StandIn } from '../../model/standIn';
import { fromMs } from '../../model/time';
import { type LossCause, lossCauses, type TraceKind } from '../../model/trace';
import { latencyDraw } from '../../sim/latency';
import { Link } from '../../sim/link';
import type { LiveColumns, LiveEvent, MessageName } from '../liveEvent';
import { microsBetween, nanosNow, nanosPerMicro } from '../nanos';
import type { ProxyOptions } from './contract';
import { Scheduler } from './scheduler';

const resetAfterMsDefault = 15_000;

export class Network {
  readonly scheduler = new Scheduler();
  readonly dark = new Set<ProcessId>();
  /** Who was killed, and when: its process may be there for a moment more, on a busy machine for a long one. */
  private readonly goneSince = new Map<ProcessId, number>();
  readonly resetAfterMs: number;
  /** When the message was sent that a link looks at just now. */
  sendingNanos = 0;
  private epochNanos: number | null = null;
  private isClosed = false;
  private readonly links = new Map<string, Link<() => void>>();
  private readonly requestCounts = new Map<string, number>();

  constructor(readonly options: ProxyOptions) {
    this.resetAfterMs = options.resetAfterMs ?? resetAfterMsDefault;
  }

  get isRunning(): boolean {
    return this.epochNanos !== null && !this.isClosed;
  }

  begin(epochNanos: number): void {
    this.epochNanos = epochNanos;
  }

  setGone(process: ProcessId, sinceNanos: number | null): void {
    this.endConnections(process);
    if (sinceNanos === null) this.goneSince.delete(process);
    else this.goneSince.set(process, sinceNanos);
  }

  isGone(process: ProcessId): boolean {
    return this.goneSince.has(process);
  }

  /** When a process did what is seen of it now: what a dead one has said, it said before it died. */
  stampOf(process: ProcessId): number {
    return Math.min(nanosNow(), (this.goneSince.get(process) ?? Number.POSITIVE_INFINITY) - nanosPerMicro);
  }

  close(): void {
    this.isClosed = true;
    this.scheduler.close();
  }

  link(from: ProcessId, to: ProcessId): Link<() => void> {
    const name = `${from}>${to}`;
    const known = this.links.get(name);
    if (known) return known;
    const { settings, seed } = this.options.scenario;
    const own = settings.own?.[from];
    const latency = own?.latencyTo?.[to] ?? own?.latency ?? settings.own?.[to]?.latency ?? settings.latency;
    // Drawn as the simulator draws it, so that the nth message of a link takes as long there as here.
    const link = new Link<() => void>(seed, mix(hashText(from), hashText(to)), latencyDraw(latency), settings);
    this.links.set(name, link);
    return link;
  }

  /** The stamp at which a message that is sent now arrives, or why it never will. */
  send(from: ProcessId, to: ProcessId, leg: 0 | 1 | 2, sentNanos: number): number | LossCause {
    if (this.epochNanos === null) return sentNanos;
    this.sendingNanos = sentNanos;
    const arrival = this.link(from, to).send(microsBetween(this.epochNanos, sentNanos), leg);
    return typeof arrival === 'number' ? this.epochNanos + arrival * nanosPerMicro : arrival;
  }

  /** The same for what is no message of the trace: a handshake, the end of a connection. null: it never arrives. */
  notice(from: ProcessId, to: ProcessId): number | null {
    const now = nanosNow();
    if (this.epochNanos === null) return now;
    const arrival = this.link(from, to).notice(microsBetween(this.epochNanos, now));
    return arrival === null ? null : this.epochNanos + arrival * nanosPerMicro;
  }

  /** How long bytes travel between a replica and its master, in nanoseconds. */
  lagNanos(from: ProcessId, to: ProcessId): number {
    const { replicaLag } = this.options.scenario.settings.nodes;
    if (!this.isRunning || replicaLag === 'never') return 0;
    return (fromMs(replicaLag) + this.link(from, to).slowBy) * nanosPerMicro;
  }

  /** A client has opened its connections to a server anew: what comes next may overtake what is under way. */
  reconnected(client: ProcessId, server: ProcessId): void {
    this.link(client, server).reconnect();
    this.link(server, client).reconnect();
  }

  /** The next life of a process has connections of its own: they do not wait for what is under way on the old ones. */
  private endConnections(process: ProcessId): void {
    for (const [name, link] of this.links) if (name.split('>').includes(process)) link.reconnect();
  }

  /** Counts a request of a program. */
  nextRequest(from: ProcessId, to: ProcessId): number {
    const name = `${from}>${to}`;
    const nth = (this.requestCounts.get(name) ?? 0) + 1;
    this.requestCounts.set(name, nth);
    return nth;
  }

  report<K extends TraceKind>(kind: K, process: ProcessId, columns: LiveColumns<K>, stampNanos: number): void {
    if (this.isRunning) this.options.report({ stampNanos, process, kind, columns } as LiveEvent);
  }

  /** Something that was not seen but follows from what was. */
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
