// A link opens exactly the scenario from which it was made, or nothing.
import fc from 'fast-check';
import { deflateSync, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fromBase64url, toBase64url } from '../../../src/core/model/links/base64url';
import { decodeLink, encodeLink, type ResolveStory } from '../../../src/core/model/links/link';
import { checksum, dictionary } from '../../../src/core/model/links/pack';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { applyPatch } from '../../../src/core/model/scenario/patch';
import { defaultSettings, type Scenario } from '../../../src/core/model/scenario/scenario';
import { dataFacts, lockFacts } from '../../../src/core/model/trace/outcome';
import { anyScenario } from '../../support/anyScenario';
import { byNight } from '../../support/nightly';
import { smallParts } from '../../support/smallParts';

const parts = smallParts;

const pause: Scenario['faults'][string] = {
  kind: 'pause',
  process: 'client1',
  when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
  for: 4000,
};

const story: Scenario = {
  version: 2,
  seed: 1,
  lock: { id: 'all-nodes', settings: { ttl: 1000 } },
  storage: { id: 'no-check' },
  settings: { ...defaultSettings, latency: 5, patience: 3000 },
  faults: { pause },
};
const base = { id: 'pause-before-write', variant: 'b', scenario: story };

const resolveStory: ResolveStory = async (id, variant) =>
  id === 'pause-before-write' && (variant === undefined || variant === 'b') ? story : undefined;

const decode = (text: string) => decodeLink(text, { parts, resolveStory });

async function problemOf(text: string): Promise<string> {
  const decoded = await decode(text);
  return decoded.ok ? 'ok' : decoded.problem.en;
}

/** A link with any payload and a correct signature. */
function linkAround(payload: Uint8Array): string {
  const body = toBase64url(payload);
  return `v1.${checksum(body)}${body}`;
}
const linkAroundText = (text: string): string =>
  linkAround(deflateSync(strToU8(text), { dictionary: strToU8(dictionary) }));

