/** What a page's main thread was busy with, from a performance trace of Chromium. Knows no page. */
import type { CDPSession, Page } from 'playwright-core';
import { percentile } from './sideBySide';

/** An event of a trace; times in µs. `tdur` is what the thread itself computed, without what other programs took from it. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly type?: string }; readonly name?: string };
}

/** One task of the main thread, in ms. */
export interface Task {
  readonly wall: number;
  readonly own: number;
}

/**
 * Records while something is done to a page.
 *
 * @returns for each of these DOM events, in order, the longest task that took it in, or took in a message between it and the
 * next one: what is computed beside the page comes as a message.
 */
export async function tasksOf(
  page: Page,
  types: readonly string[],
  act: () => Promise<void>,
): Promise<readonly Task[]> {
  const session = await page.context().newCDPSession(page);
  const events = await record(session, act);
  await session.detach();
  const main = mainThreadOf(events, types);
  const dispatched = events.filter(
    ({ name, tid, args }) => name === 'EventDispatch' && tid === main && types.includes(args.data?.type ?? ''),
  );
  const messages = events.filter(({ name, tid }) => name === 'HandlePostMessage' && tid === main);
  // `ThreadControllerImpl::RunTask` is the same task once more.
  const tasks = events
    .filter(({ name, ph, tid, dur }) => name === 'RunTask' && ph === 'X' && tid === main && dur !== undefined)
    .sort((a, b) => a.ts - b.ts);
  const tookIn = (found: readonly TraceEvent[]): readonly TraceEvent[] =>
    tasks.filter(({ ts, dur = 0 }) => found.some((event) => event.ts >= ts && event.ts <= ts + dur));
  const moves = tookIn(dispatched);
  const answers = tookIn(messages);
  return moves.map((move, i) => {
    const end = moves[i + 1]?.ts ?? Number.POSITIVE_INFINITY;
    const all = [move, ...answers.filter(({ ts }) => ts > move.ts && ts < end)].map(taskOf);
    return all.reduce((longest, task) => (task.own > longest.own ? task : longest));
  });
}

const taskOf = ({ dur = 0, tdur = dur }: TraceEvent): Task => ({ wall: dur / 1000, own: tdur / 1000 });

async function record(session: CDPSession, act: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[]) events.push(event);
  });
  const done = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  const includedCategories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await act();
  await session.send('Tracing.end');
  await done;
  return events;
}

/** The thread on which the page was told of the events. */
function mainThreadOf(events: readonly TraceEvent[], types: readonly string[]): number {
  const told = events.find(({ name, args }) => name === 'EventDispatch' && types.includes(args.data?.type ?? ''));
  if (told === undefined) throw new Error(`The trace has no ${types.join(', ')}: nothing has moved.`);
  return told.tid;
}

/** The 95th percentile, by the wall and by what the thread itself computed. */
function p95(tasks: readonly Task[]): Task {
  const of = (value: (task: Task) => number): number =>
    percentile(
      tasks.map(value).sort((a, b) => a - b),
      0.95,
    );
  return { wall: of(({ wall }) => wall), own: of(({ own }) => own) };
}

const inTask = ({ wall, own }: Task): string => `p95 ${own.toFixed(1)} ms (wall ${wall.toFixed(1)})`;

/** The same with the least: where other programs run, they are in the former and hardly in the latter. */
export function inTasks(tasks: readonly Task[]): string {
  const least = Math.min(...tasks.map(({ own }) => own));
  return `${inTask(p95(tasks))}, least ${least.toFixed(1)}`;
}
