/**
 * Whether a part of the page could not be loaded although the server answers: there is a new version, and the files of this one
 * are gone. Without a network nothing is said, since the part comes with the network.
 */
import { create } from 'zustand';

export const useLostPart = create<{ readonly isLost: boolean }>()(() => ({ isLost: false }));

/** Vite raises it itself for most parts, and the embed's loader for all. */
const lost = 'vite:preloadError';

/** To be called wherever the loading of a part has failed. */
export function tellLost(): void {
  globalThis.dispatchEvent?.(new Event(lost));
}

/** @param isServed whether the server answers for the page */
export function heedLost(isServed: () => Promise<boolean> = answers): void {
  addEventListener(lost, () => {
    void isServed().then((isLost) => isLost && useLostPart.setState({ isLost }));
  });
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
