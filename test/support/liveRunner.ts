// Runs the live tests. They go by the real clock, so a test that fails while its process was late has decided
// nothing: it is tried again. If it was late each time it is undecided, which is no failure; `npm test` names and
// counts it. A test that repeats its own runs reports by itself whether it is undecided.
import { type RunnerTestCase, TestRunner } from 'vitest';
import { LateWatch } from '../../src/live/server/lateWatch';
import { lateMsMax } from './lateMeter';
import { undecidedBecause } from './undecided';

const triesMax = 3;

export default class LiveRunner extends TestRunner {
  private readonly underWay = new Set<string>();
  /** The greatest lateness during the last try of each test, in ms. */
  private readonly lateMs = new Map<string, number>();
  private readonly watch = new LateWatch((from, to) => {
    const ms = Math.round((to - from) / 1e6);
    for (const id of this.underWay) this.lateMs.set(id, Math.max(this.lateOf(id), ms));
  });

  override onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    if (!test.meta.repeatsItself)
      test.retry = { count: triesMax - 1, condition: () => this.lateOf(test.id) > lateMsMax };
    return super.onBeforeRunTask(test);
  }

  override onBeforeTryTask(test: RunnerTestCase): void {
    super.onBeforeTryTask(test);
    if (this.underWay.size === 0) this.watch.begin();
    this.underWay.add(test.id);
    this.lateMs.set(test.id, 0);
  }

  /** It is called within the try, so whatever it throws ends the test. */
  onTaskFinished(test: RunnerTestCase): void {
    this.underWay.delete(test.id);
    if (this.underWay.size === 0) this.watch.end();
    const late = this.lateOf(test.id);
    if (test.meta.repeatsItself) return;
    const isLastTry = (test.result?.retryCount ?? 0) === triesMax - 1;
    if (test.result?.state === 'fail' && late > lateMsMax && isLastTry) test.context.skip(undecidedBecause(late));
  }

  private readonly lateOf = (id: string): number => this.lateMs.get(id) ?? 0;
}
