// The stories of libraries: how far each is from its library's profile, and which of them a profile names.
import { describe, expect, it, test } from 'vitest';
import { changedFromProfile, differencesOf } from '../../src/model/profileChanges';
import { profiles, registry } from '../../src/run/registry';
import { type Telling, tellings } from './tellings';

/** The settings whose value is not the library's, by the telling. */
const changed: Readonly<Record<string, string>> = {
  '36f': 'redisson-older watchdogTimeout nodeTimeout retryDelay',
  '36f:fix': 'redisson-older watchdogTimeout nodeTimeout retryDelay watchdogOnError',
  '37d': 'redisson-newer',
  '37d:fix': 'redisson-newer leaseTime',
  '54d': 'node-redlock-5 nodeTimeout',
  '55': 'redlock-net',
  '55:fix': 'redlock-net extendsWhat whenExtensionFails',
  '56': 'redsync ttl nodeTimeout extensions',
  '56:fix': 'redsync ttl nodeTimeout extensions extendsWhat',
  '57': 'redlock-rb extensions',
  '57:fix': 'redlock-rb extensions whenExtensionFails',
  '57b': 'node-redlock-4 nodeTimeout extensions',
  '57b:fix': 'node-redlock-4 nodeTimeout extensions whenExtensionFails',
  '58': 'redsync ttl nodeTimeout',
  '58:fix': 'redsync ttl goesOn nodeTimeout',
  '58b': 'aioredlock ttl',
  '58b:fix': 'aioredlock ttl nodeTimeout',
  '59': 'aioredlock ttl',
  '59:fix': 'aioredlock ttl nodeTimeout',
  '60': 'redsync',
  '60:fix': 'redsync',
  '60b': 'redsync',
  '60b:fix': 'redsync',
  '61': 'redlock-php',
  '61:fix': 'redlock-php quorum',
  '62': 'redlock-universal quorum',
  '62:fix': 'redlock-universal',
  '63': 'redlock-cpp minValidity',
  '63:fix': 'redlock-cpp minValidity clock',
};

const ofLibrary = tellings.filter(({ scenario }) => scenario.lock.profile !== undefined);

function changedIn({ scenario }: Telling): string {
  const { lock: choice } = scenario;
  const [lock, profile] = [registry.locks.get(choice.id), profiles.get(choice.profile ?? '')];
  if (lock === undefined || profile === undefined) throw new Error(`There is no ${choice.id} as in ${choice.profile}.`);
  return [profile.id, ...changedFromProfile(lock, profile, choice)].join(' ');
}

test('a story of a library has its settings, but for those that the run needs', () => {
  expect(Object.fromEntries(ofLibrary.map((telling) => [telling.name, changedIn(telling)]))).toEqual(changed);
});

const withSetting = (name: string): readonly Telling[] =>
  tellings.filter(({ scenario }) => scenario.lock.settings?.[name] !== undefined);

describe.each([...profiles.values()])('$id', (profile) => {
  const shown = Object.entries(profile.shownBy ?? {});

  it('is seen in a story at least once', () => {
    expect(shown.length).toBeGreaterThan(0);
  });

  it('names a setting only where the library has a value of its own', () => {
    const lock = registry.locks.get(profile.lock);
    expect(lock && differencesOf(lock, profile)).toEqual(expect.arrayContaining(shown.map(([name]) => name)));
  });

  it.each(shown)('has %s as in the story %s', (name, id) => {
    const values = withSetting(name).filter(({ story }) => story.id === id);
    expect(values.map(({ scenario }) => scenario.lock.settings?.[name])).toContain(profile.settings[name]);
  });
});
