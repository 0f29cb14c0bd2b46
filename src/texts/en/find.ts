/** The search for breaks in the page, in English. What was found is said by `explore/words.ts`. */
import type { Fate } from '../../model/fate';
import { formatMs } from '../../model/format';

const many = (count: string, one: string, more: string): string => `${count} ${count === '1' ? one : more}`;

export const find = {
  open: 'Find a break',
  openSmallest: 'Find the smallest break',
  onlySimulated: 'Find a break works in the simulation. Switch real Redis off to use it.',
  title: 'Find a break',
  question: (harm: string) => `Can faults bring it about that ${harm}, with this lock, this check and these settings?`,
  close: 'Close the search',
  kinds: 'Kinds of faults',
  atOnce: 'Faults at once',
  harm: 'Harm',
  harms: {
    'lost-update': 'an update is lost',
    overlap: 'two are inside',
    'deleted-another': 'another’s key is deleted',
    stuck: 'it is stuck',
    unavailable: 'nobody gets through',
  },
  seeds: 'Seeds',
  seedRange: (first: number, last: number) => (first === last ? `${first}` : `${first}…${last}`),
  start: 'Start',
  again: 'Search again',
  stop: 'Stop',
  noKind: 'Choose at least one kind of fault.',
  progress: 'Progress of the search',
  runs: (runs: string, all: string) => `${runs} of ${all} runs`,
  aboutRuns: (runs: string, all: string) => `${runs} of about ${all} runs`,
  rate: (rate: string) => `${rate} a second`,
  left: (time: string) => `${time} left`,
  seconds: (count: number) => formatMs(count * 1000),
  minutes: (count: number) => `${count} min`,
  hours: (count: number) => `${count} h`,
  smaller: 'Making the breaks as small as they can be …',
  stopping: 'Stopping …',
  counting: 'Counting the places …',
  failed: (reason: string) => `The search could not go on: ${reason}`,
  changed: (runs: string) =>
    `The scenario was changed, so the search of the one before was stopped after ${many(runs, 'run', 'runs')}.`,
  stale: 'This answer is of the scenario before your change.',
  back: 'Back to that scenario',
  claim: {
    found: (breaks: string, runs: string) => `The link says: ${many(breaks, 'break', 'breaks')} in ${runs} runs.`,
    none: (runs: string) => `The link says: no break in ${runs} runs.`,
    part: 'Not all was searched.',
    same: 'The same came out here.',
    other: 'Something else came out here. The engine may have changed since.',
  },
  found: (breaks: string, runs: string) => `${many(breaks, 'break', 'breaks')} in ${runs} runs`,
  none: (runs: string) => `No break in ${runs} runs`,
  partly: (levels: number) =>
    levels === 0
      ? 'Stopped before all places for one fault had been tried.'
      : `Stopped. With ${levels === 1 ? 'one fault' : `${levels} faults`}, everything was searched.`,
  tooLarge: (levels: number) =>
    `More faults at once are too many runs for a page. With ${levels === 1 ? 'one fault' : `${levels} faults`}, everything was searched. Choose fewer kinds to go further.`,
  faults: (count: number) =>
    count === 0 ? 'No fault at all' : count === 1 ? '1 fault' : `${count} faults, none of them enough alone`,
  smallestOf: (count: string) => (count === '1' ? '1 place' : `smallest of ${count}`),
  why: 'How it breaks',
  breaks: 'Breaks that were found',
  openBreak: (told: string) => `Open this run: ${told}`,
  more: (count: number) => `Show ${count} more`,
  heldRuns: 'Runs that held, the most eventful first',
  coverage: 'What was covered',
  copy: 'Copy as a link',
  copied: 'Link copied',
  copyFailed: 'Copy this link',
  command: 'The same on the command line',
  map: {
    title: 'Every place where one fault was tried',
    count: (shown: string, all: string) => `${shown} of ${all} faults tried. Click a box to open that run.`,
    all: (all: string) => `${many(all, 'fault', 'faults')} tried, one at a time. Click a box to open that run.`,
    outside: (count: string) => `${count} outside of the stretch shown.`,
    strip: (process: string, kind: string) => `${process}, ${kind}`,
    place: (at: string, fault: string) => `${at} · ${fault}`,
    did: (fate: string, worst: number, count: number) => (count === 1 ? fate : `${fate} in ${worst} of ${count} tries`),
    places: (count: number) => (count === 1 ? '' : `${count} places here, this is the worst`),
    openHint: 'Enter opens the run, arrow keys go on',
    empty: 'There is no place for these faults in this run.',
    fates: {
      lost: 'data lost',
      stuck: 'stuck',
      overlap: 'two inside or a late write',
      unavailable: 'unavailable',
      unknown: 'undecided',
      held: 'held',
    } satisfies Record<Fate, string>,
  },
};
