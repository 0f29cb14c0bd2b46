/** What a page that unfolds in a chat says to a reader without JavaScript, in English. */
export const unfold = {
  tag: 'en',
  locale: 'en_US',
  needed: 'The run itself is a simulation in the browser and needs JavaScript.',
  opened: 'Open it in the playground',
  variant: (story: string, variant: string) => `${story}: ${variant}`,
  changed: (story: string) => `${story}, changed`,
  sentCode: 'A lock to try, with its code',
  codeLines: (count: number) => `${count} lines of code. They run in a sandbox of your browser, on a press.`,
  openCode: 'Open',
  codeShown: 'Here the code can only be read. “Open” leads to the page that runs it, in a sandbox of your browser.',
  more: (count: number) => `and ${count} more lines`,
  broken: 'This link cannot be opened',
  unknown: 'A run of distributed locks on a timeline, to change and to break.',
};
