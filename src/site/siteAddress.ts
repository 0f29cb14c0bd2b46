/** The address of the site. The one who builds the site knows it: SITE_URL. */

/** @returns the address with a slash at its end; null if absent */
export function siteAddress(given: string | undefined): string | null {
  if (given === undefined || given === '') return null;
  const address = URL.canParse(given) ? new URL(given) : null;
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new Error(`SITE_URL is to be an address such as https://play.example/locks/, not ${given}`);
  return address.href.endsWith('/') ? address.href : `${address.href}/`;
}
