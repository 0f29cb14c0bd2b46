/**
 * The requests of Redlock. One SET takes a single key; a script takes several. Scripts extend and give back the keys
 * that still belong to the owner.
 */
import { setIfAllAbsentSent } from '../core/locks/shared/scripts/setIfAllAbsent';
import { command, evaluate } from '../core/model/effects/request';
import type { Kind } from './kind';
import { extendScript } from './scripts/extend';
import { giveBack } from './scripts/giveBack';
import { look } from './scripts/look';

export const quorumKind: Kind = {
  take: (keys, owner, { ttl }) =>
    keys.length === 1
      ? command('SET', keys[0], owner, 'NX', 'PX', ttl)
      : evaluate(setIfAllAbsentSent, keys, [owner, ttl]),
  extend: (keys, owner, ttl, how) => evaluate(extendScript, keys, [owner, ttl, how]),
  giveBack: (keys, owners) => evaluate(giveBack, keys, owners),
  look: (key) => evaluate(look, [key], []),
};
