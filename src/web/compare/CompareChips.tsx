// What the run on screen is compared with, and the runs that are pinned for it.
import { Pin, PinOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { compareWords } from '../../content/texts/compare';
import { sameJson } from '../../core/model/scenario/patch';
import { Segmented } from '../parts/Segmented';
import {
  type ComparisonChoice,
  compareWith,
  comparisonChoices,
  keyOf,
  pinCurrent,
  pinsMax,
  unpin,
  useCompare,
  useCompareContext,
  useComparison,
} from '../state/compare';
import { useText } from '../words/i18n';
import styles from './CompareChips.module.css';
import { type Names, otherTitle, pinName, shortOf, useNames } from './titles';

interface ChipsProps {
  /** Whether they are shown on the smallest phones, too. */
  readonly isAsked: boolean;
}

export function CompareChips({ isAsked }: ChipsProps) {
  const names = useNames();
  const words = names.text(compareWords);
  const chosen = useCompare((state) => state.with);
  const open = useCompareContext();
  const swapped = useCompare((state) => state.swap);
  const other = useComparison();
  const { choices, chosen: named } = comparisonChoices(open, chosen, swapped);
  const isThere = named === null || choices.some((choice) => keyOf(choice) === keyOf(named));
  const options = choices.map((choice) => ({ id: keyOf(choice), label: labelOf(choice, open.pins, names) }));
  // A changed run that was swapped away is not among the choices, but is the chosen one.
  const unnamed =
    named === null && other !== null ? [{ id: 'swapped', label: otherTitle(other, open.pins, names) }] : [];
  const choose = (key: string): void => {
    const choice = choices.find((one) => keyOf(one) === key);
    if (choice !== undefined) compareWith(choice);
  };
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => {
    if (!isAsked || document.activeElement !== document.body) return;
    box.current?.querySelector<HTMLElement>(':checked')?.focus({ preventScroll: true });
  }, [isAsked]);
  const isShown = isAsked || (isThere && keyOf(chosen) !== 'nothing');
  return (
    <div ref={box} className={`row wrap gap-4 rows-3 ${styles.chips}`} data-shown={isShown}>
      <span className={`strong ${styles.label}`} aria-hidden>
        {words.label}
      </span>
      <Segmented
        look="pills"
        label={words.label}
        value={named === null ? 'swapped' : keyOf(isThere ? named : 'nothing')}
        options={[...options, ...unnamed]}
        onChange={choose}
      />
      <PinButton chosen={named ?? 'nothing'} />
    </div>
  );
}

/** Shows the chips where they are hidden: on the smallest phones. */
export function CompareOpener({ onPress }: { readonly onPress: () => void }) {
  const words = useText()(compareWords);
  const isComparing = useCompare((state) => state.with !== 'nothing');
  if (isComparing) return null;
  return (
    <button type="button" className={styles.opener} onClick={onPress}>
      {words.open}
    </button>
  );
}

function labelOf(choice: ComparisonChoice, pins: ReturnType<typeof useCompareContext>['pins'], names: Names): string {
  const { text, story } = names;
  const words = text(compareWords);
  if (choice === 'original' || choice === 'before') return words[choice];
  if (typeof choice === 'string') return words.nothing;
  if ('pinned' in choice) {
    const pin = pins.find(({ id }) => id === choice.pinned);
    return pin === undefined ? '' : words.pinned(pinName(pin, names));
  }
  const variant = story?.variants.find(({ id }) => id === choice.variant);
  return variant === undefined ? '' : text(shortOf(variant));
}

/** Removes the chosen pin, or pins the run on screen. */
function PinButton({ chosen }: { readonly chosen: ComparisonChoice }) {
  const words = useText()(compareWords);
  const { pins, scenario } = useCompareContext();
  if (typeof chosen === 'object' && 'pinned' in chosen) {
    return (
      <button type="button" className={styles.pin} onClick={() => unpin(chosen.pinned)}>
        <PinOff size={13} aria-hidden />
        {words.unpin}
      </button>
    );
  }
  const isPinned = pins.some((pin) => sameJson(pin.scenario, scenario));
  const isFull = pins.length >= pinsMax;
  return (
    <button
      type="button"
      className={styles.pin}
      aria-disabled={isFull || isPinned}
      data-tip={isFull && !isPinned ? words.pinsFull(pinsMax) : undefined}
      onClick={() => !isPinned && pinCurrent()}
    >
      <Pin size={13} aria-hidden />
      {isPinned ? words.isPinned : words.pin}
    </button>
  );
}
