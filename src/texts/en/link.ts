/** What is said of a link that was opened, or that could not be, in English. It is loaded when there is something to say. */
export const link = {
  /** @param headline of the outcome; it begins with a capital letter */
  endedAs: (headline: string) =>
    `When this was shared it ended as: ${headline.charAt(0).toLowerCase()}${headline.slice(1)}.`,
  otherRun:
    'The scenario of this link computes another run here than where it was made: that was another version of the playground.',
  first: 'The first story is open instead.',
  told: 'The story is open as told.',
  text: 'The link as it was',
};
