// The quick answer of a cell: one sentence, the picture of its smallest break, what was tried, and the link to
// everything.
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { signOf } from '../../core/model/trace/severity';
import type { Table, TriedCell } from '../../search/matrix/table';
import { type TableAddress, writeTableAddress } from '../../search/matrix/tableAddress';
import { Button } from '../parts/Button';
import { later } from '../parts/later';
import { useLanguage } from '../words/i18n';
import styles from './CellCard.module.css';
import type { CellPictureProps } from './CellPicture';
import { type CellSentence, cellSentenceOf } from './cellSentence';
import { type Following, followCells } from './followCells';
import { tableNames } from './known';
import type { Column, Line } from './lines';
import { Shape } from './Shape';
import { withParts } from './withParts';
import { type TableWords, tableWords } from './words';

const CellPicture = later<CellPictureProps>(() => withParts(async () => (await import('./CellPicture')).CellPicture));

interface CellCardProps {
  /** The table whose cells it shows. */
  readonly of: RefObject<HTMLElement | null>;
  readonly table: Table;
  readonly address: TableAddress;
  readonly lines: readonly Line[];
  readonly columns: readonly Column[];
}

export function CellCard({ of, table, address, lines, columns }: CellCardProps) {
  const language = useLanguage();
  const words = tableWords[language];
  const box = useRef<HTMLElement>(null);
  const [cell, setCell] = useState<HTMLElement | null>(null);
  const following = useRef<Following>(null);
  useEffect(() => {
    if (of.current === null) return;
    following.current = followCells(of.current, () => box.current, setCell);
    return following.current.stop;
  }, [of]);
  const [id, index] = cell?.isConnected === true ? (cell.dataset['stop']?.split('/') ?? []) : [];
  const line = lines.find((one) => one.id === id);
  const column = columns[Number(index)];
  const cellSentence = line && column ? cellSentenceOf(line, column, { table, words, language }) : null;
  const name = useId();
  const facts = useId();
  const { sentence } = cellSentence ?? {};
  const isTried = cellSentence?.cell.kind === 'tried';
  useLayoutEffect(() => {
    if (box.current === null || cell === null || sentence === undefined) return;
    placeCard(box.current, cell);
    cell.dataset['asked'] = '';
    if (isTried) cell.setAttribute('aria-describedby', facts);
    return () => {
      delete cell.dataset['asked'];
      cell.removeAttribute('aria-describedby');
    };
  }, [cell, sentence, facts, isTried]);
  if (cellSentence === null || cell === null) return null;
  // The focus goes past the cell, to what the press opens.
  const close = (): void => following.current?.close();
  return (
    <section ref={box} className={`card over tight pad-y-5 pad-x-6 ${styles.card}`} aria-labelledby={name}>
      <p id={name} className={`flex baseline gap-4 strong pretty ${styles.sentence}`}>
        <Sign cellSentence={cellSentence} />
        {cellSentence.sentence}
      </p>
      {cellSentence.cell.kind === 'tried' && (
        <>
          <figure className={styles.figure}>
            <div className={`on-page ${styles.frame}`}>
              <CellPicture table={table} row={cellSentence.row} cell={cellSentence.cell} />
            </div>
            <figcaption className="quiet normal">{captionOf(cellSentence, cellSentence.cell, words)}</figcaption>
          </figure>
          <Tried id={facts} cell={cellSentence.cell} words={words} />
        </>
      )}
      <div className={`row between gap-4 ${styles.foot}`}>
        <a
          className={`chip rounded inked bare pad-x-6 ${styles.open}`}
          href={writeTableAddress({ ...address, rows: [cellSentence.row], kind: cellSentence.kind }, tableNames)}
          aria-describedby={name}
          onClick={close}
        >
          {words.card.open}
        </a>
        <Button look="plain" className={styles.close} onClick={close}>
          {words.close}
        </Button>
      </div>
    </section>
  );
}

interface TriedProps {
  readonly id: string;
  readonly cell: TriedCell;
  readonly words: TableWords;
}

function Tried({ id, cell: { outcome, fault, runs }, words: { card } }: TriedProps) {
  const isHeld = outcome === 'held';
  // If something goes wrong without a fault, that run is the only one.
  const isFaultless = fault === null && !isHeld;
  return (
    <dl id={id} className={`grid gap-4 rows-1 above-4 ${styles.facts}`}>
      <dt className="quiet">{card.space}</dt>
      <dd>{isFaultless ? card.faultless : card.oneFault}</dd>
      <dt className="quiet">{card.runs}</dt>
      <dd>{isHeld ? card.held(runs) : card.tried(isFaultless ? 1 : runs)}</dd>
    </dl>
  );
}

function Sign({ cellSentence: { cell, itself } }: { readonly cellSentence: CellSentence }) {
  const outcome = itself?.outcome ?? (cell.kind === 'tried' ? cell.outcome : null);
  return outcome === null ? null : <Shape of={signOf[outcome]} />;
}

/** Describes the picture, which cannot show what only the library itself does. */
function captionOf({ example, itself }: CellSentence, cell: TriedCell, words: TableWords): string {
  if (itself !== null) return words.itself.simulated(words.outcomesInWords[cell.outcome]);
  const caption = cell.fault === null ? words.faultless : words.smallest;
  return example === null ? caption : words.card.of(caption, example.row, example.kind);
}

/** In CSS pixels. */
const gap = 6;
const edge = 8;

/**
 * Below its cell, or above it if there is no room, and to the right of the row heads. The style sheet uses this
 * position if there is room; otherwise the card is at the foot of the window, or at its top if the cell is at the
 * foot.
 */
function placeCard(box: HTMLElement, cell: HTMLElement): void {
  const frame = (box.offsetParent ?? document.body).getBoundingClientRect();
  const of = cell.getBoundingClientRect();
  const head = cell.closest('tr')?.querySelector('th')?.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = of.bottom + gap;
  const isBelow = below + height + edge <= innerHeight || of.top - gap - height < 0;
  const leftMost = (head?.right ?? 0) + edge;
  const rightMost = Math.min(innerWidth, frame.right) - width - edge;
  const left = Math.max(leftMost, Math.min(rightMost, of.left + of.width / 2 - width / 2));
  box.style.setProperty('--left', `${Math.round(left - frame.left)}px`);
  box.style.setProperty('--top', `${Math.round((isBelow ? below : of.top - gap - height) - frame.top)}px`);
  box.dataset['dock'] = Math.max(of.bottom, head?.bottom ?? 0) + edge > innerHeight - height ? 'top' : 'foot';
}
