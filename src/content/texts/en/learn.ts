/** The words of the workshop's pages in English. Exercises carry their own texts. */
import { formatMs, formatNumber } from '../../../core/model/values/format';

export const learn = {
  name: 'Redlock Playground: exercises',
  title: 'Exercises',
  lead: 'Break locks, fix them, and predict what will happen.',
  guide: 'Instructor’s guide',
  exercises: 'Exercises',
  pages: 'Pages',
  testBefore: 'First test',
  testAfter: 'Second test',
  plans: 'Plans for 45 and 90 minutes',
  list: 'Exercises',
  close: 'Close',
  higher: 'More room for the task',
  lower: 'Less room for the task',
  kind: {
    name: 'Name it',
    predict: 'Predict',
    break: 'Break it',
    fix: 'Fix it',
    choose: 'Choose',
    code: 'Write it',
    order: 'Be the network',
    limit: 'Find the limit',
  },
  kindHelp: {
    name: 'Match each mark to its name.',
    predict: 'Say what will happen, then see.',
    break: 'Make it go wrong with the faults you are given.',
    fix: 'Change what you are allowed to change until the faults do no harm.',
    choose: 'Pick a lock and a check; the playground tries to break the choice.',
    code: 'Write the lock; twelve attacks test it.',
    order: 'Decide what happens next, until the harm is done.',
    limit: 'Bring the fault as close to the harm as it can come without doing any.',
  },
  progress: (done: number, all: number) => `${done} of ${all} solved`,
  sum: (points: number) => (points === 1 ? '1 point' : `${points} points`),
  points: (points: number) => `${points} of 3 points`,
  /**
   * Why an attempt has fewer than three points. Only a prediction can be wrong, and only a built solution can cost
   * more.
   */
  fewer: {
    hints: 'One point off for hints.',
    wrong: 'One point off for a wrong answer.',
    dearer: 'One point off, because a cheaper solution exists.',
  },
  solved: 'Solved',
  solvedWith: (spent: string) => `Solved ${spent}`,
  open: 'Not solved yet',
  /** Answered wrongly, or the solution was shown. */
  behind: 'Done, without points',
  allDone: 'You have done all exercises. See what you have learnt:',
  reset: 'Start over',
  undo: 'Undo',
  redo: 'Redo',
  next: 'Next exercise',
  nextIs: (title: string) => `Next: ${title}`,
  /** After an exercise: what comes next, and why. `what`: what to do there, as a sentence. */
  onward: {
    builds: (title: string, what: string) => `Next is “${title}”, which builds on this one. ${what}`,
    left: (title: string, what: string) => `Next is “${title}”, the next one you have not solved. ${what}`,
    chapter: (title: string, chapter: string, about: string) =>
      `Next is “${title}”, which continues the chapter “${chapter}”. ${about}`,
  },
  /** Beside the exercise that comes next in the list. */
  nextHere: 'next',
  better: 'Best done after:',
  betterAfter: (titles: string) => `Best done after ${titles}`,
  titled: (title: string) => `“${title}”`,
  and: ' and ',
  before: 'Previous exercise',
  task: 'Task',
  hidden: 'The run is hidden until you have said what will happen.',
  numbered: 'The run, with numbered marks',
  /** Where a mark is, for people who cannot see it. `lane`: the name of the nearest line. */
  numberAt: (number: number, at: string, lane: string) => `Number ${number}, at ${at}, near ${lane}`,
  names: 'What is each number?',
  nameOf: (number: number) => `Number ${number}`,
  notNamed: 'choose …',
  checkNames: 'Check the names',
  namedRight: (right: number, all: number) => `${right} of ${all} are right.`,
  /** The numbers follow. */
  lookAgain: 'Look again at',
  allNamed: 'All named.',
  isNot: (name: string) => `Not “${name}”.`,
  given: 'Faults in this run',
  nothingGiven: 'No faults.',
  answers: 'What will happen?',
  /** On paper. */
  answersApart: 'Answers',
  expect: 'I expect …',
  because: '… because …',
  see: 'See what happens',
  right: 'Right.',
  wrong: 'Not quite.',
  /** If the verdict of the run, that all went well, does not answer the question. */
  rather: (answer: string) => `What happens: “${answer}”`,
  playing: 'The run plays until it is decided.',
  showMoment: 'Go there now',
  chain: 'How it happened',
  chainNow: 'With your change',
  yours: (answer: string) => `Your answer: “${answer}”`,
  noPoints: 'The first answer counts, so this one earns no points.',
  answerShown: 'You were shown the answer, so this earns no points.',
  otherwise: {
    title: 'What would have made your answer right?',
    drag: 'Change one thing: drag the fault to another place, or make it longer or shorter.',
    add: 'Change one thing: add one more fault, and drag it to where it makes your answer right.',
    set: 'Change one thing: the setting below.',
    wanted: 'Your answer comes true',
    right: 'With this change your answer is right.',
    show: 'Show one',
    back: 'Back to the original run',
  },
  anew: {
    about: 'Your first answer counts, even after a reload.',
    forget: 'Answer again, without points',
    noPoints: 'You had already seen the answer, so this earns no points.',
    times: (times: number) => (times === 1 ? 'answered again' : `answered again ${times} times`),
  },
  budget: 'Your budget',
  budgetFaults: (count: number) => (count === 1 ? 'one fault' : `${count} faults`),
  /** Once some of them are in the run. */
  budgetLeft: (left: number, all: number) => `${left} of ${all === 1 ? '1 fault' : `${all} faults`} left`,
  budgetLength: (ms: number) => `${formatMs(ms)} at most`,
  add: 'Add at the playhead',
  noFault: 'No faults in this run. Add one above, then drag it to where it should happen.',
  tools: 'What you may change',
  order: {
    goal: ({ most, used, isBroken }: { readonly most: number; readonly used: number; readonly isBroken: boolean }) =>
      isBroken && used > most
        ? `Break it in at most ${most} decisions: you have broken it, but used ${used}. Undo some, or start again.`
        : `Break it in at most ${most} decisions: you have used ${used}.${isBroken || used < most ? '' : ' Undo some, or start again.'}`,
    spent: (count: number) => `in ${count} decisions`,
    /** On paper. */
    most: (count: number) => `Your decisions, at most ${count}`,
  },
  check: 'Storage-side check',
  chooseLock: 'Lock',
  chooseCheck: 'Storage-side check',
  needsToken: 'Needs a lock with a fencing token.',
  givesNoToken: 'Has no fencing token, which the chosen check needs.',
  /** Why a wrong try to break a run did not reach its goal. */
  heldBack: {
    title: 'Why it did not work:',
    left: (who: string, time: string) => `${who} left the lock ${time} before its validity ended.`,
    early: (who: string) => `The fault was over before ${who} asked for the lock.`,
    missed: (goal: string, by: string) => `You missed “${goal}” by ${by}.`,
  },
  chooseFirst: 'Choose an answer first.',
  nameFirst: (left: number) => (left === 1 ? 'One number has no name yet.' : `${left} numbers have no name yet.`),
  needsService: 'Needs a lock from the lock service that this check asks.',
  livesElsewhere: 'Does not come from the lock service that the chosen check asks.',
  goals: 'Goals',
  met: { true: 'Met', false: 'Not met', 'not yet': 'Not yet' },
  /** What the run on screen has of a goal, and what is missing. */
  measured: {
    sentences: (result: string, missing: string | null) => (missing === null ? `${result}.` : `${result}. ${missing}.`),
    atLeast: (limit: string) => `The goal is at least ${limit}`,
    atMost: (limit: string) => `The goal is at most ${limit}`,
    exactly: (limit: string) => `The goal is exactly ${limit}`,
    between: (min: string, max: string) => `The goal is ${min} to ${max}`,
    none: 'The goal is none',
    nothing: 'There is nothing to measure yet',
    of: {
      acquired: (count: string) => `The lock was taken ${times(count)}`,
      refused: (count: string) => `Clients were refused ${times(count)}`,
      rounds: (count: string) => `Clients finished ${counted(count, 'round')} of work`,
      requestsPerAcquisition: (count: string) => `Each lock taken cost ${counted(count, 'request')}`,
      wokenPerRelease: (count: string) => `Each release woke ${counted(count, 'client')}`,
      freeAfterCrash: (length: string) => `The lock was free ${length} after the crash`,
      thrownAway: (count: string) => `The storage rejected ${counted(count, 'write')}`,
      overlapTime: (length: string) => `Two clients held the lock at once for ${length}`,
      waitMax: (length: string) => `The longest wait was ${length}`,
    },
    times: (fact: string, count: number) => (count > 1 ? `${fact}, ${count} times` : fact),
    /** If it happened, and if it did not. */
    facts: {
      overlap: ['Two clients held the lock at once', 'No two clients held the lock at once'],
      'lost-update': ['An update was lost', 'No update was lost'],
      'torn-write': ['An object stayed half-written', 'No object stayed half-written'],
      'half-read': ['A half-written object was read', 'No half-written object was read'],
      diverged: ['Clients differed on who held the lock', 'Clients agreed on who held the lock'],
      'stuck-entry': ['A key stays forever', 'No key stays forever'],
      starved: ['A client waited in vain', 'No client waited in vain'],
      'deleted-another': ['A client deleted another’s key', 'No client deleted another’s key'],
      'changed-another': [
        'A client overwrote or extended another’s key',
        'No client overwrote or extended another’s key',
      ],
      rejected: ['A write was rejected', 'No write was rejected'],
      'rightful-rejected': [
        'A write of the rightful holder was rejected',
        'No write of the rightful holder was rejected',
      ],
      'token-repeated': ['A token was given twice', 'No token was given twice'],
      'token-fell': ['A token was smaller than the one before', 'No token was smaller than the one before'],
      'entry-left': ['A key was left behind', 'No key was left behind'],
      'late-write': [
        'A write came after its client had left the lock',
        'No write came after its client had left the lock',
      ],
      'after-end': ['A client worked after the end of its lock', 'No client worked after the end of its lock'],
      'false-alarm': [
        'A client was told by mistake that its lock was lost',
        'No client was told by mistake that its lock was lost',
      ],
      'done-twice': ['Something was done twice', 'Nothing was done twice'],
      'fault-missed': ['A fault never happened', 'Every fault happened'],
    },
    data: {
      torn: 'An object was left half-written',
      twice: 'Something was done twice',
      lost: 'An update was lost',
      refused: 'Nothing was lost: a late write was rejected',
      lucky: 'Nothing was lost, by luck alone',
      safe: 'Nothing was lost',
      unknown: 'It is not decided whether anything was lost',
    },
    onlyOnce: 'Nothing was done twice',
    ends: (ending: string) => `The run ends with “${ending}”`,
    wanted: (endings: readonly string[]) => `The goal is ${endings.map((one) => `“${one}”`).join(' or ')}`,
    unwanted: 'That must not happen',
    listed: '; ',
    and: ' ',
    or: ' Or: ',
  },
  /** A solution that meets all goals is tried further, with a fault at every place and with other seeds. */
  further: {
    begun: 'All goals are met. Now the playground attacks your solution.',
    /** @param places how many faults were tried, one at a time */
    holds: (places: number, seeds: number) =>
      places === 0
        ? `It holds in ${seeds} runs with other random choices.`
        : `It holds in ${seeds} runs with other random choices, and with a fault at every place: ${formatNumber(places)} faults were tried, one at a time.`,
    notYetShort: 'It works in this run, but not in every run.',
    /** The smallest run in which it fails follows. */
    notYet: 'It works in this run. In another run it still fails:',
  },
  smallest: {
    looking: (runs: number) =>
      `Looking for the smallest break${runs === 0 ? '' : `: ${formatNumber(runs)} runs so far`} …`,
    stopped: (runs: number) => `Stopped after ${formatNumber(runs)} runs. There may be a smaller break.`,
    is: (faults: string) => `The smallest break: ${faults}`,
    isFound: (faults: string) => `The smallest break that was found: ${faults}`,
    noneFound: 'No smaller break than yours was found.',
    asSmall: 'Yours is as small as it can be.',
    asFew: 'Yours takes as few faults as possible.',
    fewer: (own: number, least: number) =>
      `Yours takes ${own} faults; ${least === 1 ? 'one is' : `${least} are`} enough.`,
    weaker: (own: string, least: string) => `You chose ${own}; ${least} is enough.`,
    forever: 'forever',
    tried: (runs: number) => `Every place was tried, in ${formatNumber(runs)} runs.`,
    /** With several faults, the same number was not tried elsewhere. */
    triedFewer: (runs: number, fewer: number) =>
      `Every place was tried with ${fewer === 1 ? 'one fault' : `up to ${fewer} faults`}, in ${formatNumber(runs)} runs, and that was never enough. With as many faults as you used, only weaker versions of your own were tried.`,
    triedInPart: (runs: number) =>
      `Not every place was tried in these ${formatNumber(runs)} runs, so there may be a smaller break.`,
    shown: 'What you see is the smallest break:',
  },
  breaksWhen: (attack: string) => `Fails when: ${attack}`,
  /** With other random choices. */
  inAnotherRun: (attack: string) => `${attack}, in another run`,
  show: 'Show this',
  back: 'Back to your run',
  /** If the goals stay in view and the rest does not. */
  readOn: 'Read on',
  undecided: 'Undecided',
  toTask: 'To the task',
  attacked: 'What you see is your choice under this attack:',
  tried: (runs: number) => (runs === 1 ? 'Tried in one run.' : `Tried in ${runs} runs.`),
  judging: (runs: number, all: number) => `Trying: ${runs} of ${all} runs …`,
  judgingFirst: 'Trying …',
  stop: 'Stop',
  stopped: 'Stopped, so the goals are undecided.',
  tryAgain: 'Try again',
  notJudged: (problem: string) => `This could not be judged: ${problem}`,
  notAllowed: 'Not allowed here',
  hint: 'Hint',
  moreHints: (left: number) => `A hint (${left} left)`,
  solution: 'Show a solution',
  solutionShown: 'A solution was shown, so this earns no points. Start over to find your own, which may be different.',
  spentFaults: (count: number) => `with ${count === 1 ? 'one fault' : `${count} faults`}`,
  spentRequests: (count: string) => `with ${count} requests per acquisition`,
  export: 'Save progress',
  import: 'Load progress',
  badProgress: (problem: string) => `This file cannot be loaded as progress: ${problem}`,
  link: 'Copy link',
  copied: 'Copied',
  noSuch: (id: string) => `There is no exercise “${id}”. Here is the first one.`,
  loading: 'Loading …',
  failed: (reason: string) => `The exercises could not be loaded: ${reason}`,
  present: {
    title: 'For a projector',
    uncover: 'Uncover the answers',
    cover: 'Cover the answers',
    left: 'Time left',
    start: 'Start the clock',
    hold: 'Stop the clock',
    more: '+ 1 min',
    reset: 'Reset the clock',
  },
  plan: {
    title: 'Running the workshop',
    lead: 'For 45 or 90 minutes, with up to twenty people. Nobody needs to install anything: the page runs in the browser. If the room may have no network, open the playground beforehand, press More, then “Keep all pages on this device”.',
    for: (minutes: number) => `In ${minutes} minutes`,
    /** From one minute to another, counted from the start. */
    span: (from: number, to: number) => `${from}–${to} min`,
    lasts: (minutes: number) => `${minutes} min`,
    how: { together: 'together', pairs: 'in pairs' },
    outcome: 'Outcome:',
    late: 'If time is short:',
    tests:
      'Have everybody take the first test before they come, and the second one some days later: together they show what people have learned.',
    sheets: 'All exercises on paper, with room to write and the answers on a page of their own:',
    allSheets: 'Print all sheets',
    present: 'Exercises with large type, covered answers and a clock',
    notes: 'Notes for each exercise',
    wrong: 'What people get wrong',
    say: 'What to say',
    solution: 'One solution',
    /** Between the parts of a solution. */
    and: '; ',
    own: 'Exercises of your own',
    ownHow:
      'Make the run in the playground, then choose “Make an exercise”: it becomes an exercise to predict, break, fix or choose, as a link or a file.',
    byHand: 'Files can be written by hand as well; errors are reported field by field. The schema:',
    print: 'Print',
  },
};

function times(count: string): string {
  return count === '1' ? 'once' : `${count} times`;
}

function counted(count: string, thing: string): string {
  return `${count} ${thing}${count === '1' ? '' : 's'}`;
}
