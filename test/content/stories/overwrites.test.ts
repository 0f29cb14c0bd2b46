// A sentence that names an overwrite is true of its event: who wrote, and whose write that destroyed.
import { describe, expect, test } from 'vitest';
import { seqOf } from '../../../src/core/model/beats';
import type { Beat } from '../../../src/core/model/story';
import type { Trace } from '../../../src/core/model/trace';
import { processId } from '../../../src/core/model/traceReader';
import { spansOf } from '../../../src/core/spans/spans';
import { knownRun } from './knownRun';
import { type StoryVersion, storyVersions } from './storyVersions';

const says = /overwrites |overwritten|writes? (?:\S+ )?over (?!it\.)|覆盖|盖掉/;
const saysNone = /no change|nobody/;
const both = [
  /client (\d)[^.]*?(?:overwrites|\bover\b)[^.]*?client (\d)/i,
  /客户端 (\d)[^。]*?(?:覆盖|盖掉)[^。]*?客户端 (\d)/,
];
const victim = [
  /client (\d)’s (?:whole )?(?:write|update|change|commit|work)[^.,:]* (?:gone|lost|overwritten)/i,
  /(?:write|update|change) of client (\d)[^.,:]* (?:gone|lost)/,
  /客户端 (\d) 的(?:修改|更新|写入|提交|工作)[^。，：]*?(?:丢|没了|消失)/,
];

/** `by > of` of the event with which a beat becomes true. Null: it destroys no write. */
function destroyedAt(trace: Trace, { at }: Beat): string | null {
  const seq = at === undefined ? -1 : seqOf(trace, at);
  const deed = spansOf(trace).resource.find((one) => one.seq === seq);
  if (deed === undefined || deed.destroyed.length === 0) return null;
  const of = new Set(deed.destroyed.map(({ client }) => processId(trace, client)));
  return `${processId(trace, deed.client)} > ${[...of].join()}`;
}

const beatsOf = ({ beats, story, variant }: StoryVersion): readonly Beat[] =>
  variant === null ? [...beats, ...(story.scene?.beats ?? [])] : beats;

const textsOf = ({ text, short }: Beat): readonly string[] => [
  text.en,
  text.zh,
  ...(short ? [short.en, short.zh] : []),
];

const declared = ({ at }: Beat): string | null =>
  at?.overwrites === undefined ? null : `${at.overwrites.by} > ${at.overwrites.of}`;

describe.each(storyVersions.map((version) => [version.name, version] as const))('story %s', (_, version) => {
  test('declares each overwrite of a sentence as it happened', () => {
    const { trace } = knownRun(version.scenario);
    for (const beat of beatsOf(version))
      expect([beat.text.en, declared(beat)]).toEqual([beat.text.en, destroyedAt(trace, beat)]);
  });

  test('says what it declares', () => {
    for (const beat of beatsOf(version).filter(({ at }) => at?.kind === 'wrote')) {
      const { by, of } = beat.at?.overwrites ?? {};
      for (const text of textsOf(beat)) {
        if (says.test(text) && !saysNone.test(beat.text.en)) expect([text, by]).not.toEqual([text, undefined]);
        for (const one of both) {
          const [, first, second] = one.exec(text) ?? [];
          if (first !== undefined) expect([text, `client${first}`, `client${second}`]).toEqual([text, by, of]);
        }
        for (const one of victim) {
          const [, lost] = one.exec(text) ?? [];
          if (lost !== undefined) expect([text, `client${lost}`]).toEqual([text, of]);
        }
      }
    }
  });
});

test('the forms in which a sentence names both clients are known', () => {
  const named = storyVersions
    .flatMap(beatsOf)
    .flatMap(textsOf)
    .filter((text) => both.some((one) => one.test(text)));
  expect(named.length).toBeGreaterThan(50);
});
