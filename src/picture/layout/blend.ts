/**
 * The number at a share of the way from one number to another. d3-interpolate does the same, but brings 25 kB of
 * colours with it.
 */
export const blend =
  (from: number, to: number) =>
  (share: number): number =>
    from * (1 - share) + to * share;
