// The colours and fonts with which a picture is painted, on the page and elsewhere.

export interface Inks {
  readonly colour: (ink: string) => string;
  readonly sans: string;
  readonly mono: string;
}
