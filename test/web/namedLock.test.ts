// A lock has its library's name wherever the page names it, and its settings are described as changes to the library.
import { expect, it } from 'vitest';
import { choiceOfProfile } from '../../src/core/model/scenario/profile';
import type { LockChoice } from '../../src/core/model/scenario/scenario';
import type { Text } from '../../src/core/model/values/text';
import { parts } from '../../src/core/run/parts';
import { titleOf } from '../../src/web/state/namedLock';
import { lockText } from '../../src/web/words/choiceText';
import '../support/handIn';

const english = ({ en }: Text): string => en;

function redsync(): LockChoice {
  const profile = parts.profiles.get('redsync');
  if (profile === undefined) throw new Error('The profile is not there.');
  return choiceOfProfile(profile);
}

it('a library as it comes is its name alone', () => {
  expect(titleOf(redsync()).en).toMatch(/^redsync/);
  expect(lockText(redsync(), english)).toBe(titleOf(redsync()).en);
});

it('a library with a setting changed is its name with that setting', () => {
  const { settings, ...choice } = redsync();
  expect(lockText({ ...choice, settings: { ...settings, ttl: 4321 } }, english)).toBe(
    `${titleOf(choice).en} (TTL 4321 ms)`,
  );
});

it('a lock without a library keeps its own name, and an unknown library does, too', () => {
  expect(titleOf({ id: 'redlock' }).en).toBe('Redlock');
  expect(lockText({ id: 'redlock', profile: 'nobodys' }, english)).toBe('Redlock');
});
