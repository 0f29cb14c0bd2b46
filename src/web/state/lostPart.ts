/**
 * Whether a part of the page could not be loaded, and how to try again. If the server does answer, there is probably
 * a new version, and the files of this one are gone.
 */
import { create } from 'zustand';

interface LostPart {
  readonly isLost: boolean;
  /** Whether the server still serves the page. */
  readonly isServed: boolean;
  readonly retries: ReadonlySet<() => void>;
}

const nothingLost: LostPart = { isLost: false, isServed: false, retries: new Set() };

export const useLostPart = create<LostPart>()(() => nothingLost);

/** Vite raises it for most parts, and the embed's loader for all. */
const lost = 'vite:preloadError';

/**
 * Call it wherever a part failed to load.
 * @param again loads it again
 * @returns a function to call when the part is no longer needed
 */
export function reportLostPart(again?: () => void): () => void {
  globalThis.dispatchEvent?.(new Event(lost));
  if (again === undefined) return () => {};
  useLostPart.setState(({ retries }) => ({ retries: new Set([...retries, again]) }));
  return () =>
    useLostPart.setState(({ retries }) => ({ retries: new Set([...retries].filter((one) => one !== again)) }));
}

/** Loads all lost parts again. A part that fails again is reported again. */
export function tryAgain(): void {
  const { retries } = useLostPart.getState();
  useLostPart.setState(nothingLost);
  for (const again of retries) again();
}

/** @param isServed whether the server still serves the page */
export function onChunkLoadError(isServed: () => Promise<boolean> = answers): void {
  addEventListener(lost, () => {
    useLostPart.setState({ isLost: true });
    void isServed().then((is) => useLostPart.setState({ isServed: is }));
  });
  addEventListener('online', () => useLostPart.getState().isLost && tryAgain());
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