describe('a link', () => {
  it('opens to any scenario that it was made of', async () => {
    await fc.assert(
      fc.asyncProperty(anyScenario, fc.boolean(), async (scenario, isStory) => {
        const link = encodeLink(scenario, { parts, base: isStory ? base : undefined });
        expect(link).toMatch(/^v1\.[\w-]+$/);
        const decoded = await decode(`https://example.org/some/path/#${link}`);
        expect(decoded).toEqual({
          ok: true,
          scenario,
          ...(isStory ? { storyId: 'pause-before-write', variantId: 'b' } : {}),
        });
        // Faults at the same time are injected in this order.
        expect(decoded.ok && Object.keys(decoded.scenario.faults)).toEqual(Object.keys(scenario.faults));
      }),
      { numRuns: byNight(100, 3000) },
    );
  });

  it('opens to a scenario that differs from its story in anything', async () => {
    await fc.assert(
      fc.asyncProperty(anyScenario, anyScenario, async (from, to) => {
        const link = encodeLink(to, { parts, base: { id: 'any', scenario: from } });
        const decoded = await decodeLink(link, { parts, resolveStory: async () => from });
        expect(decoded).toEqual({ ok: true, scenario: to, storyId: 'any' });
      }),
      { numRuns: byNight(100, 3000) },
    );
  });

  it('holds the mark of the run that it was made from, beside an event or alone', async () => {
    for (const event of [undefined, 17]) {
      const link = encodeLink(story, { parts, base, event, digest: '0123abcd' });
      expect(await decode(link)).toMatchObject({
        ok: true,
        digest: '0123abcd',
        ...(event === undefined ? {} : { event }),
      });
    }
    expect(await decode(encodeLink(story, { parts, base }))).not.toHaveProperty('digest');
  });

  it('holds how the run ended for its maker, beside everything else', async () => {
    const outcome = { lock: 'overlap', data: 'refused' } as const;
    const link = encodeLink(story, { parts, base, event: 17, outcome, digest: '0123abcd' });
    expect(link).toMatch(/&e=17&o=overlap\.refused&d=0123abcd$/);
    expect(await decode(link)).toEqual({
      ok: true,
      scenario: story,
      storyId: 'pause-before-write',
      variantId: 'b',
      event: 17,
      outcome,
      digest: '0123abcd',
    });
    for (const lock of lockFacts)
      for (const data of dataFacts)
        expect(await decode(encodeLink(story, { parts, base, outcome: { lock, data } }))).toMatchObject({
          outcome: { lock, data },
        });
  });

  it.each([
    'overlap',
    'overlap.',
    'overlap.gone',
    'held.safe.more',
    'constructor.toString',
    '<img src=x onerror=alert(1)>',
    '',
  ])('with an outcome that this version does not know opens without one: %j', async (outcome) => {
    const signed = `${encodeLink(story, { parts, base }).slice('v1.'.length + 4)}&o=${outcome}&d=0123abcd`;
    const decoded = await decode(`v1.${checksum(signed)}${signed}`);
    expect(decoded).toMatchObject({ ok: true, scenario: story, digest: '0123abcd' });
    expect(decoded).not.toHaveProperty('outcome');
  });

  it('is short: a story with two changes below 120 characters, a whole scenario below 1,500', () => {
    const changed = applyPatch(story, { settings: { work: 450 }, faults: { pause: { for: 2750 } } });
    const outcome = { lock: 'unavailable', data: 'unknown' } as const;
    expect(encodeLink(changed, { parts, base, outcome, digest: '0123abcd' }).length).toBeLessThan(120);
    expect(encodeLink(story, { parts, base }).length).toBeLessThan(50);
    const faults = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`pause-${i}`, { ...pause, for: 137 * i }]));
    expect(encodeLink({ ...changed, faults }, { parts }).length).toBeLessThan(1500);
  });

  it('keeps the order of faults, which a patch alone would lose', async () => {
    const two = { ...story, faults: { first: pause, second: pause } };
    const swapped = { ...story, faults: { second: pause, first: pause } };
    const link = encodeLink(swapped, { parts, base: { ...base, scenario: two } });
    const decoded = await decodeLink(link, { parts, resolveStory: async () => two });
    expect(decoded.ok && Object.keys(decoded.scenario.faults)).toEqual(['second', 'first']);
  });

  it('may point to one event', async () => {
    const link = encodeLink(story, { parts, base, event: 1234 });
    expect(link).toMatch(/&e=1234$/);
    expect(await decode(`#${link}`)).toMatchObject({ ok: true, scenario: story, event: 1234 });
  });

  it('brings along a fault that the page has kept without its target', async () => {
    const kept = {
      ...story,
      faults: { pause: { ...pause, process: 'client2' as const } },
      settings: { ...story.settings, clients: 1 },
    };
    expect(parseScenario(kept, parts).ok).toBe(false);
    expect(await decode(encodeLink(kept, { parts, base }))).toMatchObject({ ok: true, scenario: kept });
  });

  it('whose story is gone still opens when it holds the whole scenario', async () => {
    const other: Scenario = { ...story, faults: { b: pause, pause } };
    const link = encodeLink(other, {
      parts,
      base: { id: 'gone', scenario: { ...story, faults: { pause, b: pause } } },
    });
    expect(await decode(link)).toEqual({ ok: true, scenario: other });
  });
});

