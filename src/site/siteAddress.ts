/** The address of the site. Whoever builds the site sets it: SITE_URL. */

/** @returns the address with a slash at its end; null if absent */
export function siteAddress(siteUrl: string | undefined): string | null {
  if (siteUrl === undefined || siteUrl === '') return null;
  const address = URL.canParse(siteUrl) ? new URL(siteUrl) : null;
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new Error(`SITE_URL is to be an address such as https://play.example/locks/, not ${siteUrl}`);
  return address.href.endsWith('/') ? address.href : `${address.href}/`;
}
