// One more kind of fault is added beside the others: every part that knows faults knows it, and none had heard of it
// before.
import { expect, test } from 'vitest';
import { schemaText } from '../../../scripts/schemas';
import { faultPrograms, faultsInEnglish } from '../../../src/core/faults';
import type { FaultTexts } from '../../../src/core/faults/texts';
import { stretchedFault } from '../../../src/core/model/scenario/edit';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { kindOf, lengthOf } from '../../../src/core/model/scenario/faultKind';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { readEvents } from '../../../src/core/model/trace/traceReader';
import { english } from '../../../src/core/narrate/en/words';
import { narrate } from '../../../src/core/narrate/narrate';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { pictureOf } from '../../../src/picture/layout/picture';
import { faultText } from '../../../src/web/edit/faultText';
import { optionsFor } from '../../support/pictureFor';
import { wordsOf } from '../../support/wordsOf';
import { twitch, twitchInEnglish, twitching, withTwitch } from './twitch';
import '../../support/handIn';

const { faults } = withTwitch;
const texts = new Map([...faultsInEnglish, [twitch.kind, twitchInEnglish as FaultTexts]]);
const speech = { ...english, faults: texts };

function parsed(more: object = {}): Scenario {
  const result = parseScenario(twitching(more), withTwitch);
  if (!result.ok) throw new Error(result.problems[0]?.message.en);
  return result.scenario;
}

const fault = (): Fault => Object.values(parsed().faults)[0] as Fault;

test('the playground does not have it', () => {
  expect(faultPrograms.has(twitch.kind)).toBe(false);
});

test('it is parsed by its own fields, and refused for its own reasons', () => {
  expect(parsed().faults['twitch']).toMatchObject({ kind: 'twitch', for: 80 });
  expect(() => parsed({ for: 6000 })).toThrow(
    'faults.twitch.for must be a number of milliseconds from 0 to 5000, not 6000.',
  );
  expect(() => parsed({ process: 'storage' })).toThrow('faults.twitch: The storage does not twitch.');
  expect(() => parsed({ process: 'nodeC' })).toThrow('There is no Redis C in this scenario');
});

test('it is in the published schema', () => {
  expect(schemaText()).not.toContain('"const": "twitch"');
  expect(schemaText(withTwitch)).toContain('"const": "twitch"');
});

test('it is played: the process stands still twice', () => {
  const events = [...readEvents(simulate(parsed(), withTwitch))];
  const seen = events.filter(({ kind }) => ['faultStruck', 'paused', 'resumed', 'faultEnded'].includes(kind));
  expect(seen.map(({ kind }) => kind)).toEqual([
    ...['faultStruck', 'paused', 'faultEnded', 'resumed', 'paused', 'faultEnded', 'resumed'],
  ]);
});

test('it is drawn as a band with its name and a handle with an end', () => {
  const trace = simulate(parsed(), withTwitch);
  const options = optionsFor(trace);
  const words = { ...options.words, fault: (kind: string) => texts.get(kind)?.name ?? kind };
  const { handles, ground, top } = pictureOf({ ...options, words, faults });
  expect(handles).toMatchObject([{ name: 'twitch', hasEnd: true }]);
  const box = handles[0]?.box;
  expect(ground).toContainEqual(expect.objectContaining({ kind: 'box', x: box?.x, width: box?.width, ink: 'warning' }));
  expect(top).toContainEqual(expect.objectContaining({ kind: 'text', text: 'Twitch' }));
});

test('its length is dragged', () => {
  const longer = stretchedFault(fault(), 140.2, faults);
  expect(longer).toMatchObject({ kind: 'twitch', for: 140 });
  expect(lengthOf(longer, kindOf(longer, faults))).toBe(140);
});

test('it is named where faults are listed, and told where it strikes', () => {
  const narrated = narrate(simulate(parsed(), withTwitch), speech).map(({ text }) => text);
  expect(narrated).toContain('Client 1 twitches, 80 ms each time.');

  // The page has one set of parts, which it hands to itself.
  const kinds = parts.faults as Map<string, unknown>;
  kinds.set(twitch.kind, twitch);
  const { title, detail } = faultText({ ...wordsOf.en, speech }, fault());
  kinds.delete(twitch.kind);
  expect(title).toBe('Client 1 twitches');
  expect(detail.replace(/\u00a0/g, ' ')).toBe('before its work · for 80 ms');
});
