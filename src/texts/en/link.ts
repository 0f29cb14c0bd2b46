/** What is said of a link that was opened, or that could not be, in English. It is loaded when there is something to say. */
export const link = {
  /** @param headline of the outcome; it begins with a capital letter */
  endedAs: (headline: string) =>
    `When this run was shared, it ended like this: ${headline.charAt(0).toLowerCase()}${headline.slice(1)}.`,
  otherRun: 'This link was made with another version of the playground; its scenario gives a different run here.',
  first: 'The first story is open instead.',
  told: 'The original story is open instead.',
  text: 'The original link',
};
