// A reader's code: kept, replaced by a template, restored; and the scenario in which it runs.
import { afterEach, expect, test, vi } from 'vitest';
import { own } from '../../src/content/address/own';
import { read } from '../../src/content/address/read';
import { write } from '../../src/content/address/write';
import { tokenAfterLock } from '../../src/sandbox/own/broken/tokenAfterLock';
import { firstTemplate, templates } from '../../src/sandbox/own/templates/templates';
import { readKept } from '../../src/web/own/kept';
import { codeOf, startKeeping, useOwnCode } from '../../src/web/own/ownCode';
import { faultlessScenario, ownScenario } from '../../src/web/own/ownScenario';

afterEach(() => {
  useOwnCode.setState(useOwnCode.getInitialState(), true);
  vi.unstubAllGlobals();
});

const now = () => useOwnCode.getState();
const [naive = firstTemplate] = templates;

test('a template takes nothing away for good', () => {
  now().write('lock', 'mine');
  now().begin(naive);
  now().begin(firstTemplate);
  expect(now().lock).toBe(firstTemplate.lock);
  expect(now().before).toMatchObject({ lock: 'mine', template: firstTemplate.id });
  now().bringBack();
  expect(now()).toMatchObject({ lock: 'mine', before: null });
});

test('a broken lock brings its guard, and the reader’s own comes back with his code, or with a template', () => {
  now().write('lock', 'mine');
  now().guardBy('version');
  now().begin(tokenAfterLock);
  expect(now()).toMatchObject({ lock: tokenAfterLock.lock, guard: 'own' });
  now().write('lock', tokenAfterLock.fixedCode);
  now().begin(naive);
  expect(now().guard).toBe('version');
  now().begin(tokenAfterLock);
  now().bringBack();
  expect(now()).toMatchObject({ lock: 'mine', guard: 'version', before: null });
});

test('what nobody has changed needs not be brought back', () => {
  now().begin(naive);
  expect(now().before).toBeNull();
});

test('the browser keeps what was written, and a page reads it again', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', { setItem: (key: string, text: string) => kept.set(key, text) });
  startKeeping();
  now().write('lock', 'mine');
  now().guardBy('own');
  expect(readKept(kept.get('redlock-own') ?? null)).toMatchObject({ lock: 'mine', guard: 'own', before: null });
});

test.each([null, '', '{', '7', '[]', '{"lock":1,"check":""}'])('%j is nothing that was kept', (text) => {
  expect(readKept(text)).toBeNull();
});

test('an unknown guard is none', () => {
  expect(readKept('{"lock":"a","check":"b","guard":"constructor","before":7}')).toEqual({
    lock: 'a',
    check: 'b',
    guard: 'none',
    isWaiting: false,
    before: null,
  });
});

test('code that was replaced is kept too, unless a part of it is missing', () => {
  const before = { lock: 'c', check: 'd', template: 'link' };
  expect(readKept(JSON.stringify({ lock: 'a', check: 'b', isWaiting: 1, before }))).toEqual({
    lock: 'a',
    check: 'b',
    guard: 'none',
    isWaiting: false,
    before: { ...before, guard: 'none', isWaiting: false },
  });
  const cut = { ...before, template: undefined };
  expect(readKept(JSON.stringify({ lock: 'a', check: 'b', before: cut }))).toMatchObject({ lock: 'a', before: null });
});

test('the reader’s check is asked only where he chose it', () => {
  expect(codeOf({ ...now(), guard: 'version' }).check).toBeNull();
  expect(codeOf({ ...now(), guard: 'own' }).check).toBe(firstTemplate.check);
});

const settings = { nodes: 5, ttl: 1000, token: false };
const asked = { settings, guard: 'version', faults: { kind: 'pause' } } as const;

test('the pause outlives the lease, an attack begins without it, and what was dragged stays', () => {
  const scenario = ownScenario(asked, null);
  expect(scenario).toMatchObject({
    lock: { id: 'own', settings },
    storage: { id: 'version' },
    faults: { pause: { for: 1750 } },
  });
  expect(faultlessScenario(asked).faults).toEqual({});
  const longer = { ...asked, settings: { ...settings, ttl: 2000 } };
  expect(ownScenario(longer, { ...asked, scenario }).faults).toMatchObject({ pause: { for: 2750 } });
  const dragged = { ...scenario, faults: { pause: { ...scenario.faults['pause'], for: 300 } } } as typeof scenario;
  expect(ownScenario(longer, { ...asked, scenario: dragged }).faults).toMatchObject({ pause: { for: 300 } });
});

test('the guide has an address', () => {
  expect(read('https://play.example/own/#guide', own).run).toEqual({ kind: 'guide' });
  expect(read('https://play.example/own/?lang=zh#constructor', own).run).toEqual({ kind: 'none' });
  expect(write({ page: 'own', run: { kind: 'guide' } })).toBe('own/#guide');
});
