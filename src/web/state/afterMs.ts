/**
 * Calls back after this many ms and returns a function that cancels. Code under test takes it in place of the page's
 * clock.
 */
export type AfterMs = (run: () => void, ms: number) => () => void;

export const afterMs: AfterMs = (run, ms) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
