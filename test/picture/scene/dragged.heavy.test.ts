// Whatever is dragged, no sentence of the story is shown with a run that contradicts it.
import { expect, test } from 'vitest';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { sameJson } from '../../../src/core/model/scenario/patch';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import type { Beat } from '../../../src/core/model/scenario/story';
import type { Run } from '../../../src/core/model/trace/run';
import { readEvents, type TraceEvent } from '../../../src/core/model/trace/traceReader';
import type { Language } from '../../../src/core/model/values/text';
import { narrate } from '../../../src/core/narrate/narrate';
import { readingOf } from '../../../src/core/narrate/reading';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { type Scene, sceneOf, sentenceAt } from '../../../src/picture/scene/sceneOf';
import { knownRun } from '../../content/stories/knownRun';
import { type StoryVersion, storyVersions } from '../../content/stories/storyVersions';
import { sampled } from '../../support/nightly';
import { type Drag, dragsOf } from './drags';

const withFault = storyVersions.filter(({ scenario }) => Object.keys(scenario.faults).length > 0);
/** All stories, and at a push some of their variants. */
const storyNames = [
  ...withFault.filter(({ variant }) => variant === null),
  ...sampled(
    withFault.filter(({ variant }) => variant !== null),
    3,
  ),
];
/** What a sentence says about a fault of this kind. */
const wordsOf: Readonly<Record<string, RegExp>> = {
  pause: /paus|stopped|asleep|sleep|wakes up|client \d wakes(?! client)|blocks|stands still|frozen|froze/i,
  suspend: /paus|stopped|asleep|sleep|wakes up|suspend|frozen|froze/i,
  crash: /crash|\bdies\b|\bdied\b|\bdead\b|killed|is back|starts again/i,
  'power-loss': /power|is back|starts again/i,
  lose: /\blost\b|never arrive|did not come|not answered/i,
  delay: /\bslow|stuck|under way|in transit|late\b|delayed/i,
  cut: /\bcut\b|cut off|hears nothing|silent/i,
  'clock-jump': /jump|set forward|set back|is set/i,
  'clock-drift': /\bfast\b|\bslow/i,
  failover: /promot|takes over|new master/i,
};

const sceneFor = ({ story, variant }: StoryVersion, run: Run, original: Run | null, language: Language): Scene =>
  sceneOf({ run, story, variantId: variant?.id ?? null, original, speech: speechOf[language], language });

interface Played {
  readonly run: Run;
  readonly events: readonly TraceEvent[];
}

function played(scenario: Scenario): Played {
  const run = knownRun(scenario);
  return { run, events: [...readEvents(run.trace)] };
}

