/**
 * What a check is given for one request: the cell as a transaction has read it, and the ways to change and to report, as the
 * simulator gives them. What is reported is kept until the transaction has committed.
 */
import { type AcceptedWrite, type Cell, comparedBy, type ResourceServer } from '../../model/resource';
import type { ProcessId } from '../../model/scenario';
import { goneCauses, refusalChecks } from '../../model/trace';
import type { MessageName } from '../liveEvent';
import type { CellRow } from './cellStore';
import type { Tell } from './report';

/** The name under which the trace knows a client's mark on the resource. */
const markEntry = 'mark';
const never = -1;
const nobody = -1;
const deleted = goneCauses.indexOf('deleted');

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

type Server<S> = ResourceServer<S>;

/** One for each process of the resource: requests see the same cell, one transaction after the other. */
export class ServedCell {
  readonly cell: Mutable<Cell> = { value: 0, version: 0, token: null, owner: null };
  private markedBy: ProcessId | null = null;
  private untold: (() => void)[] = [];

  constructor(
    /** What the check keeps beside the cell: the same object for ever. */
    private readonly kept: unknown,
    private readonly tell: Tell,
    /** The processes of the run, in the order of the trace. */
    private readonly processes: readonly ProcessId[],
  ) {}

  /** Takes in what the transaction has read. */
  load({ value, version, token, owner, markedBy, kept }: CellRow): void {
    Object.assign(this.cell, { value, version, token, owner });
    this.markedBy = markedBy;
    if (typeof this.kept === 'object' && this.kept !== null) Object.assign(this.kept, JSON.parse(kept));
    this.untold = [];
  }

  /** What the transaction is to write. */
  save(): CellRow {
    return { ...this.cell, markedBy: this.markedBy, kept: keptText(this.kept) };
  }

  /** What is to be told when the transaction has committed, and not before. */
  takeUntold(): readonly (() => void)[] {
    return this.untold.splice(0);
  }

  serverFor<S>(me: ProcessId, settings: S, peer: ProcessId, message: MessageName): Server<S> {
    const { cell } = this;
    const later = ((kind, columns) => this.untold.push(() => this.tell(kind, columns))) as Tell;
    return {
      cell,
      kept: this.kept as never,
      settings,
      me,
      client: peer,
      reading: (token) =>
        later('read', { peer, message, version: cell.version, token: token ?? -1, value: cell.value }),
      looked: (isDone) => later('read', { peer, message, version: -1, token: -1, value: isDone ? 1 : 0 }),
      accept: ({ value, base, token, version }: AcceptedWrite) => {
        cell.value = value;
        cell.version = version ?? cell.version + 1;
        later('wrote', { peer, message, version: cell.version, basedOn: base, token: token ?? -1, value });
        return cell.version;
      },
      acceptPart: ({ part, base, token, value }) =>
        later('wrotePart', { peer, message, part, basedOn: base, token: token ?? -1, value }),
      did: (count) => {
        cell.value = count;
        later('wrote', { peer, message, version: -1, basedOn: -1, token: -1, value: count });
      },
      reject: (refused) => {
        const [token, against] = comparedBy(refused, this.marker);
        const check = refusalChecks.indexOf(refused.check);
        later('rejected', { peer, message, token, against, value: refused.value ?? -1, check });
      },
      marked: (token) => later('marked', { peer, token }),
      markFor: (owner) => {
        cell.owner = owner;
        this.markedBy = owner === null ? null : peer;
        if (owner === null) later('entryGone', { peer, entry: markEntry, cause: deleted });
        else later('entrySet', { peer, entry: markEntry, value: owner, expiresIn: never });
      },
      adopt: ({ value, version }) => {
        cell.value = value;
        cell.version = version;
        later('replicated', { peer, upTo: version });
      },
    };
  }

  /** The number of the process whose mark stands. */
  private get marker(): number {
    return this.cell.owner === null || this.markedBy === null ? nobody : this.processes.indexOf(this.markedBy);
  }
}

/** What a check keeps, as the database has it. */
export const keptText = (kept: unknown): string => JSON.stringify(kept ?? null);
