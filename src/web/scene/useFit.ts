/** Makes words as large as their room allows. */
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The number of sizes, starting with the preferred one, as the style sheets have them: `[data-fit="0"]` … */
const steps = 5;

/** @param text the words: when they change, their size is fitted again */
export function useFit<E extends HTMLElement>(text: string): RefObject<E | null> {
  const ref = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words need another size.
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const fitNow = (): void => {
      for (let step = 0; step < steps; step++) {
        element.dataset['fit'] = String(step);
        const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
        if (scrollHeight <= clientHeight + 1 && scrollWidth <= clientWidth) return;
      }
    };
    fitNow();
    const observer = new ResizeObserver(fitNow);
    observer.observe(element);
    return () => observer.disconnect();
  }, [text]);
  return ref;
}
