/**
 * The token of the server's address, which lets a page start runs. The page removes it from the address bar, where
 * others could see and copy it. The tab keeps it for a reload; where storage is forbidden, it stays in the address.
 */
import { read } from '../../content/address/read';
import { write } from '../../content/address/write';
import { type Address, browserAddress, wholeAddress } from '../state/browserAddress';

const storageKey = 'redlock-playground-token';

type Kept = Pick<Storage, 'getItem' | 'setItem'>;

/** @param storage throws where storage is forbidden */
export function takeToken(address: Address = browserAddress, storage: () => Kept = () => sessionStorage): void {
  const { token } = read(address.search()).own;
  if (token === null) return;
  try {
    storage().setItem(storageKey, token);
  } catch {
    return;
  }
  address.replace(write({ own: { token: null } }, wholeAddress(address)));
}

/** Null: there is no token. */
export function tokenOfPage(
  address: Address = browserAddress,
  storage: () => Kept = () => sessionStorage,
): string | null {
  const addressToken = read(address.search()).own.token;
  if (addressToken !== null) return addressToken;
  try {
    return storage().getItem(storageKey);
  } catch {
    return null;
  }
}
