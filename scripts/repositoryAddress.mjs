// The address of the project, where its issues are. Only the person who builds the site knows it: REPOSITORY_URL.
// Without it, no page mentions one.

/**
 * @param {string | undefined} given
 * @returns {string} with a slash at its end; empty if it is not set
 */
export function repositoryAddress(given) {
  if (given === undefined || given === '') return '';
  const wrong = `REPOSITORY_URL is to be an address such as https://example.org/owner/project, not ${given}`;
  if (!URL.canParse(given)) throw new Error(wrong);
  const { protocol, username, password, search, hash, href } = new URL(given);
  const isPlain = [username, password, search, hash].every((part) => part === '');
  if (protocol !== 'https:' || !isPlain) throw new Error(wrong);
  return href.endsWith('/') ? href : `${href}/`;
}
