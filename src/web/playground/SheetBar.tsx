// A button for each sheet, and above them the verdict in one line, which opens the whole verdict.
import { ChevronDown, ChevronUp, ListTree, Settings2, Text, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { FactPair, RunHead } from '../parts/RunHead';
import { useRun } from '../state/run';
import { useReading } from '../verdict/useReading';
import { useWords } from '../words/i18n';
import styles from './SheetBar.module.css';
import type { Room } from './useRoom';

/** `left`: everything that stands on the left where there is more room. */
export type SheetName = 'verdict' | 'story' | 'faults' | 'settings' | 'left';

interface SheetBarProps {
  readonly room: Exclude<Room, 'wide'>;
  readonly open: SheetName | null;
  readonly onOpen: (sheet: SheetName | null) => void;
}

export function SheetBar({ room, open, onOpen }: SheetBarProps) {
  const { sheets: words } = useWords().bar;
  const of = (name: SheetName) => ({ name, isOpen: open === name, onOpen, label: words[name] });
  if (room === 'middle')
    return (
      <nav className={styles.bar} aria-label={words.label}>
        <Opens {...of('left')}>
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
  readonly children?: ReactNode;
}

function Opens({ name, label, isOpen, onOpen, children }: OpensProps) {
  return (
    <button
      type="button"
      className={`chip centred gap-3 card pad-x-5 nowrap grows edges inks ${styles.opens}`}
      aria-expanded={isOpen}
      aria-controls={isOpen ? 'sheet' : undefined}
      onClick={() => onOpen(isOpen ? null : name)}
    >
      {children}
      {label}
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
