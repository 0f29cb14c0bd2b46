/**
 * What the kernel of a database's server does with idle connections (SO_KEEPALIVE): asks the client's machine whether it is there,
 * and closes them when it was silent for too long. Every connection of a run ends at this machine, whose kernel would always answer;
 * so the proxy asks, on the links of the run. A process that is stopped does not matter: its kernel answers.
 */
import type { ProcessId } from '../../model/scenario';
import { nanosNow, nanosPerMs } from '../nanos';
import type { Network } from './network';
import type { Cancel } from './scheduler';

/** So often in the time after which it gives up, as the simulated database. */
const probesInSilence = 4;

export interface KeepAliveParts {
  readonly network: Network;
  readonly client: ProcessId;
  readonly server: ProcessId;
  readonly silenceMsMax: number;
  /** Whether there is a connection to be kept. */
  readonly isInUse: () => boolean;
  /** The server closes them all. */
  readonly giveUp: () => void;
}

export class KeepAlive {
  private heardNanos = 0;
  private cancelProbe: Cancel | null = null;

  constructor(private readonly parts: KeepAliveParts) {}

  /** Something of the client's has come to the server. */
  heard(stampNanos: number): void {
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

  /** A question and its answer would get through. */
  private get isReachable(): boolean {
    const { network, client, server } = this.parts;
    return (
      !network.dark.has(client) && network.link(server, client).cuts === 0 && network.link(client, server).cuts === 0
    );
  }
}
