// The small picture of a run, in the colours of its clients. The text beside it says everything that it shows.
import { type Miniature, type MiniatureSpan, miniatureWidth, spansIn } from '../../picture/layout/miniature';
import styles from '../../picture/svg/MiniaturePicture.module.css';

const height = 64;
const margin = 4;
/** The height of each kind of lane, relative to the others. */
const weights: Readonly<Record<string, number>> = { c: 2.2, n: 1.25, s: 2 };
/** With few lanes, a unit of height is at most this. */
const unitMax = 6.5;
/** The least width of a span, so that a very short one stays visible. */
const widthMin = 1.5;
const instantWidth = 4;

interface Row {
  readonly top: number;
  readonly height: number;
}

export function MiniaturePicture({ picture }: { readonly picture: Miniature }) {
  const rows = rowsOf(picture.lanes);
  return (
    // It is stretched to the card, which is right for boxes.
    <svg className={styles.picture} viewBox={`0 0 ${miniatureWidth} ${height}`} preserveAspectRatio="none" aria-hidden>
      {rows.map(({ top, height }) => (
        <rect key={top} className={styles.line} x={0} y={top + height / 2 - 0.25} width={miniatureWidth} height={0.5} />
      ))}
      {spansIn(picture).map((span, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a picture never changes.
        <SpanBox key={index} span={span} row={rows[span.lane]} />
      ))}
    </svg>
  );
}

function rowsOf(lanes: string): readonly Row[] {
  const all = [...lanes].map((letter) => weights[letter] ?? 1);
  const sum = all.reduce((a, b) => a + b, 0);
  const unit = Math.min(unitMax, (height - 2 * margin) / sum);
  let top = (height - unit * sum) / 2;
  return all.map((weight) => {
    const row = { top, height: weight * unit };
    top += row.height;
    return row;
  });
}

function SpanBox({
  span: { part, ink, from, to },
  row,
}: {
  readonly span: MiniatureSpan;
  readonly row: Row | undefined;
}) {
  if (row === undefined) return null;
  const isInstant = part === 'wrote' || part === 'destroyed' || part === 'refused';
  const width = isInstant ? instantWidth : Math.max(widthMin, to - from);
  const box = part === 'overlap' ? { y: 0, height } : { y: row.top + row.height * 0.18, height: row.height * 0.64 };
  return (
    <rect
      className={styles[part]}
      style={{ color: ink === 0 ? 'var(--muted)' : `var(--client-${ink})` }}
      x={Math.min(from, miniatureWidth - width)}
      width={width}
      {...box}
    />
  );
}
