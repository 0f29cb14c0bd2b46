/** What moves the view in the page: the gestures of d3-zoom, three buttons, and a hint of what the wheel would do. */
import { Minus, MoveHorizontal, Plus } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { viewWords } from '../../content/texts/view';
import type { Picture } from '../../picture/layout/picture';
import type { Stretch } from '../../picture/layout/timeAxis';
import { zoomBy } from '../edit/geometry';
import { IconButton } from '../parts/Tip';
import { useCursor } from '../state/cursor';
import { store, stored } from '../state/stored';
import { useSharedWords, useText } from '../words/i18n';
import { isFramed, type ViewControl } from './useNavigation';
import styles from './ViewTools.module.css';
import { ViewGestures } from './viewGestures';

export interface ViewToolsProps {
  readonly root: RefObject<HTMLElement | null>;
  readonly viewControl: RefObject<ViewControl>;
  readonly picture: Picture;
  /** The stretch that shows the whole run. */
  readonly fit: Stretch;
  readonly readOnly: boolean;
  readonly hasButtons: boolean;
}

export function ViewTools({ root, viewControl, picture, fit, readOnly, hasButtons }: ViewToolsProps) {
  const words = useText()(viewWords);
  const gestures = useRef<ViewGestures | null>(null);
  const { isHinted, hint, leave } = useWheelHint();
  useLayoutEffect(() => {
    if (root.current === null) return;
    const options = { viewControl: viewControl.current, readOnly, onPageWheel: hint, onWheelZoom: leave };
    const own = new ViewGestures(root.current, options);
    gestures.current = own;
    return () => own.detach();
  }, [root, viewControl, readOnly, hint, leave]);
  // After the effect above: the gestures may be new.
  useLayoutEffect(() => gestures.current?.follow(picture.axis, fit));
  return (
    <div className={`at-left ${styles.tools}`} data-tools data-legend={hasButtons}>
      {isHinted && <p className={`rounded inked normal over tight through ${styles.hint}`}>{words.wheel}</p>}
      {hasButtons && <ZoomButtons title={words.buttons} zoom={(factor) => zoomBy(factor, { picture, fit })} />}
    </div>
  );
}

interface ZoomButtonsProps {
  readonly title: string;
  readonly zoom: (factor: number) => void;
}

function ZoomButtons({ title, zoom }: ZoomButtonsProps) {
  const { onTimeline: words } = useSharedWords();
  const isWhole = useCursor(({ view }) => view === null);
  const whole = (): void => useCursor.getState().setView(null);
  return (
    <fieldset className={`flex narrows on-page over ${styles.buttons}`} aria-label={title}>
      <IconButton look="plain" label={words.zoomOut} keys="Minus" aria-disabled={isWhole} onClick={() => zoom(0.5)}>
        <Minus size={15} aria-hidden />
      </IconButton>
      <IconButton look="plain" label={words.zoomIn} keys="Equal" onClick={() => zoom(2)}>
        <Plus size={15} aria-hidden />
      </IconButton>
      <IconButton look="plain" label={words.fit} keys="Digit0" aria-disabled={isWhole} onClick={whole}>
        <MoveHorizontal size={15} aria-hidden />
      </IconButton>
    </fieldset>
  );
}

const storageKey = 'redlock-playground-wheel';
const hintMs = 5000;
let isHintShown = false;
let isKnown = false;

interface WheelHint {
  readonly isHinted: boolean;
  readonly hint: () => void;
  /** The first zoom by wheel removes the hint. */
  readonly leave: () => void;
}

/** Shown once per page, for a few seconds. In a frame the wheel belongs to the surrounding page, with Ctrl too. */
function useWheelHint(): WheelHint {
  const [isHinted, setHinted] = useState(false);
  const [hint] = useState(() => () => {
    if (isHintShown || isKnown || isFramed || stored(storageKey) !== null) return;
    isHintShown = true;
    setHinted(true);
  });
  useEffect(() => {
    if (!isHinted) return;
    const timer = setTimeout(() => setHinted(false), hintMs);
    return () => clearTimeout(timer);
  }, [isHinted]);
  const [leave] = useState(() => () => {
    if (!isKnown) store(storageKey, '1');
    isKnown = true;
    setHinted(false);
  });
  return { isHinted, hint, leave };
}
