/**
 * An action that should happen once and happened again: a mail, an expensive computation. Such actions have no
 * versions and destroy nothing.
 */

import type { Fact } from '../model/trace/fact';
import type { EventOf } from '../model/trace/traceReader';
import { type Evidence, nameOf } from './evidence';

export function doneTwiceFacts(evidence: Evidence): readonly Fact[] {
  const first = new Map<number, EventOf<'wrote'>>();
  return evidence.writes.flatMap((write): readonly Fact[] => {
    const before = first.get(write.process);
    if (write.version >= 0) return [];
    if (before === undefined) {
      first.set(write.process, write);
      return [];
    }
    const who = [nameOf(evidence, write.peer), nameOf(evidence, before.peer)];
    return [{ kind: 'done-twice', who, from: before.seq, to: write.seq, values: { count: write.value } }];
  });
}
