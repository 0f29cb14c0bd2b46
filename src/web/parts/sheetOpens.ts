/** Announces that a sheet is about to cover the page. */

const listeners = new Set<() => void>();

/** Returns a function that stops listening. */
export function whenSheetOpens(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const sheetOpens = (): void => {
  for (const listener of listeners) listener();
};
