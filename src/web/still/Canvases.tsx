/** Replaces `timeline/Canvases`: the same layers as SVG. */
import type { Inks } from '../../picture/inks/inks';
import type { BoxMark, Mark } from '../../picture/layout/marks';
import { painted } from '../../picture/svg/svgPicture';
import styles from '../timeline/Timeline.module.css';
import type { Pictures } from '../timeline/usePicture';
import { measureNow, roomNow } from './stage';

interface CanvasesProps {
  readonly pictures: Pictures;
  readonly inks: Inks;
  readonly width: number;
  readonly height: number;
}

export function Canvases({ pictures: { picture }, inks, width, height }: CanvasesProps) {
  const { axis, lanes, ground, middle, top } = picture;
  const layer = (marks: readonly Mark[]) => (
    // Keeps paint off the names of the lanes.
    <svg className={styles.layer} style={{ width, height, clipPath: `inset(0 0 0 ${axis.left - 7}px)` }} aria-hidden>
      {marks.map((mark, i) => {
        const key = `still-${roomNow().window.width}-${marks.length}-${i}`;
        if (mark.kind === 'box' && mark.style === 'hatched') return <Hatched key={key} {...{ id: key, mark, inks }} />;
        // Names of clips are the same at every size.
        const content = painted([mark], { inks, measure: measureNow }).replaceAll(/layer-[\w-]+?-clip/g, key);
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the painter escapes every text.
        return <g key={key} dangerouslySetInnerHTML={{ __html: content }} />;
      })}
    </svg>
  );
  return (
    <>
      {layer([...ground, ...middle])}
      <div
        className={`over at-top ${styles.headLine}`}
        style={{ height: lanes.bottom, transform: `translateX(${axis.x(0)}px)` }}
      />
      {layer(top)}
    </>
  );
}

/** As `paint` hatches, but with a pattern: the number of its lines would change with the size. */
function Hatched({ id, mark, inks }: { readonly id: string; readonly mark: BoxMark; readonly inks: Inks }) {
  const { x, y, width, height, radius, alpha } = mark;
  const [gap, line] = height > 100 ? [9, 1] : [6, 1.6];
  return (
    <g opacity={alpha}>
      <pattern
        id={id}
        patternUnits="userSpaceOnUse"
        width={gap}
        height={gap}
        patternTransform={`translate(0 ${y + height})`}
      >
        <path
          d={`M-1 1L1 -1M0 ${gap}L${gap} 0M${gap - 1} ${gap + 1}L${gap + 1} ${gap - 1}`}
          stroke={inks.colour(mark.ink)}
          strokeWidth={line}
        />
      </pattern>
      <rect x={x} y={y} width={width} height={height} rx={radius} fill={`url(#${id})`} />
    </g>
  );
}
