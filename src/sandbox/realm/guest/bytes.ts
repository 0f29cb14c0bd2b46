/** Bytes that can be written as text, as locks use `Buffer`. */
import { hex } from './blocks';

export class Bytes extends Uint8Array {
  override toString(encoding = 'hex'): string {
    if (encoding === 'base64' || encoding === 'base64url') return base64(this, encoding === 'base64url');
    return hex(this);
  }
}

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: Uint8Array, isForUrl: boolean): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const word = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    for (let sign = 0; sign < 4; sign++)
      text += i + sign <= bytes.length ? signs[(word >> (18 - 6 * sign)) & 63] : isForUrl ? '' : '=';
  }
  return isForUrl ? text.replaceAll('+', '-').replaceAll('/', '_') : text;
}
