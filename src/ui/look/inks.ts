// What a picture is painted with, on the page and away from it.

/** The colour of an ink, and the fonts of the page. */
export interface Inks {
  readonly colour: (ink: string) => string;
  readonly sans: string;
  readonly mono: string;
}