describe('a link that cannot be opened says why', () => {
  it('cut at any place', async () => {
    const links = [
      encodeLink(story, { parts }),
      encodeLink(applyPatch(story, { seed: 5 }), { parts, base }),
      encodeLink(story, { parts, base, event: 120 }),
    ];
    for (const link of links) {
      for (let length = 0; length < link.length; length++) {
        const decoded = await decode(link.slice(0, length));
        expect(decoded.ok, `cut to ${length} of ${link.length}`).toBe(false);
        if (!decoded.ok) expect(decoded.problem.en && decoded.problem.zh).toBeTruthy();
      }
    }
  });

  it('any text at all', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.base64String().map((text) => `v1.${text}`),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect((await decode(text)).ok).toBe(false);
      }),
    );
  });

  it('any bytes that are signed as ours', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect((await decode(linkAround(bytes))).ok).toBe(false);
      }),
    );
  });

  const rows: readonly (readonly [what: string, text: string, problem: string])[] = [
    ['empty', '', 'This is not a playground link: after the # it should begin with “v1.”.'],
    [
      'another page',
      'https://example.org/#top',
      'This is not a playground link: after the # it should begin with “v1.”.',
    ],
    ['a later version', 'v2.AAAA', 'The link was made by another version of the playground (v2); this one reads v1.'],
    [
      'foreign base64',
      'v1.AAAAeyJhIjoxfQ==',
      'The link is damaged: a part of it is missing or was changed on the way. Please copy the whole link again.',
    ],
    [
      'other JSON',
      linkAroundText('{"a":1}'),
      'The link is damaged: a part of it is missing or was changed on the way. Please copy the whole link again.',
    ],
    [
      'no JSON',
      linkAroundText('hello'),
      'The link is damaged: a part of it is missing or was changed on the way. Please copy the whole link again.',
    ],
    [
      'a bomb',
      linkAroundText(`{"p":"${' '.repeat(50_000_000)}"}`),
      'The link is too long: it holds more than 256 kB, the most that a link may hold.',
    ],
    [
      'a long text',
      `v1.${'A'.repeat(1_000_000)}`,
      'The link is too long: it holds more than 256 kB, the most that a link may hold.',
    ],
    [
      'an unknown story',
      linkAroundText('{"s":"gone"}'),
      'The link belongs to a story “gone”, which does not exist here.',
    ],
    [
      'an unknown variant',
      linkAroundText('{"s":"pause-before-write","v":"z"}'),
      'The link belongs to the variant “z” of the story “pause-before-write”, which does not exist here.',
    ],
    [
      'a value out of range',
      linkAroundText('{"s":"pause-before-write","p":{"seed":-1,"settings":{"clients":99}}}'),
      'The link holds a scenario that cannot be run. seed must be a whole number from 0 to 4294967295, not -1. (and 1 more)',
    ],
    [
      'a missing lock',
      linkAroundText('{}'),
      'The link holds a scenario that cannot be run. lock is missing. (and 1 more)',
    ],
    [
      'a fault without target',
      linkAroundText('{"s":"pause-before-write","p":{"faults":{"pause":{"process":"client3"}}}}'),
      'The link holds a scenario that cannot be run. faults.pause: There is no Client 3 in this scenario; there are Client 1, Client 2.',
    ],
    [
      'a prototype',
      linkAroundText('{"s":"pause-before-write","p":{"settings":{"__proto__":{"seed":3}}}}'),
      'The link holds a scenario that cannot be run. settings.__proto__: the name "__proto__" is not allowed.',
    ],
    [
      'nesting without end',
      linkAroundText(`{"p":${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}}`),
      'The link holds a scenario that cannot be run. a.a.a.a is nested too deeply; at most 12 levels are read.',
    ],
  ];
  it.each(rows)('%s', async (_, text, problem) => {
    expect(await problemOf(text)).toBe(problem);
  });
});

describe('version 1', () => {
  it('opens a link', async () => {
    const changed = applyPatch(story, { settings: { work: 450 }, faults: { pause: { for: 2750 } } });
    expect(await decode('v1.YKBAI1YdsuMgUWJiCnI0mkPBbgd51MgcKA0EAA')).toEqual({
      ok: true,
      scenario: changed,
      storyId: 'pause-before-write',
      variantId: 'b',
    });
  });

  it('writes bytes as the standard says', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = toBase64url(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64url'));
        expect(fromBase64url(text)).toEqual(new Uint8Array(bytes));
      }),
    );
    expect(fromBase64url('AB')).toBeNull();
    expect(fromBase64url('A')).toBeNull();
    expect(fromBase64url('A+==')).toBeNull();
  });
});
