/** The English texts of a key that vanishes. */
import type { KeyVanishesFault } from './keyVanishes';
import type { FaultTexts } from './texts';

export const keyVanishes: FaultTexts<KeyVanishesFault> = {
  name: 'Key vanishes',
  help: 'Redis evicts the lock’s key, or somebody deletes it or flushes the server.',
  title: (who, { how }) =>
    how === 'flushall' ? `FLUSHALL on ${who}` : how === 'del' ? `DEL of the key on ${who}` : `${who} evicts the key`,
  struck: ({ from, fault: { how } }) =>
    how === 'flushall'
      ? `Somebody runs FLUSHALL on ${from}.`
      : how === 'del'
        ? `Somebody deletes the lock’s key on ${from} by hand.`
        : `${from} has reached maxmemory and evicts the lock’s key.`,
  isTold: true,
};
