/**
 * Zooms and moves the view by d3-zoom: wheel, pinch, drag, double click and double tap. The store holds the view, and
 * d3's transform follows it. This file and `stripBrush.ts` are the only ones that select elements.
 */
import { select } from 'd3-selection';
import { type D3ZoomEvent, zoom, zoomIdentity, zoomTransform } from 'd3-zoom';
import type { Stretch, TimeAxis } from '../../picture/layout/timeAxis';
import { scaleMax, transformOf, viewOf, zoomed } from '../../picture/layout/zoom';
import { clickMovesMax } from '../parts/pointer';
import { useCursor, type View } from '../state/cursor';
import { turnOf, type ViewControl, wheelFactor, wheelMeans } from './useNavigation';

interface GestureOptions {
  readonly viewControl: ViewControl;
  readonly readOnly: boolean;
  /** The wheel was turned over the timeline, and the page scrolled. */
  readonly onPageWheel: () => void;
  /** The wheel has zoomed. */
  readonly onWheelZoom: () => void;
}

/** A press on one of these does not move the sheet. */
const notSheet = 'button, [role="slider"], [data-scrub], li[data-kind]';

/** How far a double click into the whole run zooms in. In a view it returns to the whole run. */
const doubleFactor = 4;

/** d3 reports a double tap, and some browsers report it again as a double click within this time. */
const doubleGapMs = 600;

/** A finger that has moved this far has a direction and is not a tap, in CSS pixels. */
const slop = 4;

/** A finger that rests longer than this is not a tap. */
const tapMsMax = 300;

/** The greatest distance between the two taps of a double tap, in CSS pixels. */
const tapDistance = 30;

/** The only finger that is down, or the last one. Its place is relative to the screen: the page may scroll under it. */
interface Finger {
  readonly x: number;
  readonly y: number;
  /** When it came down, as `timeStamp`. */
  readonly since: number;
  /** Whether the finger before it was a tap near its place. */
  readonly followsTap: boolean;
  goes: 'nowhere' | 'across' | 'along';
  /** Whether it was short and was lifted where it came down. */
  isTap: boolean;
}

export class ViewGestures {
  private readonly zoom = zoom<HTMLElement, unknown>();
  private readonly selection;
  private readonly ending = new AbortController();
  private axis: TimeAxis | null = null;
  private fit: Stretch = { from: 0, to: 1 };
  /** The view that d3 produced. As long as the store holds the same, d3's transform is right. */
  private ownView: View | null | undefined;
  private isFollowing = false;
  private doubledAt = Number.NEGATIVE_INFINITY;
  private finger: Finger | null = null;

  constructor(
    private readonly root: HTMLElement,
    private readonly options: GestureOptions,
  ) {
    this.selection = select(root);
    const at = { signal: this.ending.signal };
    // These run before d3's own listeners, which are added below.
    root.addEventListener('wheel', (event) => this.turned(event), { passive: false, ...at });
    root.addEventListener('touchstart', (event) => this.touched(event), { passive: true, capture: true, ...at });
    root.addEventListener('touchmove', (event) => this.fingerMoved(event), { passive: true, capture: true, ...at });
    root.addEventListener('touchend', (event) => this.fingerUp(event), { passive: true, capture: true, ...at });
    root.addEventListener('touchcancel', () => this.forgetFinger(), { passive: true, capture: true, ...at });
    this.zoom
      .filter((event: MouseEvent | TouchEvent) => this.isForSheet(event))
      .wheelDelta((event) => Math.log2(wheelFactor(event)))
      .clickDistance(clickMovesMax)
      .tapDistance(tapDistance)
      .extent(() => [
        [this.axis?.left ?? 0, 0],
        [this.axis?.right ?? 1, 1],
      ])
      .on('zoom', (event: D3ZoomEvent<HTMLElement, unknown>) => this.zoomed(event));
    this.selection.call(this.zoom).on('dblclick.zoom', (event: MouseEvent | TouchEvent) => this.doubled(event));
    options.viewControl.isZoomThere = true;
  }

  detach(): void {
    this.ending.abort();
    this.selection.on('.zoom', null);
    this.options.viewControl.isZoomThere = false;
  }

