/** Describes what is under the pointer, beside it. Loaded when a person first points at something. */

import { pointedWords } from '../../content/texts/pointed';
import type { Trace } from '../../core/model/trace/trace';
import type { TimelineWords } from '../../picture/words/timelineWords';
import type { Hover } from '../state/edition';
import { useText } from '../words/i18n';
import { describe } from './describe';
import styles from './Overlays.module.css';

export interface TooltipProps {
  readonly hover: Hover;
  readonly trace: Trace;
  readonly words: TimelineWords;
  readonly width: number;
  readonly height: number;
  readonly canGrab: boolean;
}

const tooltipWidth = 250;

/** The greatest height of a tooltip. Near the lower edge it stands above the pointer. */
const tooltipHeight = 150;

export function Tooltip({ hover, trace, words: onTimeline, width, height, canGrab }: TooltipProps) {
  const words = { ...onTimeline, ...useText()(pointedWords) };
  const { title, lines } = describe(hover.hit, { trace, words });
  const left = Math.max(6, Math.min(width - tooltipWidth - 6, hover.x + 14));
  const isHead = hover.hit.kind === 'message' && hover.hit.isHead;
  const isLow = hover.y > height - tooltipHeight;
  const position = {
    left,
    top: hover.y + (isLow ? -12 : 16),
    maxWidth: tooltipWidth,
    transform: isLow ? 'translateY(-100%)' : 'none',
  };
  return (
    <div className={styles.tooltip} style={position} role="tooltip">
      <strong>{title}</strong>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {canGrab && isHead && <em className="quiet">{words.grabHint}</em>}
    </div>
  );
}
