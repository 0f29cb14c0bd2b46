// Whatever is dragged, no sentence of the story stands beside a run that contradicts it.
import { expect, test } from 'vitest';
import type { Fault } from '../../src/model/fault';
import { sameJson } from '../../src/model/patch';
import type { Run } from '../../src/model/run';
import type { Beat } from '../../src/model/story';
import type { Language } from '../../src/model/text';
import { readEvents, type TraceEvent } from '../../src/model/traceReader';
import { narrate } from '../../src/narrate/narrate';
import { readingOf } from '../../src/narrate/reading';
import { speechOf } from '../../src/narrate/speechOf';
import { type Scene, sceneOf, sentenceAt } from '../../src/scene/sceneOf';
import { type Telling, tellings } from '../stories/tellings';
import { type Drag, dragsOf, play } from './drags';

const told = tellings.filter(({ scenario }) => Object.keys(scenario.faults).length > 0);
/** What a sentence says of a fault of this kind. */
const wordsOf: Readonly<Record<string, RegExp>> = {
  pause: /paus|stopped|asleep|sleep|wakes up|client \d wakes(?! client)|blocks|stands still|frozen|froze/i,
  suspend: /paus|stopped|asleep|sleep|wakes up|suspend|frozen|froze/i,
  crash: /crash|\bdies\b|\bdied\b|\bdead\b|killed|is back|starts again/i,
  'power-loss': /power|is back|starts again/i,
  lose: /\blost\b|never arrive|did not come|not answered/i,
  delay: /\bslow|stuck|under way|late\b|delayed/i,
  cut: /\bcut\b|cut off|hears nothing|silent/i,
  'clock-jump': /jump|set forward|set back|is set/i,
  'clock-drift': /\bfast\b|\bslow/i,
  failover: /promot|takes over|new master/i,
};

const sceneFor = ({ story, variant }: Telling, run: Run, original: Run | null, language: Language): Scene =>
  sceneOf({ run, story, variantId: variant?.id ?? null, told: original, speech: speechOf[language], language });

/** The nth event of a beat, found by counting. */
function eventOf(run: Run, { at }: Beat): TraceEvent | undefined {
  if (at === undefined) return undefined;
  const { processes } = run.trace.header;
  return [...readEvents(run.trace)].filter(
    ({ kind, process }) => kind === at.kind && (at.process === undefined || processes[process]?.id === at.process),
  )[(at.nth ?? 1) - 1];
}

/** Lengths of time in a sentence, in ms. */
const lengthsIn = (text: string): readonly number[] =>
  [...text.matchAll(/(\d+(?:\.\d+)?) ?(ms|s|毫秒|秒)(?![a-z])/g)].map(([, number, unit]) =>
    Math.round(Number(number) * (unit === 'ms' || unit === '毫秒' ? 1 : 1000)),
  );

const numbersOf = (fault: Fault | undefined): readonly number[] =>
  Object.values(fault ?? {}).filter((value): value is number => typeof value === 'number');

/** What is false in the sentence of a beat beside this run; null: nothing. */
function falseIn(
  beat: Beat,
  at: number,
  { before, after, drag }: { readonly before: Run; readonly after: Run; readonly drag: Drag },
) {
  const [was, is] = [eventOf(before, beat), eventOf(after, beat)];
  if (is === undefined) return 'its event does not happen';
  if (is.at !== at || was?.at !== at) return 'its event happens at another time';
  const fault = before.scenario.faults[drag.name];
  if (fault === undefined) return null;
  if ('fault' in is && is.fault === Object.keys(after.scenario.faults).indexOf(drag.name))
    return 'it tells of the fault';
  const isAlone = Object.entries(before.scenario.faults).every(
    ([name, { kind }]) => name === drag.name || kind !== fault.kind,
  );
  if (isAlone && wordsOf[fault.kind]?.test(beat.text.en)) return `it speaks of the ${fault.kind}`;
  const changed = numbersOf(fault).filter((number) => !numbersOf(drag.scenario.faults[drag.name]).includes(number));
  return lengthsIn(beat.text.en).some((length) => changed.includes(length)) ? 'it has the old length' : null;
}

/** Sentences of the run about pauses, with a length that no pause of the run has. */
function wrongLengths(scene: Scene, beats: readonly Beat[], { scenario }: Run): readonly string[] {
  const lengths = Object.values(scenario.faults).flatMap(numbersOf);
  const isPause = (text: string): boolean => /is paused for|进程暂停，持续/.test(text);
  return scene.moments
    .map(({ text }) => text)
    .filter((text) => isPause(text) && !beats.some((beat) => Object.values(beat.text).includes(text)))
    .filter((text) => !lengthsIn(text).every((length) => lengths.includes(length)));
}

function falsehoods(telling: Telling): readonly string[] {
  const before = play(telling.scenario);
  return dragsOf(before).flatMap((drag) => {
    const after = play(drag.scenario);
    if (sameJson(drag.scenario, telling.scenario)) return [];
    const scene = sceneFor(telling, after, before, 'en');
    const chinese = sceneFor(telling, after, before, 'zh');
    const narrated = new Set(narrate(after.trace, speechOf.en).map((line) => `${line.at} ${line.text}`));
    const ofStory = scene.moments.flatMap(({ at, text }) => {
      const beat = telling.beats.find((one) => one.text.en === text);
      // The run may say the same in the same words.
      const isOwn = narrated.has(`${at} ${text}`);
      const why = beat === undefined || isOwn ? null : falseIn(beat, at, { before, after, drag });
      return why === null ? [] : [`${why}: ${text}`];
    });
    const isLead = [scene.opening, chinese.opening].some(
      (text) => Object.values((telling.variant ?? telling.story).title).includes(text) || startsAbout(telling, text),
    );
    const numbers = [...wrongLengths(scene, telling.beats, after), ...wrongLengths(chinese, telling.beats, after)];
    const ending = sentenceAt(scene, scene.stopsAt);
    const isEnd = ending === readingOf(after.verdict, speechOf.en).sentence;
    const all = [
      ...ofStory,
      ...numbers,
      ...(isLead ? [`opens as the story: ${scene.opening}`] : []),
      ...(isEnd ? [] : [`ends: ${ending}`]),
    ];
    return all.map((one) => `${telling.name} ${drag.how}: ${one}`);
  });
}

const startsAbout = ({ story, variant }: Telling, text: string): boolean =>
  Object.values(variant?.text ?? story.lead).some((about) => about.startsWith(text));

test('no telling says anything false of a run whose first fault was dragged', () => {
  expect(told.flatMap(falsehoods)).toEqual([]);
});
