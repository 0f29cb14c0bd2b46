/** The words of the dialogs in which people make and open exercises of their own, in English. */
import { formatNumber } from '../../model/format';

export const ownExercise = {
  make: 'Make an exercise',
  lead: 'Turns the run on screen into an exercise, as a link or a file. Whoever opens it solves it on the exercises page.',
  kind: 'Kind',
  kinds: { predict: 'Predict', break: 'Break it', fix: 'Fix it', choose: 'Choose' },
  kindHelp: {
    predict:
      'The run stays as it is, hidden at first: the solver says what will happen; the run itself decides what is right.',
    break: 'The faults of this run become the solution: the solver gets the run without them, and adds faults.',
    fix: 'The faults of this run stay: the solver changes what you allow until they do no harm.',
    choose: 'The faults of this run become attacks: the solver picks a lock and a check that withstand them.',
  },
  title: 'Title (empty: the title of the run)',
  tasks: {
    predict: 'Situation and question, in your words (may be empty)',
    break: 'Task, in your words (may be empty)',
    fix: 'Task, in your words (may be empty)',
    choose: 'Situation and task, in your words (may be empty)',
  },
  hint: 'A hint (may be empty)',
  goals: 'Goals: all that are ticked must be met',
  answers: 'Answers to choose from: 2 to 6',
  why: (answer: string) => `Why it is right or wrong: “${answer}” (may be empty)`,
  right: 'This is what happens.',
  faults: 'Maximum number of faults',
  lengthMax: 'Maximum length of each, in ms (empty: no limit)',
  faultKinds: 'Kinds of faults',
  may: 'What may be changed',
  mays: {
    storage: 'The storage-side check',
    'lock.settings': 'Settings of the lock',
    settings: 'All other settings',
  },
  pauses: 'Try a pause before every step, ms (empty: only the faults of the run)',
  locks: 'Locks to choose from: up to 8',
  checks: 'Checks to choose from: up to 8',
  attacks: 'Attacks that every choice must withstand',
  together: 'All faults of the run together',
  pausesTried: 'Also try a pause before every step, ms (may be empty)',
  more: 'Title, hint, and more (all may be left out)',
  /** What stands there where the maker writes nothing. */
  task: {
    predict: 'What will happen in this run?',
    break: (goals: readonly string[], faults: number) =>
      `Make this happen: ${goals.join('; ')}. You may add ${faults === 1 ? 'one fault' : `up to ${faults} faults`}.`,
    fix: (goals: readonly string[], may: readonly string[]) =>
      `This run goes wrong. Fix it until this holds: ${goals.join('; ')}. You may change: ${may.join(', ')}.`,
    choose: (goals: readonly string[]) => `Pick a lock and a check so that this holds: ${goals.join('; ')}.`,
  },
  check: 'Is it solvable?',
  looking: (tried: number, all: number) => (all === 0 ? 'Checking …' : `Checking: ${tried} of ${all} …`),
  predicts: 'Checked: some answer is right, and some is wrong.',
  breaks: (faults: string, runs: number) =>
    `Checked in ${formatNumber(runs)} runs: it is not solved at the start, and it can be solved. The smallest break: ${faults}.`,
  found: (found: number, all: number) =>
    `Checked: it is not solved at the start; ${found} of the ${all} changes that were tried solve${found === 1 ? 's' : ''} it.`,
  holdsEverywhere: (seeds: number) =>
    `The solution holds wherever such a fault happens and with ${seeds} seeds. The learners’ solutions must do so, too.`,
  holds: (seeds: number) => `The solution holds with ${seeds} seeds. The learners’ solutions must do so, too.`,
  holdsNot: 'None of these changes holds with other seeds and faults, so learners are judged by this run alone.',
  link: 'Link to the exercise',
  code: 'Code for a page',
  save: 'Save as a file',
  open: 'Try it as learners will see it',
  tried: 'Close the preview',
  asLearners: 'The exercise as learners will see it',
  wrong: 'Not ready yet:',
  own: 'Your own',
  ownAbout: 'From a file or a link; made in the playground with “Make an exercise”.',
  load: 'Open an exercise',
  drop: 'Drop an exercise to open it',
  cannotOpen: 'This exercise cannot be opened:',
  embed: 'Link and embed',
  schema: 'The format is published as',
};
