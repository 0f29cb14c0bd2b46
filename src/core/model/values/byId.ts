/** Parts by their ids, in the same order. */
export const byId = <Part extends { readonly id: string }>(all: readonly Part[]): ReadonlyMap<string, Part> =>
  new Map(all.map((part) => [part.id, part]));
