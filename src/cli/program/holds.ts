/**
 * Who has the lock, as the commands show it: from the answer that gave it to the release. Where a client did nothing more
 * for the data before another one got the lock, it had stopped its work there.
 */
import { reasons } from '../../core/model/effects/effect';
import { kindNumber } from '../../core/model/trace/trace';
import { nth } from '../../core/model/values/nth';
import { fromMs } from '../../core/model/values/time';
import { keyOfId } from './lockState';
import type { CommandEvent } from './worldEvents';

const kinds = kindNumber;
const none = reasons.indexOf('none');

/** Writes an event of the trace: its time in µs, its kind, its process, its columns. */
export type Write = (at: number, kind: number, process: number, ...columns: readonly number[]) => void;

export interface HoldOfClient {
  number: number;
  isOpen: boolean;
  isAcquired: boolean;
  isReleasing: boolean;
  acquiredAt: number;
  lastWorkAt: number | null;
  /** The version of the data that the client read last. −1: none. */
  lastRead: number;
  grants: Set<number>;
}

const noHold = {
  number: -1,
  isOpen: false,
  isAcquired: false,
  isReleasing: false,
  acquiredAt: 0,
  lastWorkAt: null,
  lastRead: -1,
};

export class Holds {
  private readonly holds: HoldOfClient[];
  private count = 0;
  private readonly over: (HoldOfClient & { readonly client: number; readonly endedAt: number })[] = [];

  constructor(
    private readonly write: Write,
    private readonly lock: string | null,
    { clients, nodes }: { readonly clients: number; readonly nodes: number },
  ) {
    this.holds = Array.from({ length: clients + 1 }, () => ({ ...noHold, grants: new Set() }));
    this.quorum = Math.floor(nodes / 2) + 1;
  }

  private readonly quorum: number;

  /** @param client counted from 1 */
  of(client: number): HoldOfClient {
    return nth(this.holds, client);
  }

  begin(at: number, client: number): void {
    const hold = nth(this.holds, client);
    Object.assign(hold, {
      ...noHold,
      isOpen: true,
      number: this.count++,
      lastRead: hold.lastRead,
      grants: new Set(),
    });
    this.write(at, kinds.acquiring, client - 1, hold.number);
  }

  grant(heardAt: number, event: CommandEvent): void {
    const hold = nth(this.holds, event.client);
    hold.grants.add(event.server);
    if (hold.isAcquired || hold.grants.size < this.quorum) return;
    hold.isAcquired = true;
    hold.acquiredAt = heardAt;
    hold.lastWorkAt = null;
    this.write(heardAt, kinds.acquired, event.client - 1, hold.number, this.validFor(heardAt, event), -1, 0);
  }

  validFor(heardAt: number, { cameAt, changes, wallMs }: CommandEvent): number {
    const entry = changes.find(({ key }) => this.lock !== null && key === keyOfId(this.lock))?.entry;
    if (!entry || entry.expireAtMs < 0) return -1;
    return Math.max(0, fromMs(entry.expireAtMs - wallMs) - (heardAt - cameAt));
  }

  end(at: number, client: number): void {
    const hold = nth(this.holds, client);
    this.write(at, kinds.released, client - 1, hold.number, none);
    this.over.push({ ...hold, client, endedAt: at });
    Object.assign(hold, { ...noHold, lastRead: hold.lastRead, grants: new Set() });
  }

  /** The process has ended by itself. */
  exit(at: number, client: number): void {
    const hold = nth(this.holds, client);
    if (hold.isOpen && !hold.isAcquired) this.write(at, kinds.refused, client - 1, hold.number, none);
    else if (hold.isOpen) {
      this.write(at, kinds.stopped, client - 1, hold.number, none);
      this.over.push({ ...hold, client, endedAt: at });
    }
    hold.isOpen = false;
  }

  /** A client that did nothing more for the data before the other one got the lock had stopped there. */
  stopIdle(): void {
    const open = this.holds.flatMap((hold, client) =>
      hold.isAcquired ? [{ ...hold, client, endedAt: Number.POSITIVE_INFINITY }] : [],
    );
    const all = [...this.over, ...open];
    for (const hold of all) {
      const doneAt = hold.lastWorkAt ?? hold.acquiredAt;
      const isOvertaken = all.some(
        (other) => other.client !== hold.client && other.acquiredAt > doneAt && other.acquiredAt < hold.endedAt,
      );
      if (isOvertaken) this.write(doneAt + 1, kinds.stopped, hold.client - 1, hold.number, none);
    }
  }
}
