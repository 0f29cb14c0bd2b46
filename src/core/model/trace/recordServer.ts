/**
 * The input of a check for one request: the cell, and the only ways to change it and to report on it. Its host decides
 * where the cell is kept and when its reports count: memory and a trace, or a database row and its commit.
 */

import type { ProcessId } from '../scenario/processId';
import type { AcceptedWrite, Cell, Refusal, ResourceServer } from '../scenario/resource';
import type { EventWriter } from './eventWriters';
import { goneCauses, refusalChecks, withoutExpiry } from './trace';

/** The name under which the trace knows a client's mark on the resource. */
const markEntry = 'mark';
const nobody = -1;
const none = -1;
const deleted = goneCauses.indexOf('deleted');

/** The content of the storage before the first write. */
export const cellFirst: Cell = { value: 42, version: 1, token: null, owner: null };

/** The disk of one process of the resource. */
export interface KeptCell<P> {
  readonly cell: { -readonly [K in keyof Cell]: Cell[K] };
  /** The check's own data, always the same object. */
  readonly kept: unknown;
  /** The client that set the mark. Null: there is no mark. */
  markedBy: P | null;
}

export const newCell = <P>(checkData: unknown): KeptCell<P> => ({
  cell: { ...cellFirst },
  kept: checkData,
  markedBy: null,
});

/** One process of the resource. */
export interface CellHost<S, P, M> {
  readonly at: KeptCell<P>;
  readonly settings: S;
  readonly me: ProcessId;
  readonly record: EventWriter<P, M>;
  /** Returns the number of a process in the trace. */
  readonly numberOf: (peer: P) => number;
}

/** A request. */
interface Asked<P, M> {
  /** The client that asks. `peer`: the same client in the terms of its world. */
  readonly client: ProcessId;
  readonly peer: P;
  readonly message: M;
}

export function recordServer<S, P, M>(
  host: CellHost<S, P, M>,
  { client, peer, message }: Asked<P, M>,
): ResourceServer<S> {
  const { at, settings, me, record, numberOf } = host;
  const { cell, kept } = at;
  return {
    cell,
    kept,
    settings,
    me,
    client,
    reportRead: (token) => record.read(peer, message, cell.version, token ?? none, cell.value),
    reportEffectCheck: (isDone) => record.read(peer, message, none, none, isDone ? 1 : 0),
    accept: ({ value, base, token, version }: AcceptedWrite) => {
      cell.value = value;
      cell.version = version ?? cell.version + 1;
      record.wrote(peer, message, cell.version, base, token ?? none, value);
      return cell.version;
    },
    acceptPart: ({ part, base, token, value }) => record.wrotePart(peer, message, part, base, token ?? none, value),
    reportEffect: (count) => {
      cell.value = count;
      record.wrote(peer, message, none, none, none, count);
    },
    reject: (refused) => {
      const marker = cell.owner === null || at.markedBy === null ? nobody : numberOf(at.markedBy);
      const [number, against] = comparedBy(refused, marker);
      record.rejected(peer, message, number, against, refused.value ?? none, refusalChecks.indexOf(refused.check));
    },
    reportToken: (token) => record.marked(peer, token),
    setOwner: (owner) => {
      cell.owner = owner;
      at.markedBy = owner === null ? null : peer;
      if (owner === null) record.entryGone(peer, markEntry, deleted);
      else record.entrySet(peer, markEntry, owner, withoutExpiry);
    },
    adopt: ({ value, version }) => {
      cell.value = value;
      cell.version = version;
      record.replicated(peer, version);
    },
  };
}

/**
 * The two numbers that a refusal compared: the one in the request, and the one that it met. −1 if there is no number.
 *
 * @param marker the number of the process whose mark is set. −1: there is no mark.
 */
function comparedBy(refused: Refusal, marker: number): readonly [number, number] {
  switch (refused.check) {
    case 'token':
    case 'holder':
      return [refused.token ?? none, refused.against ?? none];
    case 'version':
      return [refused.base, refused.against];
    case 'owner':
      return [none, marker];
    case 'sequencer':
    case 'mode':
      return [refused.token ?? none, none];
    default:
      return refused satisfies never;
  }
}
