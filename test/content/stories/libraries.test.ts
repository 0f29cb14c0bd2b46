// The stories of libraries: how far each is from its library's profile, and whether the stories that a profile names
// show what it says.
import { describe, expect, it, test } from 'vitest';
import {
  changedFromProfile,
  differencesOf,
  isSpecified,
  shownIn,
} from '../../../src/core/model/scenario/profileChanges';
import type { Scenario, Setting } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { knownRun } from './knownRun';
import { type StoryVersion, storyVersions } from './storyVersions';

/** The settings that differ from the library's, by telling. */
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
  '57c': 'redlock-universal ttl nodeTimeout',
  '57c2': 'redlock-universal ttl nodeTimeout whenExtensionFails',
  '57d': 'node-redlock-5',
  '57d2': 'node-redlock-5 validityCheck leaseFrom',
  '58': 'redsync ttl nodeTimeout',
  '58:fix': 'redsync ttl goesOn nodeTimeout',
  '58b': 'aioredlock ttl',
  '58b:fix': 'aioredlock ttl nodeTimeout',
  '58c': 'node-redlock-5',
  '58d': 'pottery',
  '58d:fix': 'pottery nodeTimeout',
  '58e': 'aioredlock ttl',
  '59': 'aioredlock ttl',
  '59:fix': 'aioredlock ttl nodeTimeout',
  '59b': 'redsync ttl nodeTimeout extensions',
  '59b:fix': 'redsync ttl nodeTimeout timeoutOn extensions',
  '59b:fix2': 'redsync ttl nodeTimeout extensions toldBy',
  '59c': 'redlock-universal ttl nodeTimeout',
  '59c:fix': 'redlock-universal ttl nodeTimeout',
  '60': 'redsync',
  '60:fix': 'redsync',
  '60b': 'redsync',
  '60b:fix': 'redsync',
  '60c': 'redsync',
  '60c:fix': 'redsync owner',
  '61': 'redlock-php',
  '61:fix': 'redlock-php quorum',
  '62': 'redlock-universal quorum',
  '62:fix': 'redlock-universal',
  '63': 'redlock-cpp minValidity',
  '63:fix': 'redlock-cpp minValidity clock',
  '63b': 'redlock-cpp extensions',
  '86': 'python-redis-lock-7',
  '86:fix': 'python-redis-lock-7 expire',
  '86b': 'python-redis-lock-7',
  '86c': 'python-redis-lock-8',
  '86c:fix': 'python-redis-lock-8 expire',
  '86d': 'python-redis-lock-8 expire',
  '91': 'node-redlock-5 extensions toldBy',
  '91:fix': 'node-redlock-5 extensions toldBy',
  '91:fix2': 'node-redlock-5 validityCheck leaseFrom extensions toldBy',
  '91b': 'node-redlock-5',
  '92': 'redlock-universal ttl',
  '92:fix': 'redlock-universal ttl extendsExpired',
  '92b': 'redlock-universal ttl',
  '92b:fix': 'redlock-universal ttl leaseFrom',
  '94': 'redisson-newer',
  '94b': 'redisson-newer',
  '94c': 'redisson-newer',
  '94d': 'redisson-newer',
  '94d:fix': 'redisson-newer checkLockSyncedSlaves',
  '94e': 'redisson-newer fenced',
};

const ofLibrary = storyVersions.filter(({ scenario }) => scenario.lock.profile !== undefined);

function changedIn({ scenario }: StoryVersion): string {
  const { lock: choice } = scenario;
  const [lock, profile] = [parts.locks.get(choice.id), parts.profiles.get(choice.profile ?? '')];
  if (lock === undefined || profile === undefined) throw new Error(`There is no ${choice.id} as in ${choice.profile}.`);
  return [profile.id, ...changedFromProfile(lock, profile, choice)].join(' ');
}

test('a story of a library has its settings, but for those that the run needs', () => {
  expect(Object.fromEntries(ofLibrary.map((version) => [version.name, changedIn(version)]))).toEqual(changed);
});

const toldWith = (id: string): readonly StoryVersion[] =>
  ofLibrary.filter(({ scenario }) => scenario.lock.profile === id);

/** What happened, in order. Neither the times nor values that a client sets: both differ even if nothing else does. */
const happened = (scenario: Scenario): readonly string[] => {
  const { kind, process, count } = knownRun(scenario).trace;
  return Array.from({ length: count }, (_, i) => `${kind[i]} ${process[i]}`);
};

const withSetting = ({ lock, ...rest }: Scenario, name: string, value: Setting): Scenario => ({
  ...rest,
  lock: { ...lock, settings: { ...lock.settings, [name]: value } },
});

describe.each([...parts.profiles.values()])('$id', (profile) => {
  const lock = parts.locks.get(profile.lock);
  if (lock === undefined) throw new Error(`There is no ${profile.lock}.`);
  const shown = Object.keys(profile.shownBy ?? {});

  it('is seen in a story at least once', () => {
    // One that has the lock's own defaults has nothing else to show.
    const seen = differencesOf(lock, profile).length > 0 ? shown : toldWith(profile.id);
    expect(seen.length).toBeGreaterThan(0);
  });

  it('names a setting only where the library has a value of its own', () => {
    expect(differencesOf(lock, profile)).toEqual(expect.arrayContaining(shown));
  });

  it('has no difference from what is specified that no story shows', () => {
    expect(shown).toEqual(
      expect.arrayContaining(differencesOf(lock, profile).filter((name) => isSpecified(lock, name))),
    );
  });

  it.each(shown)('has %s as in the run that shows it, which goes another way as specified', (name) => {
    const { story, variant } = shownIn(profile, name) ?? {};
    const version = storyVersions.find((one) => one.story.id === story && (one.variant?.id ?? null) === variant);
    if (version === undefined) throw new Error(`There is no ${profile.shownBy?.[name]}.`);
    const { scenario } = version;
    // A lock on several nodes may share its settings with the lock on one of them.
    const field = parts.locks.get(scenario.lock.id)?.fields[name];
    const specified = lock.fields[name]?.default;
    if (field === undefined || specified === undefined) throw new Error(`There is no ${name}.`);
    expect(field.default).toBe(specified);
    expect(scenario.lock.settings?.[name]).toBe(profile.settings[name]);
    expect(happened(withSetting(scenario, name, specified))).not.toEqual(happened(scenario));
  });
});
