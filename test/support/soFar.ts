// A trace as far as it had come after some of its events, as the page has it while the run goes on.
import { instant } from '../../src/model/time';
import type { Trace } from '../../src/model/trace';

type Column = Float64Array | Uint8Array | Int32Array;

export function soFar(whole: Trace, count: number): Trace {
  const { due, ...header } = whole.header;
  const cut = <C extends Column>(column: C): C => column.subarray(0, count) as C;
  const { strings, at, kind, process, a, b, c, d, e, f } = whole;
  return {
    header: { ...header, ended: 'not-yet', endedAt: instant(at[count - 1] ?? 0), missed: {} },
    strings,
    count,
    at: cut(at),
    kind: cut(kind),
    process: cut(process),
    a: cut(a),
    b: cut(b),
    c: cut(c),
    d: cut(d),
    e: cut(e),
    f: cut(f),
  };
}
