/** Calls back after so many ms; answers how to call it off. What is to be tested takes it instead of the page's clock. */
export type Later = (run: () => void, ms: number) => () => void;

export const later: Later = (run, ms) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
