/**
 * The cell of one process of the resource as a transaction has read it. It is served as the simulator serves its own.
 * Its events are kept until the transaction has committed.
 */
import { cellServer, type KeptCell, newCell } from '../../../core/model/cellServer';
import type { ResourceServer } from '../../../core/model/resource';
import type { ProcessId } from '../../../core/model/scenario';
import type { LiveEvent, LiveTell, MessageName } from '../liveEvent';
import { nanosNow } from '../nanos';
import type { CellRow } from './cellStore';
import { type Reporter, teller } from './teller';

/** There is one for each process of the resource. All requests see the same cell, one transaction after the other. */
export class ServedCell {
  private readonly at: KeptCell<ProcessId>;
  private readonly tell: LiveTell;
  private untold: LiveEvent[] = [];

  constructor(
    /** The data that the check keeps beside the cell: always the same object. */
    kept: unknown,
    private readonly reporter: Reporter,
    /** The processes of the run, in the order of the trace. */
    private readonly processes: readonly ProcessId[],
  ) {
    this.at = newCell(kept);
    this.tell = teller({ me: reporter.me, report: (event) => this.untold.push(event) });
  }

  /** Takes over the row that the transaction has read. */
  load({ value, version, token, owner, markedBy, kept }: CellRow): void {
    const { at } = this;
    Object.assign(at.cell, { value, version, token, owner });
    at.markedBy = markedBy;
    if (typeof at.kept === 'object' && at.kept !== null) Object.assign(at.kept, JSON.parse(kept));
    this.untold = [];
  }

  /** The row that the transaction is to write. */
  save(): CellRow {
    const { cell, markedBy, kept } = this.at;
    return { ...cell, markedBy, kept: keptText(kept) };
  }

  /** The reports to make when the transaction has committed, and not before. */
  takeUntold(): readonly (() => void)[] {
    const { report } = this.reporter;
    return this.untold.splice(0).map((event) => () => report({ ...event, stampNanos: nanosNow() }));
  }

  serverFor<S>(settings: S, client: ProcessId, message: MessageName): ResourceServer<S> {
    const { at, tell, processes } = this;
    const { me } = this.reporter;
    const numberOf = (process: ProcessId): number => processes.indexOf(process);
    return cellServer({ at, settings, me, tell, numberOf }, { client, peer: client, message });
  }
}

/** The check's data in the form in which the database stores it. */
export const keptText = (kept: unknown): string => JSON.stringify(kept ?? null);
