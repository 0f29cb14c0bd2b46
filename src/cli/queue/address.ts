/** The address of a Redis, as typed. Its password is never shown. */

export interface Address {
  readonly host: string;
  readonly port: number;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  readonly hasTls: boolean;
  /** Without user name and password. */
  readonly addressText: string;
}

const usualPort = 6379;

/** Null: it is not such an address. */
export function addressIn(text: string): Address | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const path = /^(?:\/(\d{0,5}))?$/.exec(pathname);
  if (!/^rediss?:$/.test(protocol) || hostname === '' || path === null || search !== '' || hash !== '') return null;
  const [user, secret] = [decoded(username), decoded(password)];
  if (user === null || secret === null) return null;
  const database = Number(path[1] ?? '');
  const number = port === '' ? usualPort : Number(port);
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: number,
    username: user === '' ? undefined : user,
    password: secret === '' ? undefined : secret,
    database,
    hasTls: protocol === 'rediss:',
    addressText: `${protocol}//${hostname}:${number}${database === 0 ? '' : `/${database}`}`,
  };
}

/** Null: a percent sign is no valid escape. */
function decoded(text: string): string | null {
  return /%(?![0-9a-f]{2})/i.test(text) ? null : decodeBytes(text);
}

/** `decodeURIComponent` throws if the bytes are not UTF-8. */
function decodeBytes(text: string): string | null {
  const bytes = Buffer.from(
    text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  const decodedText = bytes.toString('utf8');
  return decodedText.includes('\uFFFD') ? null : decodedText;
}
