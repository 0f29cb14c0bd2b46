/** The lane of a node or service that has its own lane in a scene: who owns its key of the lock. */
import { inkOf, inView, spanX, textInkOf } from './drawing';
import { laneOfKey, namesLocked } from './keyLanes';
import { linesMark } from './marks';
import type { SceneDrawing } from './sceneDrawing';

/** Where the bar has room for words: the longer part beside a pause of its node, which has words of its own. */
function besidePause(
  drawing: SceneDrawing['drawing'],
  process: number,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly x0: number; readonly x1: number } {
  const pauses = drawing.spans.outages.filter(
    (outage) => outage.process === process && outage.kind === 'paused' && outage.from < to && (outage.to ?? to) > from,
  );
  const first = Math.max(from, Math.min(...pauses.map((pause) => pause.from), to));
  const last = Math.min(to, Math.max(...pauses.map((pause) => pause.to ?? to), from));
  if (pauses.length === 0) return spanX(drawing, from, to);
  return first - from > to - last ? spanX(drawing, from, first) : spanX(drawing, last, to);
}

export function nodeMarks({ drawing, layers, bars, words }: SceneDrawing): void {
  const { trace, spans, lanes, axis } = drawing;
  const names = namesLocked(spans.entries);
  for (const entry of spans.entries) {
    const whole = lanes.of[entry.process];
    if (!entry.isLock || entry.front === null || whole === undefined || whole.role === 'storage') continue;
    const lane = laneOfKey(whole, names, entry);
    const from = entry.front.at;
    const end = entry.to ?? trace.header.endedAt;
    // While its node is down, the bar shows no words.
    const down = spans.outages.find(
      (outage) =>
        outage.process === entry.process && outage.kind !== 'paused' && outage.from >= from && outage.from < end,
    );
    const to = down?.from ?? end;
    if (!inView(drawing, from, to)) continue;
    const { x0, x1 } = spanX(drawing, from, to);
    const box = { x: x0, y: lane.y - lane.half, width: Math.max(1, x1 - x0), height: lane.half * 2, radius: 0 };
    const ink = textInkOf(trace, entry.owner);
    layers.middle.push({ kind: 'box', of: 'key', ...box, style: 'filled', ink, alpha: 0.75 });
    layers.occupied.push(box);
    const id = trace.header.processes[entry.owner]?.id;
    if (id !== undefined)
      bars.push({
        texts: [words.holder(drawing.words.process(id)), drawing.words.processShort(id)],
        ...besidePause(drawing, entry.process, { from, to }),
        y: lane.y,
        ink: 'on-colour',
        size: 11,
        weight: 600,
      });
    if (entry.cause !== 'expired' || down !== undefined) continue;
    const points = [axis.x(to), box.y - 2, axis.x(to), box.y + box.height + 2];
    layers.middle.push(linesMark({ of: 'expiry', ink: inkOf(trace, entry.owner), width: 1.7, points }));
  }
}
