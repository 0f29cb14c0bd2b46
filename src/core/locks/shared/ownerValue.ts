/** The value that a client writes into a lock's key to mark it as its own. */
import { type Program, random } from '../../model/effects/effect';

/**
 * `random`: eight hexadecimal characters, unique for all practical purposes. `fixed`: the same value for every client.
 */
export function* ownerValue(choice: 'random' | 'fixed'): Program<string> {
  if (choice === 'fixed') return '1';
  return (yield* random('owner', 2 ** 32)).toString(16).padStart(8, '0');
}
