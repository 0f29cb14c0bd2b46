/** What a sentence is made of, in no language yet: names, figures, and the event or cause that it tells. */
import { bareName, type NameWords, nameOf } from '../model/processName';
import { isRedis, type ProcessId, roleOf } from '../model/scenario';
import type { TraceKind } from '../model/trace';
import type { EventOf } from '../model/traceReader';

/** How a language calls the processes within a sentence; the first letter of one is raised later. */
export interface SentenceNames extends NameWords {
  /** Several names one after the other: `A, B and C`. At least one. */
  readonly several: (names: readonly string[]) => string;
}

/** `node C` for one, `A, B and C` for several nodes, `storage A and B`, `client 1 and client 2`; empty for none. */
export function namesOf(all: readonly ProcessId[], words: SentenceNames): string {
  const [first] = all;
  if (first === undefined) return '';
  if (all.length === 1) return nameOf(first, words);
  if (all.every(isRedis)) return words.several(all.map(bareName));
  if (all.every((id) => roleOf(id) === 'storage' && bareName(id) !== ''))
    return words.storagePart(words.several(all.map(bareName)));
  return words.several(all.map((id) => nameOf(id, words)));
}

/** What a fault's own texts say of it. `ended` is null where they say nothing of its end. */
export interface SaidFault {
  readonly struck: string;
  readonly ended: string | null;
}

/** An event with its processes and texts in words. */
export interface Said<K extends TraceKind> {
  readonly event: EventOf<K>;
  readonly who: string;
  /** The other process; empty where there is none. Of a group: all of them. */
  readonly peer: string;
  /** What was asked or answered, or the name of a key or step. */
  readonly text: string;
  /** The value of a key; whose key it was; whose write was destroyed or mixed with; whose mark stands. */
  readonly other: string;
  /** Whether one sentence stands for several messages. */
  readonly ofMessages: boolean;
  /** Whether it is a request (and not its reply or a push). */
  readonly isRequest: boolean;
  readonly isClient: boolean;
  /** Of a fault's own event. */
  readonly fault: SaidFault | null;
  /** Whether it happens at the resource. */
  readonly isStorage: boolean;
  /** Whether several do the same: English has another verb for them. */
  readonly isMany: boolean;
  /** Whether the resource has several processes. */
  readonly ofSeveral: boolean;
  /** Of a read: how many parts of the object were of a write that had not come to its end. */
  readonly loose: number;
}
