/**
 * The cell of one process of the resource, as a transaction has read it. It is served as in the simulator, and its
 * events are kept until the transaction has committed.
 */

import type { ProcessId } from '../../../core/model/scenario/processId';
import type { ResourceServer } from '../../../core/model/scenario/resource';
import { type KeptCell, newCell, recordServer } from '../../../core/model/trace/recordServer';
import type { LiveEvent, LiveEventWriter, MessageName } from '../liveEvent';
import { nanosNow } from '../nanos';
import type { CellRow } from './cellStore';
import { type Reporter, recorder } from './recorder';

/** Each process of the resource has one. All requests see the same cell, one transaction after the other. */
export class ServedCell {
  private readonly at: KeptCell<ProcessId>;
  private readonly record: LiveEventWriter;
  private unreported: LiveEvent[] = [];

  constructor(
    /** The data that the check keeps beside the cell: always the same object. */
    checkData: unknown,
    private readonly reporter: Reporter,
    /** The processes of the run, in the order of the trace. */
    private readonly processes: readonly ProcessId[],
  ) {
    this.at = newCell(checkData);
    this.record = recorder({ me: reporter.me, report: (event) => this.unreported.push(event) });
  }

  /** Takes over the row that the transaction has read. */
  load({ value, version, token, owner, markedBy, kept }: CellRow): void {
    const { at } = this;
    Object.assign(at.cell, { value, version, token, owner });
    at.markedBy = markedBy;
    if (typeof at.kept === 'object' && at.kept !== null) Object.assign(at.kept, JSON.parse(kept));
    this.unreported = [];
  }

  /** The row that the transaction writes. */
  save(): CellRow {
    const { cell, markedBy, kept } = this.at;
    return { ...cell, markedBy, kept: keptText(kept) };
  }

  /** The reports that may go out only when the transaction has committed. */
  takeUnreported(): readonly (() => void)[] {
    const { report } = this.reporter;
    return this.unreported.splice(0).map((event) => () => report({ ...event, stampNanos: nanosNow() }));
  }

  serverFor<S>(settings: S, client: ProcessId, message: MessageName): ResourceServer<S> {
    const { at, record, processes } = this;
    const { me } = this.reporter;
    const numberOf = (process: ProcessId): number => processes.indexOf(process);
    return recordServer({ at, settings, me, record, numberOf }, { client, peer: client, message });
  }
}

/** The check's data in the form in which the database stores it. */
export const keptText = (checkData: unknown): string => JSON.stringify(checkData ?? null);
