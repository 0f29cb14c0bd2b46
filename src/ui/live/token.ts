/**
 * The token of the server's address, which lets a page begin runs. The page takes it out of the address bar, where everybody sees it
 * and whence it would be copied. The tab keeps it for a reload; where it may keep nothing, the address does.
 */
import { type Address, browserAddress } from '../state/browserAddress';

const name = 'token';
const storageKey = 'redlock-playground-token';

type Kept = Pick<Storage, 'getItem' | 'setItem'>;

/** @param kept throws where nothing may be stored */
export function takeToken(address: Address = browserAddress, kept: () => Kept = () => sessionStorage): void {
  const query = new URLSearchParams(address.search());
  const token = query.get(name);
  if (token === null) return;
  try {
    kept().setItem(storageKey, token);
  } catch {
    return;
  }
  query.delete(name);
  address.replace(`${address.page()}${query.size === 0 ? '' : `?${query}`}${address.hash()}`);
}

/** null: there is none. */
export function tokenOfPage(address: Address = browserAddress, kept: () => Kept = () => sessionStorage): string | null {
  const given = new URLSearchParams(address.search()).get(name);
  if (given !== null) return given;
  try {
    return kept().getItem(storageKey);
  } catch {
    return null;
  }
}
