// The libraries that are profiles of a lock: what links rely on, the source of each, and settings that the lock
// really has.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { parseGlossary } from '../../../src/cli/glossary';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { choiceOfProfile, type Profile } from '../../../src/core/model/scenario/profile';
import { parts } from '../../../src/core/run/parts';
import { findingsIn } from '../../content/texts/glossary';

const all = [...parts.profiles.values()];
const glossary = parseGlossary(readFileSync(join(root, 'src/content/texts/GLOSSARY.md'), 'utf8'));

/** Values that a profile may repeat although they are the lock's defaults, because defaults might change. */
const pinned = ['ttl', 'tries', 'retries', 'retryDelay', 'retryJitter'];

const fieldsOf = ({ lock }: Profile) => parts.locks.get(lock)?.fields ?? {};

test('the ids are these, since links hold them', () => {
  expect(all.map(({ id, lock }) => `${lock}:${id}`)).toEqual([
    'redlock:redsync',
    'redlock:node-redlock-5',
    'redlock:node-redlock-4',
    'redlock:redlock-universal',
    'redlock:aioredlock',
    'redlock:pottery',
    'redlock:pottery-async',
    'redlock:redlock-net',
    'redlock:redlock-rb',
    'redlock:redlock-cpp',
    'redlock:redlock-php',
    'python-redis-lock:python-redis-lock-8',
    'python-redis-lock:python-redis-lock-7',
    'redisson:redisson-older',
    'redisson:redisson-newer',
    'redisson-redlock:redisson-redlock-older',
    'redisson-redlock:redisson-redlock-newer',
  ]);
});

test('Renovate finds the version of each that is on npm', () => {
  const { customManagers } = JSON.parse(readFileSync(join(root, '.github/renovate.json'), 'utf8'));
  const folder = join(root, 'src/core/locks');
  const text = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /libraries(\/\w+)?\.ts$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('');
  const found = [...text.matchAll(new RegExp(customManagers[0].matchStrings[0], 'g'))];
  const onNpm = all.filter(({ npm }) => npm !== undefined);
  expect(found.map(({ groups }) => `${groups?.['depName']} ${groups?.['currentValue']}`).sort()).toEqual(
    onNpm.map(({ npm, version }) => `${npm} ${version}`).sort(),
  );
});

test('the runs of three were compared', () => {
  expect(all.filter(({ checked }) => checked === 'run').map(({ id }) => id)).toEqual([
    'node-redlock-5',
    'node-redlock-4',
    'redlock-universal',
  ]);
});

describe.each(all)('$id', (profile) => {
  it('is a profile of a known lock', () => {
    expect([...parts.locks.keys()]).toContain(profile.lock);
  });

  it('names the commit that was read, its repository, and the day', () => {
    expect(profile.commit).toMatch(/^[0-9a-f]{40}$/);
    expect(profile.repository).toMatch(/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/);
    expect(profile.version).not.toBe('');
    expect(new Date(`${profile.read}T00:00:00Z`).toISOString().slice(0, 10)).toBe(profile.read);
  });

  it('says what is its own in both languages, in three sentences at most', () => {
    const { title, about } = profile;
    expect(about.en).not.toMatch(/\p{Script=Han}/u);
    expect(about.zh).toMatch(/\p{Script=Han}/u);
    expect(about.en.match(/[.!?](?=\s|$)/g)?.length).toBeLessThanOrEqual(3);
    expect(about.zh.match(/[。！？]/g)?.length).toBeLessThanOrEqual(3);
    const texts = [title.en, title.zh, about.en, about.zh];
    const seen = texts.map((text) => ({ place: profile.id, text }));
    expect(findingsIn(glossary, seen)).toEqual([]);
  });

  it('has only settings of the lock', () => {
    expect(Object.keys(fieldsOf(profile))).toEqual(expect.arrayContaining(Object.keys(profile.settings)));
  });

  it('repeats no default but those that it pins', () => {
    const fields = fieldsOf(profile);
    const repeated = Object.entries(profile.settings).filter(([name, value]) => fields[name]?.default === value);
    expect(pinned).toEqual(expect.arrayContaining(repeated.map(([name]) => name)));
  });

  it('is a scenario with every setting within its limits', () => {
    const scenario = { version: 2, lock: choiceOfProfile(profile), storage: { id: 'no-check' } };
    expect(parseScenario(scenario, parts)).toMatchObject({ ok: true });
  });
});
