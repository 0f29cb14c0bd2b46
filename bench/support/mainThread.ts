/** Reads from a performance trace of Chromium what a page's main thread was busy with. It works for any page. */
import type { CDPSession, Page } from 'playwright-core';
import { percentile } from './sideBySide';

/**
 * An event of a trace, with times in µs. `tdur` is what the thread itself computed, without the time that other
 * programs took from it.
 */
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

/** One task of the main thread. Times are in ms. */
export interface Task {
  readonly wall: number;
  readonly own: number;
}

/** Which tasks count. */
interface Cause {
  readonly said: string;
  readonly isIn: (event: TraceEvent) => boolean;
}

const dispatchOf = (types: readonly string[]): Cause => ({
  said: types.join(', '),
  isIn: ({ name, args }) => name === 'EventDispatch' && types.includes(args.data?.type ?? ''),
});

const frame: Cause = { said: 'frame', isIn: ({ name }) => name === 'FireAnimationFrame' };

/**
 * Records while something is done to a page.
 *
 * @returns for each of these DOM events, in order, the longest task that handled it, or that handled a message
 * between it and the next one. A worker's result arrives as a message.
 */
export async function tasksOf(
  page: Page,
  types: readonly string[],
  act: () => Promise<void>,
): Promise<readonly Task[]> {
  const { tasks, messages } = await recordTasks(page, dispatchOf(types), act);
  return tasks.map((task, i) => {
    const end = tasks[i + 1]?.ts ?? Number.POSITIVE_INFINITY;
    const all = [task, ...messages.filter(({ ts }) => ts > task.ts && ts < end)].map(taskOf);
    return all.reduce((longest, one) => (one.own > longest.own ? one : longest));
  });
}

/** @returns the task of each frame that the page itself requested meanwhile. */
export async function framesOf(page: Page, act: () => Promise<void>): Promise<readonly Task[]> {
  const { tasks } = await recordTasks(page, frame, act);
  return tasks.map(taskOf);
}

const taskOf = ({ dur = 0, tdur = dur }: TraceEvent): Task => ({ wall: dur / 1000, own: tdur / 1000 });

/** The tasks of the main thread that handled the cause, and those that handled a message. */
async function recordTasks(
  page: Page,
  cause: Cause,
  act: () => Promise<void>,
): Promise<{ readonly tasks: readonly TraceEvent[]; readonly messages: readonly TraceEvent[] }> {
  const session = await page.context().newCDPSession(page);
  const events = await record(session, act);
  await session.detach();
  const main = events.find(cause.isIn)?.tid;
  if (main === undefined) throw new Error(`The trace has no ${cause.said}: nothing has moved.`);
  const onMain = events.filter(({ tid }) => tid === main);
  const tasks = onMain
    .filter(({ name, ph, dur }) => name === 'RunTask' && ph === 'X' && dur !== undefined)
    .sort((a, b) => a.ts - b.ts);
  const tookIn = (found: readonly TraceEvent[]): readonly TraceEvent[] =>
    tasks.filter(({ ts, dur = 0 }) => found.some((event) => event.ts >= ts && event.ts <= ts + dur));
  const messages = onMain.filter(({ name }) => name === 'HandlePostMessage');
  return { tasks: tookIn(onMain.filter(cause.isIn)), messages: tookIn(messages) };
}

async function record(session: CDPSession, act: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[]) events.push(event);
  });
  const done = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await act();
  await session.send('Tracing.end');
  await done;
  return events;
}

/** The 95th percentile, by the wall clock and by what the thread itself computed. */
export function p95(tasks: readonly Task[]): Task {
  const of = (value: (task: Task) => number): number =>
    percentile(
      tasks.map(value).sort((a, b) => a - b),
      0.95,
    );
  return { wall: of(({ wall }) => wall), own: of(({ own }) => own) };
}

const inTask = ({ wall, own }: Task): string => `p95 ${own.toFixed(1)} ms (wall ${wall.toFixed(1)})`;

/**
 * Both p95s in words, and the minimum CPU time of the thread. Other programs affect the p95, but hardly the minimum.
 */
export function inTasks(tasks: readonly Task[]): string {
  const least = Math.min(...tasks.map(({ own }) => own));
  return `${inTask(p95(tasks))}, least ${least.toFixed(1)}`;
}
