/** The first picture of a page: the interface of the program that draws it (`web/still`). */
import type { Language } from '../../core/model/values/text';
import type { MeasureText } from '../layout/marks';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The window, and in it the timeline, in CSS pixels. */
export interface StillSizes {
  readonly window: Size;
  readonly timeline: Size;
}

export interface StillView {
  /** `embed`: the frame in a post; `learn`: the first exercise. */
  readonly page: 'scene' | 'embed' | 'learn';
  /** What the address of the playground names, from its `?` or `#` on. */
  readonly address: string;
  readonly language: Language;
  /** The width of a text in the fonts that most readers have. */
  readonly measure: MeasureText;
}

/** Opens the run, and returns how to draw its first picture in a window, as HTML. */
export type OpenStill = (view: StillView) => Promise<(room: StillSizes) => string>;
