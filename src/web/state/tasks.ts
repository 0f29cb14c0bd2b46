/** Work in small tasks, so that a slow machine answers a touch in between. */

export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Even a busy page goes on after this time. */
const restMsMax = 400;

/** The next moment in which the browser has nothing else to do. Safari does not tell, so there it is the next task. */
const nextRest = (): Promise<unknown> =>
  typeof requestIdleCallback === 'undefined'
    ? nextTask()
    : new Promise((resolve) => requestIdleCallback(resolve, { timeout: restMsMax }));

/**
 * Begins to load parts that nobody waits for, each at a moment of rest. A part that cannot be loaded is left out: who needs it asks
 * for it again.
 * @param ms when to begin
 */
export async function loadAtRest(ms: number, loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  for (const load of loads) {
    await nextRest();
    // One that hangs holds no other up.
    load().catch(() => undefined);
  }
}
