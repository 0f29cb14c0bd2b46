/** What a page says when a part of it is missing, and that it can be loaded anew. */
export const reload = {
  notBegun: 'The page could not be loaded.',
  again: 'Load the page again',
  lost: 'A part of this page is no longer on the server, probably because there is a new version. What you have changed is kept.',
  notLoaded: 'A part of this page could not be loaded.',
  tryAgain: 'Try again',
  newVersion: 'Load the new version',
};
