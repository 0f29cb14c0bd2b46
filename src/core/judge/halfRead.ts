/** Reads of an object while some of its parts belonged to an unfinished write. */
import type { Fact } from '../model/trace/fact';
import { type Evidence, nameOf } from './evidence';

export const halfReadFacts = (evidence: Evidence): readonly Fact[] =>
  evidence.spans.resource
    .filter(({ loose }) => loose > 0)
    .map(({ client, seq, loose }) => ({
      kind: 'half-read',
      who: [nameOf(evidence, client)],
      from: seq,
      to: seq,
      values: { parts: loose },
    }));
