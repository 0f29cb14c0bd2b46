/** Whether only this machine or its network can open an address, so that a post cannot use it. */

const names = /(^|\.)(localhost|local|internal|lan|home|home\.arpa|test|invalid)$/;
/** As `URL` writes all IPv4 addresses. */
const isPrivateV4 = (host: string): boolean =>
  /^(\d+\.){3}\d+$/.test(host) &&
  /^(127|10|0|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(host);

export function isPrivateAddress({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  if (protocol !== 'http:' && protocol !== 'https:') return true;
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[')) return isPrivateV6(host.slice(1, -1));
  // A name without a dot is one of the own network.
  return names.test(host) || isPrivateV4(host) || !host.includes('.');
}

/** As `URL` writes it: an IPv4 address inside has become two groups. */
function isPrivateV6(host: string): boolean {
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(host);
  if (mapped === null) return host === '::1' || host === '::' || /^f[cd]|^fe[89ab]/.test(host);
  const [high, low] = mapped.slice(1).map((group) => Number.parseInt(group, 16));
  if (high === undefined || low === undefined) return false;
  return isPrivateV4(`${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`);
}

/** The address of the folder of the site, ending with a slash; null if the text is no address that a post can use. */
export function publicAddress(text: string): string | null {
  const full = text.trim();
  if (!URL.canParse(full)) return null;
  const url = new URL(full);
  if (isPrivateAddress(url) || url.username !== '' || url.password !== '') return null;
  const folder = url.pathname.replace(/[^/]*\.html$/, '');
  return `${url.origin}${folder.endsWith('/') ? folder : `${folder}/`}`;
}
