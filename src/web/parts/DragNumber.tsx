// A number in a line of words, which is dragged sideways or changed by keys.
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { AboveFinger } from './AboveFinger';
import { followPointer } from './pointer';
import { positionMax, positionOf, type SliderRange, valueAt } from './sliderScale';

/** At most this many pixels lead through all its values. */
const pixelsMax = 900;

interface DragNumberProps {
  readonly className: string | undefined;
  readonly label: string;
  /** The id of the element that says what the number does. */
  readonly describedBy?: string | undefined;
  readonly range: SliderRange;
  readonly value: number;
  readonly valueText: string;
  readonly isDragged: boolean;
  readonly children: ReactNode;
  /** Shows what this value makes. */
  readonly onDrag: (value: number) => void;
  readonly onDrop: (value: number) => void;
  readonly onCancel: () => void;
}

export function DragNumber({
  className,
  label,
  describedBy,
  range,
  value,
  valueText,
  isDragged,
  children,
  onDrag,
  onDrop,
  onCancel,
}: DragNumberProps) {
  const valueThere = (position: number): number => valueAt(Math.max(0, Math.min(positionMax, position)), range);
  const drag = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    const start = { x: event.clientX, position: positionOf(value, range) };
    let last = value;
    followPointer(event.nativeEvent, {
      onMove: ({ clientX }) => {
        last = valueThere(start.position + ((clientX - start.x) * positionMax) / pixelsMax);
        onDrag(last);
      },
      onEnd: () => onDrop(last),
      onCancel,
    });
  };
  const press = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = valueThere(positionOf(value, range) + (event.shiftKey ? 50 : 10) * by);
    onDrop(next === value ? Math.max(range.min, Math.min(range.max, value + range.step * by)) : next);
  };
  return (
    <span
      role="slider"
      tabIndex={0}
      className={className}
      aria-label={label}
      aria-describedby={describedBy}
      aria-valuemin={range.min}
      aria-valuemax={range.max}
      aria-valuenow={value}
      aria-valuetext={valueText}
      onPointerDown={drag}
      onKeyDown={press}
    >
      {children}
      <AboveFinger text={isDragged ? valueText : null} />
    </span>
  );
}
