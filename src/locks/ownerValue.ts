/** The value under which a client stands in a lock's key. */
import { type Program, random } from '../model/effect';

/** `random`: eight hexadecimal characters, unique for all practical purposes. `fixed`: the same for everybody. */
export function* ownerValue(choice: 'random' | 'fixed'): Program<string> {
  if (choice === 'fixed') return '1';
  return (yield* random('owner', 2 ** 32)).toString(16).padStart(8, '0');
}
