/** Locks and simulator come with the first view that runs something, and not with the page. */
import type { ComponentType } from 'react';
import { handIn } from '../state/parts';

export async function withParts<Props>(load: () => Promise<ComponentType<Props>>): Promise<ComponentType<Props>> {
  const [{ parts }, view] = await Promise.all([import('../../run/parts'), load()]);
  handIn(parts);
  return view;
}
