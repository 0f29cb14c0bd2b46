/** A fingerprint of a trace. Two engines that made the same run have the same fingerprint. */

import type { Trace } from '../trace/trace';
import { instantAt, kindAt, processAt } from '../trace/traceReader';
import { nth } from './nth';
import { finish, hashText, mix } from './random';

/** Eight hexadecimal characters over every column and string. Cost: one pass over the trace. */
export function digest(trace: Trace): string {
  let hash = mix(trace.count, trace.strings.length);
  for (const text of trace.strings) hash = mix(hash, hashText(text));
  for (let seq = 0; seq < trace.count; seq++) {
    const at = instantAt(trace, seq);
    hash = mix(hash, at | 0);
    hash = mix(hash, Math.floor(at / 4294967296));
    hash = mix(hash, (kindAt(trace, seq) << 8) | processAt(trace, seq));
    for (const column of [trace.a, trace.b, trace.c, trace.d, trace.e, trace.f]) hash = mix(hash, nth(column, seq));
  }
  return finish(hash).toString(16).padStart(8, '0');
}
