// A button for each sheet, and above them the verdict in one line, which opens the whole verdict. Where there is room
// for columns, one button opens the left one.
import { ChevronDown, ChevronUp, ListTree, Settings2, Text, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { FactPair, RunHead } from '../parts/RunHead';
import { useLive } from '../state/live';
import { useRun } from '../state/run';
import { useReading } from '../verdict/useReading';
import { useWords } from '../words/i18n';
import styles from './SheetBar.module.css';
import type { LayoutWidth } from './useLayoutWidth';

/** `left`: the left column. */
export type SheetName = 'verdict' | 'story' | 'faults' | 'settings' | 'left';

interface SheetBarProps {
  readonly room: LayoutWidth;
  readonly open: SheetName | null;
  readonly onOpen: (sheet: SheetName | null) => void;
}

export function SheetBar({ room, open, onOpen }: SheetBarProps) {
  const { bar, live, next } = useWords();
  const hasServer = useLive((state) => state.hasServer === true);
  const words = bar.sheets;
  const of = (name: SheetName) => ({ name, isOpen: open === name, onOpen, label: words[name] });
  if (room !== 'narrow')
    return (
      <nav className={styles.bar} aria-label={words.label}>
        <Opens {...of('left')} more={hasServer ? `${live.real} · ${next.title}` : next.title}>
          <ListTree size={16} aria-hidden />
        </Opens>
      </nav>
    );
  return (
    <nav className={styles.bar} aria-label={words.label}>
      <VerdictLine {...of('verdict')} />
      <Opens {...of('story')}>
        <Text size={16} aria-hidden />
      </Opens>
      <Opens {...of('faults')}>
        <Zap size={16} aria-hidden />
      </Opens>
      <Opens {...of('settings')}>
        <Settings2 size={16} aria-hidden />
      </Opens>
    </nav>
  );
}

interface OpensProps {
  readonly name: SheetName;
  readonly label: string;
  readonly isOpen: boolean;
  readonly onOpen: (sheet: SheetName | null) => void;
  /** What else it opens. */
  readonly more?: string;
  readonly children?: ReactNode;
}

function Opens({ name, label, more, isOpen, onOpen, children }: OpensProps) {
  return (
    <button
      type="button"
      className={`chip centred gap-3 card pad-x-5 nowrap grows edges inks ${styles.opens}`}
      aria-expanded={isOpen}
      aria-controls={isOpen ? 'sheet' : undefined}
      onClick={() => onOpen(isOpen ? null : name)}
    >
      {children}
      {more === undefined ? (
        label
      ) : (
        <span className="leading tight">
          {label}
          <small className="block">{more}</small>
        </span>
      )}
    </button>
  );
}

function VerdictLine({ name, label, isOpen, onOpen }: OpensProps) {
  const reading = useReading(useRun());
  const { headline, pair, doubt } = reading;
  const Arrow = isOpen ? ChevronDown : ChevronUp;
  return (
    // While the sheet is open, its card is what screen readers announce.
    <RunHead reading={reading} className={styles.verdict} {...(!isOpen && { role: 'status', 'aria-label': label })}>
      <button
        type="button"
        className="chip wide gap-3 card pad-x-5 leading edges"
        aria-expanded={isOpen}
        aria-controls={isOpen ? 'sheet' : undefined}
        onClick={() => onOpen(isOpen ? null : name)}
      >
        <span className="hidden">{label}</span>
        <span className="normal strong">{doubt === 'unfinished' ? headline : <FactPair pair={pair} />}</span>
        <Arrow size={16} aria-hidden />
      </button>
    </RunHead>
  );
}
