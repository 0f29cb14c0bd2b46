/** Work in small tasks, so that a slow machine can react to a touch in between. */

export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Work goes on after this time even if the page is busy, in ms. */
const restMsMax = 400;

/** The next moment in which the browser is idle. Safari does not report idle time, so there it is the next task. */
const nextRest = (): Promise<unknown> =>
  typeof requestIdleCallback === 'undefined'
    ? nextTask()
    : new Promise((resolve) => requestIdleCallback(resolve, { timeout: restMsMax }));

/**
 * Begins to load parts in the background, each at an idle moment. A part that fails to load is skipped: a view that
 * needs it asks again.
 * @param ms when to begin
 */
export async function loadAtRest(ms: number, loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  for (const load of loads) {
    await nextRest();
    // A load that hangs does not hold up the others.
    load().catch(() => undefined);
  }
}
