/** Whether somebody is there. What only a hand or a key needs is loaded from then on. */
import { useEffect, useState } from 'react';

/** False until somebody is there: a pointer moves or presses, the wheel is turned, or a key is pressed. */
export function useLater(): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const later = (): void => setLater(true);
    const signs = ['pointermove', 'pointerdown', 'wheel', 'keydown'];
    for (const sign of signs) addEventListener(sign, later, { once: true });
    return () => {
      for (const sign of signs) removeEventListener(sign, later);
    };
  }, []);
  return isLater;
}
