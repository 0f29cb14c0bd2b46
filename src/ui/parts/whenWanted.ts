/** A part of a page that is loaded when it is first drawn. */
import { type ComponentType, lazy } from 'react';

/** If it cannot be loaded, for want of a network, it is left out and the rest of the page stays. */
export const whenWanted = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async (): Promise<{ readonly default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: () => null };
    }
  });
