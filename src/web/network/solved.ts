/** Which levels are solved, and in how many decisions, as this browser keeps it. */
import * as v from 'valibot';
import { create } from 'zustand';
import { readJson } from '../state/readJson';
import { store, stored } from '../state/stored';

const key = 'redlock-network';

/** Of a level that cannot be broken: it was proved. */
export const proved = 0;

const schema = v.object({ solved: v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(proved))) });

interface Solved {
  /** The fewest decisions of this reader, by the id of the level. */
  readonly solved: Readonly<Record<string, number>>;
}

function remembered(): Solved {
  const result = readJson(schema, stored(key) ?? 'null');
  return result.ok ? result.value : { solved: {} };
}

export const useSolved = create<Solved>()(remembered);

/** Keeps the fewer of two. */
export function keepSolved(id: string, decisions: number): void {
  // With what another tab has kept meanwhile.
  const solved = { ...useSolved.getState().solved, ...remembered().solved };
  const next = { ...solved, [id]: Math.min(decisions, solved[id] ?? Number.POSITIVE_INFINITY) };
  useSolved.setState({ solved: next });
  store(key, JSON.stringify({ solved: next }));
}
