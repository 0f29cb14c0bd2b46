// The log around the playhead: the important events first, or every event, filtered by process and kind. A screen
// reader reads the same list.
import { useVirtualizer } from '@tanstack/react-virtual';
import { Link2 } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { nameOf } from '../../core/model/scenario/processName';
import type { Run } from '../../core/model/trace/run';
import { formatAt } from '../../core/model/values/format';
import { narrate } from '../../core/narrate/narrate';
import { sentence } from '../../core/narrate/sentence';
import type { Speech } from '../../core/narrate/speech';
import { currentAddress } from '../files/address';
import { useLinkCopy } from '../files/useLinkCopy';
import { Choose } from '../parts/Choose';
import { useCursor } from '../state/cursor';
import { useDeferredRun } from '../state/deferredRun';
import { goToEvent } from '../state/playhead';
import { useWords } from '../words/i18n';
import { usePanelWords } from '../words/panelWords';
import { processTextColour } from '../words/processNames';
import styles from './EventLog.module.css';
import { type LogKind, logKinds, logRows, rowAt } from './logRows';

interface LogLine {
  readonly seq: number;
  /** A line that stands for several events already has its text. */
  readonly text: string | null;
}

type Shown = LogKind | 'all' | 'main';

const rowHeight = 26;

export function EventLog() {
  const run = useDeferredRun();
  const words = useWords();
  const panel = usePanelWords();
  const { speech } = words;
  const { trace } = run;
  const [kind, setKind] = useState<Shown>('main');
  const [process, setProcess] = useState(-1);
  const lines = useMemo<readonly LogLine[]>(
    () =>
      kind === 'main'
        ? narrate(trace, speech).filter((line) => process < 0 || line.process === process)
        : logRows(trace, kind, process).map((seq) => ({ seq, text: null })),
    [trace, speech, kind, process],
  );
  const { processes } = trace.header;
  return (
    <div className="stack fills gap-4">
      <div className="flex wrap gap-3">
        <Choose
          label={panel.log.kind}
          value={kind}
          options={[
            { id: 'main', label: panel.log.main },
            { id: 'all', label: panel.log.all },
            ...logKinds.map((id) => ({ id, label: panel.log.kinds[id] })),
          ]}
          onChange={(id) => setKind(id)}
        />
        <Choose
          label={panel.log.process}
          value={String(process)}
          options={[
            { id: '-1', label: panel.log.everybody },
            ...processes.map(({ id }, i) => ({ id: String(i), label: nameOf(id, words.process) })),
          ]}
          onChange={(index) => setProcess(Number(index))}
        />
      </div>
      {lines.length === 0 ? (
        <p className="quiet">{panel.log.empty}</p>
      ) : (
        <Rows run={run} lines={lines} speech={speech} />
      )}
    </div>
  );
}

interface RowsProps {
  readonly run: Run;
  readonly lines: readonly LogLine[];
  readonly speech: Speech;
}

function Rows({ run, lines, speech }: RowsProps) {
  const words = useWords();
  const box = useRef<HTMLDivElement>(null);
  const seqs = useMemo(() => lines.map(({ seq }) => seq), [lines]);
  const now = useCursor(({ at }) => rowAt(run.trace, seqs, at));
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  useEffect(() => {
    if (now >= 0) virtual.scrollToIndex(Math.min(now, lines.length - 1), { align: 'center' });
  }, [now, lines, virtual]);
  return (
    <div ref={box} className={`pans slim ${styles.box}`}>
      <ol className="anchor" style={{ height: virtual.getTotalSize() }} aria-label={words.log.tab}>
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index];
          return line === undefined ? null : (
            <li
              key={`${line.seq}`}
              ref={virtual.measureElement}
              data-index={item.index}
              className="wide over at-top at-left"
              style={{ transform: `translateY(${item.start}px)` }}
              aria-setsize={lines.length}
              aria-posinset={item.index + 1}
            >
              <Row run={run} line={line} speech={speech} isNow={item.index === now} />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

interface RowProps {
  readonly run: Run;
  readonly line: LogLine;
  readonly speech: Speech;
  readonly isNow: boolean;
}

const Row = memo(function Row({ run, line, speech, isNow }: RowProps) {
  const words = useWords();
  const panel = usePanelWords();
  const { trace } = run;
  const text = line.text ?? sentence(trace, line.seq, speech);
  const id = trace.header.processes[trace.process[line.seq] ?? 0]?.id ?? 'storage';
  const { copyLink, copied, note } = useLinkCopy('./');
  return (
    <div className={`flex gap-1 starts ${styles.row}`} data-now={isNow}>
      <button
        type="button"
        className="flex baseline narrows gap-3 ink breaks leading tight stretches pad-y-2 pad-x-1"
        aria-current={isNow ? 'step' : undefined}
        onClick={() => goToEvent(run, line.seq)}
      >
        <span className="firm quiet digits">{formatAt(trace.at[line.seq] ?? 0)}</span>
        <span className={`firm disc ${styles.dot}`} style={{ background: processTextColour(id) }} aria-hidden />
        <span>{text}</span>
      </button>
      {trace.header.origin === 'simulated' && (
        <button
          type="button"
          className={`chip centred firm quiet ${styles.link}`}
          aria-label={panel.log.link}
          title={copied !== '' ? words.bar.shared : panel.log.link}
          onClick={({ currentTarget }) =>
            void currentAddress({ event: line.seq, size: 'details' }).then((address) =>
              copyLink(address, currentTarget),
            )
          }
        >
          <Link2 size={13} aria-hidden />
          {note}
        </button>
      )}
    </div>
  );
});