  /** Called when the axis, the run or the store's view has changed. */
  follow(axis: TimeAxis, fit: Stretch): void {
    const { view } = useCursor.getState();
    const isSameSheet =
      this.axis?.left === axis.left && this.axis.right === axis.right && this.fit === fit && view === this.ownView;
    this.axis = axis;
    this.fit = fit;
    this.zoom.scaleExtent([1, scaleMax(axis, fit)]).translateExtent([
      [axis.left, 0],
      [axis.right, 1],
    ]);
    if (isSameSheet) return;
    const { k, x } = transformOf(axis, fit, view ?? fit);
    this.isFollowing = true;
    this.zoom.transform(this.selection, zoomIdentity.translate(x, 0).scale(k));
    this.isFollowing = false;
    this.ownView = view;
  }

  private zoomed({ transform, sourceEvent }: D3ZoomEvent<HTMLElement, unknown>): void {
    if (this.isFollowing || this.axis === null) return;
    this.ownView = viewOf(this.axis, this.fit, transform);
    useCursor.getState().setView(this.ownView);
    if (sourceEvent?.type === 'wheel') this.options.onWheelZoom();
  }

  private isForSheet(event: MouseEvent | TouchEvent): boolean {
    if (event instanceof WheelEvent) return this.meansOf(event) === 'zoom';
    if (event instanceof MouseEvent && (event.ctrlKey || event.button !== 0)) return false;
    // The first finger decides. If a second one lands on a handle, it still pinches.
    const first = 'touches' in event ? event.touches[0]?.target : event.target;
    return !this.options.viewControl.isTaken && this.isSheet(first ?? null);
  }

  private isSheet(target: EventTarget | null): boolean {
    return target instanceof Element && target.closest(notSheet) === null && target.closest('[data-plot]') !== null;
  }

  private meansOf(event: WheelEvent): 'zoom' | 'pan' | null {
    return wheelMeans(this.root, event, this.options.readOnly);
  }

  /** d3 zooms. Only here does it handle the wheel; a turn that cannot zoom any further is left to the page. */
  private turned(event: WheelEvent): void {
    const gesture = this.meansOf(event);
    if (gesture === null) return this.options.onPageWheel();
    event.preventDefault();
    if (gesture === 'pan') this.zoom.translateBy(this.selection, -turnOf(event) / zoomTransform(this.root).k, 0);
  }

  /** Shows the whole run, or zooms in at the press. d3 reports two quick touches as a double tap, even swipes. */
  private doubled(event: MouseEvent | TouchEvent): void {
    if (this.isByFinger(event) && !(this.finger?.isTap && this.finger.followsTap)) return;
    const point = event instanceof MouseEvent ? event : event.changedTouches[0];
    if (point === undefined || this.axis === null || !this.isSheet(event.target)) return;
    if (event.timeStamp - this.doubledAt < doubleGapMs) return;
    this.doubledAt = event.timeStamp;
    const { view, setView } = useCursor.getState();
    if (view !== null) return setView(null);
    const x = Math.max(this.axis.left, point.clientX - this.root.getBoundingClientRect().left);
    setView(zoomed({ axis: this.axis, fit: this.fit, x, factor: doubleFactor }));
  }

  /** Browsers also report two taps as a double click. */
  private isByFinger(event: MouseEvent | TouchEvent): boolean {
    if (!(event instanceof MouseEvent)) return true;
    return this.finger !== null && event.timeStamp - this.finger.since < doubleGapMs;
  }

  private touched({ touches, timeStamp }: TouchEvent): void {
    const [first] = touches;
    if (touches.length !== 1 || first === undefined) return this.forgetFinger();
    const { clientX: x, clientY: y } = first;
    const before = this.finger;
    const followsTap = before?.isTap === true && Math.hypot(x - before.x, y - before.y) < tapDistance;
    this.finger = { x, y, since: timeStamp, followsTap, goes: 'nowhere', isTap: false };
  }

  private fingerUp({ timeStamp }: TouchEvent): void {
    if (this.finger === null) return;
    this.finger.isTap = this.finger.goes === 'nowhere' && timeStamp - this.finger.since < tapMsMax;
  }

  private forgetFinger(): void {
    this.finger = null;
  }

  /** One finger that moves up or down scrolls the page. d3 must not see it: it would keep the page from scrolling. */
  private fingerMoved(event: TouchEvent): void {
    const [first] = event.touches;
    if (this.finger === null || first === undefined) return;
    const [dx, dy] = [Math.abs(first.clientX - this.finger.x), Math.abs(first.clientY - this.finger.y)];
    if (this.finger.goes === 'nowhere' && dx + dy > slop) this.finger.goes = dx >= dy ? 'across' : 'along';
    if (this.finger.goes !== 'across') event.stopImmediatePropagation();
  }
}
