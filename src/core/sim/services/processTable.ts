/**
 * The numbers that a kernel gives to processes. A number is free again when its process has ended. Source: kill(2) and
 * pid_namespaces(7) of Linux.
 */
import { keyOf, type Peer } from './service';

interface Process {
  readonly peer: Peer;
  readonly number: number;
  /** The start of the process, unique on its machine, in ticks since the machine was started. */
  readonly start: number;
}

/**
 * distinct: no number is used twice in a run. reused: when a process ends, its number at once belongs to another,
 * which wants no lock. containers: each process is number 1 and sees only itself.
 */
export type Numbering = 'distinct' | 'reused' | 'containers';

/** The first process that asks has the next number. */
const numberBefore = 100;

export class ProcessTable {
  private processes: readonly Process[] = [];
  private startLast = 0;
  /** Processes that want no lock, by number. */
  private readonly strangers = new Set<string>();

  constructor(private readonly numbering: Numbering) {}

  /** A process that has not asked yet gets its number now. */
  numberOf(peer: Peer): readonly [number: number, start: number] {
    const { number, start } = this.find(peer) ?? this.add(peer);
    return [number, start];
  }

  /** @param start empty: any start */
  isThere(asker: Peer, number: string, start: string): boolean {
    if (start === '' && this.strangers.has(number)) return true;
    return this.processes.some(
      (one) =>
        (this.numbering !== 'containers' || keyOf(one.peer) === keyOf(asker)) &&
        `${one.number}` === number &&
        (start === '' || `${one.start}` === start),
    );
  }

  ended(peer: Peer): void {
    const ended = this.find(peer);
    if (ended !== undefined && this.numbering === 'reused') this.strangers.add(`${ended.number}`);
    this.processes = this.processes.filter((one) => keyOf(one.peer) !== keyOf(peer));
  }

  private find(peer: Peer): Process | undefined {
    return this.processes.find((one) => keyOf(one.peer) === keyOf(peer));
  }

  private add(peer: Peer): Process {
    const start = ++this.startLast;
    const added = { peer, number: this.numbering === 'containers' ? 1 : numberBefore + start, start };
    this.processes = [...this.processes, added];
    return added;
  }
}
