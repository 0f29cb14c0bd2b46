/** The parts of a sentence in any language: names, numbers, and the event or cause that it narrates. */

import { isRedis, type ProcessId, roleOf } from '../model/scenario/processId';
import { bareName, type NameWords, nameOf } from '../model/scenario/processName';
import type { TraceKind } from '../model/trace/trace';
import type { EventOf } from '../model/trace/traceReader';
import type { Times } from '../model/values/format';

/** The names of processes within a sentence. The first letter of a sentence is capitalized later. */
export interface SentenceNames extends NameWords {
  /** Joins several names: `A, B and C`. There is at least one. */
  readonly several: (names: readonly string[]) => string;
}

/**
 * `node C` for one, `A, B and C` for several nodes, `storage A and B`, `client 1 and client 2`; empty for an empty
 * list.
 */
export function namesOf(all: readonly ProcessId[], words: SentenceNames): string {
  const [first] = all;
  if (first === undefined) return '';
  if (all.length === 1) return nameOf(first, words);
  if (all.every(isRedis)) return words.several(all.map(bareName));
  if (all.every((id) => roleOf(id) === 'storage' && bareName(id) !== ''))
    return words.storagePart(words.several(all.map(bareName)));
  return words.several(all.map((id) => nameOf(id, words)));
}

/** A fault's own texts. `ended` is null if the fault has no text for its end. */
export interface SaidFault {
  readonly injected: string;
  readonly ended: string | null;
}

/** @param who the process itself, as a sentence names it. @param whom the process that the step is about. */
export type StepSentence = (who: string, whom: string) => string;

/** An event with its processes and texts in words. */
export interface EventInWords<K extends TraceKind> {
  readonly event: EventOf<K>;
  readonly who: string;
  /** The other process, or all other processes of a group; empty if there is no other. */
  readonly peer: string;
  /** The request or answer, or the name of a key or step. */
  readonly text: string;
  /**
   * The value of a key, the owner of a key, the client whose write was destroyed or mixed, the owner of a mark, or the
   * process that a sentinel's step is about; for a reply, the request.
   */
  readonly other: string;
  /** The sentence for a sentinel's step. Undefined for a client, whose steps may have any name. */
  readonly saying: StepSentence | undefined;
  /** Whether one sentence covers several messages. */
  readonly ofMessages: boolean;
  /** Whether it is a request, and not its reply or a push. */
  readonly isRequest: boolean;
  readonly isClient: boolean;
  /** Set for an event of the fault itself. */
  readonly fault: SaidFault | null;
  /** Whether it happens at the resource. */
  readonly isStorage: boolean;
  /** Whether several processes do the same: the English verb then has another form. */
  readonly isMany: boolean;
  /** Whether the resource has several processes. */
  readonly ofSeveral: boolean;
  /**
   * For an acquisition: the nodes whose key the client knows of, if the answer of another node was lost; else empty.
   */
  readonly knownNodes: string;
  /**
   * For a key that is deleted: whether it is a signal, which a waiting client takes or the next client to leave
   * clears.
   */
  readonly signal: 'taken' | 'cleared' | null;
  /**
   * For a key that is set: no client holds it, and it keeps the lock closed after the session of its owner
   * (lock-delay).
   */
  readonly isClosed: boolean;
  /** For an acquisition: how long the servers keep its keys; −1: forever. */
  readonly keysLive: number;
  /** For a check of the lease: the time left, as `leaseLeft` returns it. */
  readonly left: number | null;
  /** The name of the exception that the client's library raised for this; empty if it raised none. */
  readonly raised: string;
  readonly times: Times;
  /** For a read: how many parts of the object came from an unfinished write. */
  readonly loose: number;
}
