// The colours and fonts with which a picture is painted, on the page and elsewhere.

/** The colour of an ink, and the fonts of the page. */
export interface Inks {
  readonly colour: (ink: string) => string;
  readonly sans: string;
  readonly mono: string;
}
