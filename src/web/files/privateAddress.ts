/** Who can open an address: only this machine, its network, or everyone. A post can use only the last. */

export type Reach = 'machine' | 'network' | 'everybody';

const names = /(^|\.)(local|internal|lan|home|home\.arpa|test|invalid)$/;
/** This machine by its name, and by its address in both versions, as `URL` writes them. */
const itself = /(^|\.)localhost$|^(127|0)(\.\d+){3}$|^\[(::1?|::ffff:(7f[\da-f]{2}|0):[\da-f]{1,4})\]$/;
/** As `URL` writes all IPv4 addresses. */
const isPrivateV4 = (host: string): boolean =>
  /^(\d+\.){3}\d+$/.test(host) &&
  /^(10|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(host);

type Named = Pick<URL, 'protocol' | 'hostname'>;

export const isPrivateAddress = (url: Named): boolean => reachOf(url) !== 'everybody';

export function reachOf({ protocol, hostname }: Named): Reach {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if ((protocol !== 'http:' && protocol !== 'https:') || itself.test(host)) return 'machine';
  return isOfNetwork(host) ? 'network' : 'everybody';
}

function isOfNetwork(host: string): boolean {
  if (host.startsWith('[')) return isPrivateV6(host.slice(1, -1));
  // A name without a dot belongs to the local network.
  return names.test(host) || isPrivateV4(host) || !host.includes('.');
}

/** As `URL` writes it: an IPv4 address inside becomes two groups. */
function isPrivateV6(host: string): boolean {
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(host);
  if (mapped === null) return /^f[cd]|^fe[89ab]/.test(host);
  const [high, low] = mapped.slice(1).map((group) => Number.parseInt(group, 16));
  if (high === undefined || low === undefined) return false;
  return isPrivateV4(`${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`);
}

/** The address of the folder of the site, ending with a slash; null if a post cannot use the text as an address. */
export function publicAddress(text: string): string | null {
  const full = text.trim();
  if (!URL.canParse(full)) return null;
  const url = new URL(full);
  if (isPrivateAddress(url) || url.username !== '' || url.password !== '') return null;
  const folder = url.pathname.replace(/[^/]*\.html$/, '');
  return `${url.origin}${folder.endsWith('/') ? folder : `${folder}/`}`;
}
