/** The number at a share of the way from one to another. d3-interpolate does the same, and brings 25 kB of colours with it. */
export const blend =
  (from: number, to: number) =>
  (share: number): number =>
    from * (1 - share) + to * share;
