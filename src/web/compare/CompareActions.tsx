// Swaps the two runs of a comparison, and switches between both in full and only their differences.
import { ArrowDownUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { compareWords } from '../../content/texts/compare';
import { Button } from '../parts/Button';
import { showBothInFull, swapCompared, useCompare, useComparison } from '../state/compare';
import { useText } from '../words/i18n';

/**
 * Which button was pressed last. A press draws the runs and these buttons again; then the new button gets the focus.
 */
let pressed: 'swap' | 'full' | null = null;

export function CompareActions() {
  const words = useText()(compareWords);
  const other = useComparison();
  const isFull = useCompare((state) => state.isFull);
  const isThere = other !== null;
  const swap = useRef<HTMLButtonElement>(null);
  const full = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isThere) return;
    const button = { swap, full }[pressed ?? 'swap'].current;
    if (pressed !== null && document.activeElement === document.body) button?.focus({ preventScroll: true });
    pressed = null;
  }, [isThere]);
  const press = (which: typeof pressed, act: () => void): void => {
    pressed = which;
    act();
  };
  if (other === null || other.choice === 'simulated' || other.choice === 'beside') return null;
  return (
    <span className="wrap gap-3 inline far">
      <Button ref={swap} title={words.swapHelp} onClick={() => press('swap', () => void swapCompared(other))}>
        <ArrowDownUp size={13} aria-hidden />
        {words.swap}
      </Button>
      <Button ref={full} look="plain" onClick={() => press('full', () => showBothInFull(!isFull))}>
        {isFull ? words.differing : words.full}
      </Button>
    </span>
  );
}
