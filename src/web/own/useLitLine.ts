/** The line of the reader's lock that ran last before the playhead. */
import { bisectRight } from 'd3-array';
import { useMemo } from 'react';
import type { OwnFile } from '../../sandbox/own/session';
import { useCursor } from '../state/cursor';
import { useShownLive } from '../state/shownLive';
import { useOwnCode } from './ownCode';
import { useOwnRuns } from './ownRuns';

/** From 1; null: no line has run yet, or the code has changed since. */
export function useLitLine(file: OwnFile): number | null {
  const made = useOwnRuns((state) => state.made);
  const ran = useOwnRuns((state) => state.shown?.code.lock);
  // A run on real Redis comes from a file, and not from the code in the editor.
  const isLive = useShownLive() !== null;
  const isRun = useOwnCode((state) => state.lock === ran) && file === 'lock';
  const lines = useMemo(
    () => (made === null ? [] : made.lines.map(({ seq, line }) => ({ at: made.trace.at[seq] ?? 0, line }))),
    [made],
  );
  const instants = useMemo(() => lines.map(({ at }) => at), [lines]);
  const line = useCursor(({ at }) => lines[bisectRight(instants, at) - 1]?.line ?? null);
  return isRun && !isLive ? line : null;
}
