/**
 * Calls back after this many ms, and returns how to call it off. Code that is tested takes it instead of the page's
 * clock.
 */
export type AfterMs = (run: () => void, ms: number) => () => void;

export const afterMs: AfterMs = (run, ms) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
