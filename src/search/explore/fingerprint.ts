/** A number that identifies a run: 52 bits over every column of every event, and over how the run ended. */
import type { Trace } from '../../core/model/trace/trace';

export function fingerprint({ kind, process, at, a, b, c, d, e, f, count, header }: Trace): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b1;
  for (let seq = 0; seq < count; seq++) {
    // Times stay below 2³¹ (`sim/queue.ts`).
    low = mixed(low, at[seq] ?? 0);
    high = mixed(high, ((kind[seq] ?? 0) << 8) | (process[seq] ?? 0));
    low = mixed(low, a[seq] ?? 0);
    high = mixed(high, b[seq] ?? 0);
    low = mixed(low, c[seq] ?? 0);
    high = mixed(high, d[seq] ?? 0);
    low = mixed(low, e[seq] ?? 0);
    high = mixed(high, f[seq] ?? 0);
    // Each half depends on the other, so both depend on the whole trace.
    high = mixed(high, low);
  }
  for (const code of ending(header)) low = mixed(low, code.charCodeAt(0));
  high = mixed(high, low);
  return (high >>> 0) * 0x100000 + (mixed(low, high) >>> 12);
}

/** What the judge reads about the end of a run. */
const ending = ({ ended, endedAt, due }: Trace['header']): string =>
  `${ended} ${endedAt} ${due?.fault ?? ''} ${due?.server ?? ''}`;

const mixed = (hash: number, value: number): number => {
  const mixedIn = Math.imul(hash ^ value, 0x01000193);
  return mixedIn ^ (mixedIn >>> 15);
};