/** The nth event of a beat, found by counting. */
function eventOf({ run, events }: Played, { at }: Beat): TraceEvent | undefined {
  if (at === undefined) return undefined;
  const { processes } = run.trace.header;
  return events.filter(
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

interface Dragged {
  readonly beats: readonly Beat[];
  readonly before: Played;
  readonly after: Played;
  readonly drag: Drag;
}

/** A fault by its name, because numbers shift when another fault is removed. */
const named = ({ run }: Played, event: TraceEvent): object =>
  'fault' in event ? { ...event, fault: Object.keys(run.scenario.faults)[event.fault] } : event;

/** A sentence covers what happens until the next one: until then both runs must be equal. */
function isSameToNext(at: number, { beats, before, after }: Dragged): boolean {
  const times = beats.map((one) => eventOf(before, one)?.at ?? -1);
  const next = Math.min(...times.filter((time) => time > at), before.run.trace.header.endedAt);
  const until = (one: Played): readonly object[] =>
    one.events.filter((event) => event.at < next).map((event) => named(one, event));
  return sameJson(until(before), until(after));
}

/** What is false in a beat's sentence for this run; null: nothing. */
function falseIn(beat: Beat, at: number, dragged: Dragged): string | null {
  const { before, after, drag } = dragged;
  const [was, is] = [eventOf(before, beat), eventOf(after, beat)];
  if (is === undefined) return 'its event does not happen';
  if (is.at !== at || was?.at !== at) return 'its event happens at another time';
  if (!isSameToNext(at, dragged)) return 'the runs part before the next sentence';
  const { faults } = before.run.scenario;
  const fault = faults[drag.name];
  if (fault === undefined) return null;
  if ('fault' in is && is.fault === Object.keys(drag.scenario.faults).indexOf(drag.name))
    return 'it tells of the fault';
  const isAlone = Object.entries(faults).every(([name, { kind }]) => name === drag.name || kind !== fault.kind);
  if (isAlone && wordsOf[fault.kind]?.test(beat.text.en)) return `it speaks of the ${fault.kind}`;
  const changed = numbersOf(fault).filter((number) => !numbersOf(drag.scenario.faults[drag.name]).includes(number));
  return lengthsIn(beat.text.en).some((length) => changed.includes(length)) ? 'it has the old length' : null;
}

/** Lengths of pauses that the sentence mentions and that no pause of the run has. */
function wrongLengths(scene: Scene, beats: readonly Beat[], { scenario }: Run): readonly string[] {
  const lengths = Object.values(scenario.faults).flatMap(numbersOf);
  return scene.moments
    .map(({ text }) => text)
    .filter((text) => !beats.some((beat) => Object.values(beat.short ?? beat.text).includes(text)))
    .flatMap((text) => text.match(/(is paused for|进程停顿) [^。]*?s/g) ?? [])
    .filter((said) => !lengthsIn(said).every((length) => lengths.includes(length)));
}

function falsehoods(version: StoryVersion): readonly string[] {
  const before = played(version.scenario);
  return dragsOf(before.run)
    .filter(({ scenario }) => !sameJson(scenario, version.scenario))
    .flatMap((drag) => {
      const after = played(drag.scenario);
      const scenes = (['en', 'zh'] as const).map((language) => sceneFor(version, after.run, before.run, language));
      const all = [
        ...falseBeats(scenes, { beats: version.beats, before, after, drag }),
        ...scenes.flatMap((scene) => wrongLengths(scene, version.beats, after.run)),
        ...scenes.filter(({ opening }) => isAbout(version, opening)).map(({ opening }) => `opens: ${opening}`),
        ...falseEnds(scenes, after),
      ];
      return all.map((one) => `${version.name} ${drag.how}: ${one}`);
    });
}

function falseBeats(scenes: readonly Scene[], dragged: Dragged): readonly string[] {
  const { trace } = dragged.after.run;
  // The run may say the same in the same words.
  const own = new Set(Object.values(speechOf).flatMap((speech) => narrate(trace, speech).map(lineOf)));
  return scenes.flatMap(({ moments }) =>
    moments.flatMap((moment) => {
      const beat = dragged.beats.find(({ text, short = text }) => Object.values(short).includes(moment.text));
      const why = beat === undefined || own.has(lineOf(moment)) ? null : falseIn(beat, moment.at, dragged);
      return why === null ? [] : [`${why}: ${moment.text}`];
    }),
  );
}

const lineOf = ({ at, text }: { readonly at: number; readonly text: string }): string => `${at} ${text}`;

/** An edited run ends with its own verdict, or says whose lock lasted until when. */
function falseEnds(scenes: readonly Scene[], after: Played): readonly string[] {
  const rightful = Object.values(speechOf).map((speech) => readingOf(after.run.verdict, speech).sentence);
  return scenes
    .map((scene) => sentenceAt(scene, scene.stopsAt))
    .filter((text) => !rightful.includes(text) && !isOfALock(text, after));
}

/** It names a client that did something at one of its times, and got or kept a lock before the other. */
function isOfALock(text: string, { run: { trace, verdict }, events }: Played): boolean {
  const [, number] = /(?:client|客户端) (\d+)/i.exec(text) ?? [];
  const client = trace.header.processes.findIndex(({ id }) => id === `client${number}`);
  const times = [...text.matchAll(/(\d+\.\d{3}) s/g)].map(([, time]) => Math.round(Number(time) * 1000));
  const own = events.filter(({ process }) => process === client);
  const ms = ({ at }: TraceEvent): number => Math.round(at / 1000);
  const done = times.filter((time) => own.some((event) => Math.abs(ms(event) - time) <= 1));
  const begun = own.filter(({ kind }) => kind === 'acquired' || kind === 'extended').map(ms);
  return verdict.lock === 'held' && times.length === 2 && done.length > 0 && Math.min(...begun) < Math.max(...times);
}

/** Whether this is where the subject of the telling begins. */
const isAbout = ({ story, variant }: StoryVersion, text: string): boolean =>
  Object.values(variant?.text ?? story.lead).some((about) => about.startsWith(text));

test('no telling says anything false of a run whose first fault was dragged', () => {
  expect(storyNames.flatMap(falsehoods)).toEqual([]);
});
