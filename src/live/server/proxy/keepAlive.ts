/**
 * The keep-alive probes of a database server's kernel (SO_KEEPALIVE). The kernel asks a client's machine whether it is
 * there, and closes idle connections when the machine was silent for too long. Every connection of a run ends at this
 * machine, whose kernel would always answer. So the proxy asks instead, on the links of the run. For a paused process
 * its kernel still answers; a sleeping machine has no kernel that would.
 */
import type { ProcessId } from '../../../core/model/scenario/processId';
import { nanosNow, nanosPerMs } from '../nanos';
import type { Network } from './network';
import type { Cancel } from './scheduler';

/** The number of probes before it gives up, as in the simulated database. */
const probesInSilence = 4;

export interface KeepAliveParts {
  readonly network: Network;
  readonly client: ProcessId;
  readonly server: ProcessId;
  readonly silenceMsMax: number;
  /** Whether any connection is open. */
  readonly isInUse: () => boolean;
  /** The server closes all connections. */
  readonly giveUp: () => void;
}

export class KeepAlive {
  private heardNanos = 0;
  private cancelProbe: Cancel | null = null;

  constructor(private readonly parts: KeepAliveParts) {}

  /** Bytes of the client have reached the server. */
  noteBytes(stampNanos: number): void {
    this.heardNanos = stampNanos;
    this.cancelProbe?.();
    this.probeIn(this.everyNanos);
  }

  private get everyNanos(): number {
    return Math.floor(this.silenceNanosMax / probesInSilence);
  }

  private get silenceNanosMax(): number {
    return this.parts.silenceMsMax * nanosPerMs;
  }

  private probeIn(nanos: number): void {
    this.cancelProbe = this.parts.network.scheduler.at(nanosNow() + nanos, () => this.probe());
  }

  private probe(): void {
    const { isInUse, giveUp } = this.parts;
    this.cancelProbe = null;
    if (!isInUse()) return;
    const now = nanosNow();
    if (this.isReachable) this.heardNanos = now;
    const silentNanos = now - this.heardNanos;
    if (silentNanos >= this.silenceNanosMax) giveUp();
    else this.probeIn(Math.min(this.everyNanos, this.silenceNanosMax - silentNanos));
  }

  /** Whether a probe and its answer would get through. */
  private get isReachable(): boolean {
    const { network, client, server } = this.parts;
    if (network.dark.has(client) || network.isAsleep(client)) return false;
    return !network.isCut(server, client) && !network.isCut(client, server);
  }
}
