/**
 * The token of the server's address, which lets a page begin runs. The page takes it out of the address bar, where everybody sees it
 * and whence it would be copied. The tab keeps it for a reload; where it may keep nothing, the address does.
 */
import { read } from '../../content/address/read';
import { write } from '../../content/address/write';
import { type Address, browserAddress, wholeAddress } from '../state/browserAddress';

const storageKey = 'redlock-playground-token';

type Kept = Pick<Storage, 'getItem' | 'setItem'>;

/** @param kept throws where nothing may be stored */
export function takeToken(address: Address = browserAddress, kept: () => Kept = () => sessionStorage): void {
  const { token } = read(address.search()).own;
  if (token === null) return;
  try {
    kept().setItem(storageKey, token);
  } catch {
    return;
  }
  address.replace(write({ own: { token: null } }, wholeAddress(address)));
}

/** null: there is none. */
export function tokenOfPage(address: Address = browserAddress, kept: () => Kept = () => sessionStorage): string | null {
  const given = read(address.search()).own.token;
  if (given !== null) return given;
  try {
    return kept().getItem(storageKey);
  } catch {
    return null;
  }
}
