/** Loads a view that runs something, together with the parts that it runs: they are not in the first load. */
import type { ComponentType } from 'react';
import { provideParts } from '../state/parts';

export async function withParts<Props>(load: () => Promise<ComponentType<Props>>): Promise<ComponentType<Props>> {
  const [{ parts }, view] = await Promise.all([import('../../core/run/parts'), load()]);
  provideParts(parts);
  return view;
}
