/**
 * The view as a brush of d3-brush on the strip of the whole run. A press beside the brush moves it there; a click
 * inside puts the playhead there. While the whole run is in view, only the edges belong to the brush, and the rest of
 * the strip sets the playhead.
 */
import { brushX, type D3BrushEvent } from 'd3-brush';
import { pointer, type Selection, select } from 'd3-selection';
import { type BrushPart, brushed, brushedByKey } from '../../picture/layout/brush';
import type { Stretch } from '../../picture/layout/timeAxis';
import { useCursor, type View } from '../state/cursor';

type Pixels = readonly [number, number];

interface Sizes {
  readonly width: number;
  readonly height: number;
  readonly handle: number;
}

interface BrushReport {
  readonly name: string;
  readonly text: string;
  /** In µs. */
  readonly value: number;
}

/** A view narrower than this is drawn this wide, so that it can be grabbed. */
const leastWidth = 6;

const parts: readonly (readonly [string, BrushPart])[] = [
  ['.handle--w', 'start'],
  ['.selection', 'middle'],
  ['.handle--e', 'end'],
];

export class StripBrush {
  private readonly brush = brushX<unknown>();
  private readonly group: Selection<SVGGElement, unknown, null, undefined>;
  private fit: Stretch = { from: 0, to: 1 };
  private view: View | null = null;
  private drawn: Pixels = [0, 0];
  /** The view and its box at the start of a gesture; null: no gesture is under way. */
  private grabbed: { readonly view: Stretch; readonly box: Pixels; readonly isInside: boolean } | null = null;
  private isDrawing = false;

  constructor(
    element: SVGGElement,
    private readonly sizes: Sizes,
  ) {
    const { width, height, handle } = sizes;
    this.group = select<SVGGElement, unknown>(element);
    this.brush
      .extent([
        [0, 0],
        [width, height],
      ])
      .handleSize(handle)
      .keyModifiers(false)
      .filter((event: MouseEvent | TouchEvent) => this.isForBrush(event))
      .on('start', (event: D3BrushEvent<unknown>) => this.started(event))
      .on('brush', (event: D3BrushEvent<unknown>) => this.moved(event))
      .on('end', (event: D3BrushEvent<unknown>) => this.ended(event));
    this.group.call(this.brush);
    // The strip beside the brush moves it like its middle. These listeners run before the brush's own, which are on
    // the group.
    this.group
      .select<SVGRectElement>('.overlay')
      .datum({ type: 'selection' })
      .on('mousedown.bring touchstart.bring', (event: MouseEvent | TouchEvent) => this.bring(event));
    for (const [selector, part] of parts)
      this.group.select<SVGRectElement>(selector).on('keydown', (event: KeyboardEvent) => this.pressed(event, part));
  }

  detach(): void {
    this.group.on('.brush', null).selectAll('*').remove();
  }

  /** Whether a press there moves the brush rather than the playhead. */
  takes(target: EventTarget | null): boolean {
    return this.view !== null || (target instanceof Element && target.classList.contains('handle'));
  }

  show(fit: Stretch, view: View | null): void {
    this.fit = fit;
    this.view = view;
    this.group.attr('data-whole', view === null);
    if (this.grabbed === null) this.draw();
  }

  /** Sets what a screen reader reads for the three parts. */
  report(reports: Readonly<Record<BrushPart, BrushReport>>): void {
    for (const [selector, part] of parts) {
      const { name, text, value } = reports[part];
      this.group
        .select(selector)
        .attr('role', 'slider')
        .attr('tabindex', part === 'middle' && this.view === null ? null : 0)
        .attr('aria-label', name)
        .attr('aria-valuemin', 0)
        .attr('aria-valuemax', Math.round(this.fit.to / 1000))
        .attr('aria-valuenow', Math.round(value / 1000))
        .attr('aria-valuetext', text);
    }
  }

  private get perPixel(): number {
    return this.fit.to / Math.max(1, this.sizes.width);
  }

