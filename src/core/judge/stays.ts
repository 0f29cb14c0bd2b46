/** Clients that got the lock and whose work or release then took up most of a wait. */
import type { Evidence } from './evidence';

export interface Stay {
  readonly client: number;
  /** When the client got the lock. */
  readonly acquiredAt: number;
  readonly acquiredSeq: number;
  /** When the work, or the release, began. */
  readonly seq: number;
  readonly at: number;
  readonly micros: number;
  readonly isReleasing: boolean;
  /** Nothing has ended it. */
  readonly isOpen: boolean;
}

interface Wait {
  readonly from: number;
  readonly to: number;
  readonly waited: number;
}

/** In order of acquisition. */
export const longStays = (evidence: Evidence, { from, to, waited }: Wait): readonly Stay[] =>
  stays(evidence, to).filter(({ at, micros }) => Math.min(at + micros, to) - Math.max(at, from) > waited / 2);

/** Whether the waiting client itself was in its own work or release for most of that time. */
export const hadLock = (evidence: Evidence, wait: Wait & { readonly client: number }): boolean =>
  longStays(evidence, wait).some(({ client }) => client === wait.client);

/** @param to the end of stays that are still open */
export function stays({ acquiredHolds, crashes }: Evidence, to: number): readonly Stay[] {
  return acquiredHolds.flatMap(
    ({ process: client, acquiredAt, acquiredSeq, heldUntil: insideTo, heldUntilSeq: insideToSeq, end, releasedAt }) => {
      const of = { client, acquiredAt, acquiredSeq };
      const left = insideToSeq < 0 ? to : insideTo;
      const isOpen = insideToSeq < 0;
      const inside = { ...of, seq: acquiredSeq, at: acquiredAt, micros: left - acquiredAt, isReleasing: false, isOpen };
      if (end !== 'released') return [inside];
      const died = crashes.find(({ process, seq }) => process === client && seq > insideToSeq)?.at;
      const releasing = { ...of, seq: insideToSeq, at: insideTo, isReleasing: true };
      const ended = releasedAt ?? died;
      return [inside, { ...releasing, micros: (ended ?? to) - insideTo, isOpen: ended === undefined }];
    },
  );
}
