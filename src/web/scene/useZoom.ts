/** The transition between scene and details, which can turn back at any moment. */
import { useEffect, useState } from 'react';
import { wantsNoMotion } from '../parts/wantsNoMotion';

const zoomMs = 450;

/**
 * @param waits the details are not loaded yet: the scene stays until they are
 * @returns 0: the scene; 1: details; a number between during the transition, with one ease
 */
export function useZoom(isScene: boolean, waits: boolean): number {
  const end = isScene ? 0 : 1;
  const [share, setShare] = useState<number>(end);
  const isAtRest = waits || share === end;
  useEffect(() => {
    if (isAtRest) return;
    if (wantsNoMotion()) return setShare(end);
    let last = performance.now();
    const step = (now: number): void => {
      const passed = Math.max(0, now - last) / zoomMs;
      last = now;
      setShare((before) => (end > before ? Math.min(end, before + passed) : Math.max(end, before - passed)));
      frame = requestAnimationFrame(step);
    };
    let frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [end, isAtRest]);
  return eased(share);
}

/** Slow, fast, slow. */
const eased = (share: number): number => (share < 0.5 ? 4 * share ** 3 : 1 - 4 * (1 - share) ** 3);