  private draw(): void {
    const { from, to } = this.view ?? this.fit;
    const inside = (px: number): number => Math.max(0, Math.min(this.sizes.width, px));
    let [left, right] = [inside(from / this.perPixel), inside(to / this.perPixel)];
    if (right - left < leastWidth) {
      left = Math.max(0, Math.min(this.sizes.width - leastWidth, (left + right - leastWidth) / 2));
      right = left + leastWidth;
    }
    if (left === this.drawn[0] && right === this.drawn[1]) return;
    this.drawn = [left, right];
    this.isDrawing = true;
    this.brush.move(this.group, [left, right]);
    this.isDrawing = false;
  }

  private isForBrush(event: MouseEvent | TouchEvent): boolean {
    // Not every browser knows touch events.
    const isPlain = 'touches' in event || (event.button === 0 && !event.ctrlKey);
    if (!isPlain || !this.takes(event.target)) return false;
    // After a press the keys stay with the timeline. After Tab they are here.
    if (event instanceof MouseEvent) event.preventDefault();
    return true;
  }

  private started({ sourceEvent }: D3BrushEvent<unknown>): void {
    if (this.isDrawing) return;
    const isInside = sourceEvent?.target instanceof Element && sourceEvent.target.classList.contains('selection');
    this.grabbed = { view: this.view ?? this.fit, box: this.drawn, isInside };
  }

  /** In µs from where it was grabbed, so that a view narrower than a pixel keeps its width. */
  private moved({ selection }: D3BrushEvent<unknown>): void {
    if (this.isDrawing || this.grabbed === null || selection === null) return;
    const [left, right] = selection;
    if (typeof left !== 'number' || typeof right !== 'number') return;
    const { view, box } = this.grabbed;
    const [byLeft, byRight] = [(left - box[0]) * this.perPixel, (right - box[1]) * this.perPixel];
    this.drawn = [left, right];
    const { setView } = useCursor.getState();
    if (byLeft !== 0 && byRight !== 0 && Math.abs(right - left - (box[1] - box[0])) < 0.01)
      return setView(brushed(view, this.fit, { part: 'middle', by: byLeft }));
    // An edge that is dragged across the other one takes its place.
    if (left === box[1])
      return setView(
        brushed({ from: view.to, to: view.to }, this.fit, { part: 'end', by: (right - left) * this.perPixel }),
      );
    if (right === box[0])
      return setView(
        brushed({ from: view.from, to: view.from }, this.fit, { part: 'start', by: (left - right) * this.perPixel }),
      );
    if (byLeft !== 0) return setView(brushed(view, this.fit, { part: 'start', by: byLeft }));
    setView(brushed(view, this.fit, { part: 'end', by: byRight }));
  }

  private ended({ sourceEvent }: D3BrushEvent<unknown>): void {
    if (this.isDrawing) return;
    const { grabbed } = this;
    this.grabbed = null;
    const isStill = grabbed !== null && grabbed.box[0] === this.drawn[0] && grabbed.box[1] === this.drawn[1];
    if (isStill && grabbed.isInside) this.putPlayhead(sourceEvent);
    this.drawn = [-1, -1];
    this.draw();
  }

  private positionOf(event: MouseEvent | TouchEvent): number {
    const press = 'changedTouches' in event ? event.changedTouches[0] : event;
    return pointer(press, this.group.node())[0];
  }

  private putPlayhead(event: MouseEvent | TouchEvent): void {
    const { setAt, setPlaying } = useCursor.getState();
    setPlaying(false);
    setAt(this.positionOf(event) * this.perPixel);
  }

  /** Centres the view on the press, from where it can be dragged. */
  private bring(event: MouseEvent | TouchEvent): void {
    if (this.view === null || this.grabbed !== null || !this.isForBrush(event)) return;
    const { from, to } = this.view;
    const by = this.positionOf(event) * this.perPixel - (from + to) / 2;
    useCursor.getState().setView(brushed(this.view, this.fit, { part: 'middle', by }));
    this.show(this.fit, useCursor.getState().view);
  }

  private pressed(event: KeyboardEvent, part: BrushPart): void {
    const { key, shiftKey: isFast, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey) return;
    const next = brushedByKey(this.view ?? this.fit, this.fit, { part, key, isFast });
    if (next === undefined) return;
    event.preventDefault();
    useCursor.getState().setView(next);
  }
}
