/** The words of the table “What breaks what”, in English. */
import type { FaultKind } from '../../model/fault';
import { formatMs, formatNumber } from '../../model/format';

const kinds: Readonly<Record<FaultKind, string>> = {
  pause: 'Client pause',
  crash: 'Crash',
  suspend: 'Machine suspended',
  'power-loss': 'Power loss',
  restart: 'Node restart',
  failover: 'Failover',
  'no-leader': 'No leader',
  'key-vanishes': 'Key vanishes',
  lose: 'Lost message',
  delay: 'Late message',
  cut: 'Cut link',
  slow: 'Slow link',
  'clock-jump': 'Clock jump',
  'clock-drift': 'Clock drift',
  'clock-slew': 'Clock slew',
};

/** By the id of a check. */
const checkNames: Readonly<Record<string, string>> = {
  'no-check': 'none',
  fencing: 'fencing token',
  'two-step': 'token, then write',
  'unique-token': 'unique token',
  'marked-owner': 'marked owner only',
  version: 'version',
  'check-sequencer': 'CheckSequencer',
  'newest-sequencer': 'newest sequencer seen',
  chunks: 'none, several chunks',
  replicas: 'marked replicas',
  'lagging-replica': 'a replica that lags',
  mail: 'none, an email',
  'same-database': 'a row of the same database',
};

const times = (margin: number): string => (margin < 10 ? margin.toFixed(1) : String(Math.round(margin)));

/** Each in words. `from`: how long the fault lasts at least; null where that is no question. */
interface SaidOfCell extends Readonly<Record<'row' | 'kind' | 'outcome', string>> {
  readonly from: string | null;
}

export const matrix = {
  name: 'Redlock Playground: what breaks what',
  title: 'What breaks what',
  lead: 'Each cell shows the worst that one fault of a kind can do to a lock, wherever it happens. Select a cell to watch the smallest run that does it.',
  playground: 'Playground',
  exercises: 'Exercises',
  check: 'Storage-side check',
  checks: checkNames,
  leases: 'Leases',
  leaseOf: { own: 'As they come', same: 'All with 10 s' },
  table: 'Locks and libraries by kinds of faults',
  lock: 'Lock or library',
  loading: 'Loading the table …',
  failed: 'The table could not be loaded.',
  again: 'Try again',
  kinds,
  groups: {
    redis: 'One Redis',
    redlock: 'Several Redis nodes',
    other: 'Not Redis',
    none: 'No lock',
  },
  /** In a cell. */
  outcomes: {
    lost: 'lost',
    torn: 'torn',
    twice: 'twice',
    stuck: 'stuck',
    overlap: 'two inside',
    'late-refused': 'refused',
    unavailable: 'unavailable',
    unknown: 'undecided',
    held: 'held',
  },
  /** In a sentence. */
  outcomesTold: {
    lost: 'an update is lost',
    torn: 'an object is left half-written',
    twice: 'something is done twice',
    stuck: 'the lock is stuck forever',
    overlap: 'two clients are inside at once',
    'late-refused': 'a late write is refused',
    unavailable: 'nobody gets through for a while',
    unknown: 'a run could not be decided',
    held: 'the lock holds',
  },
  blank: {
    short: 'not here',
  },
  margin: (margin: number) => `${times(margin)} × lease`,
  least: (length: string) => `from ${length}`,
  cell: ({ row, kind, outcome, from }: SaidOfCell) => `${row}, ${kind}: ${outcome}${from === null ? '' : `, ${from}`}`,
  fromMargin: (margin: number, ms: number) => `from ${formatMs(ms)} on, which is ${times(margin)} times the lease`,
  fromLength: (ms: number) => `from ${formatMs(ms)} on`,
  confirmed: 'confirmed on real Redis',
  confirmedHelp: 'A test does the same on real Redis servers with real processes, and gets the same outcome.',
  legend: 'Signs',
  lessons: 'What it teaches',
  panel: 'Selected',
  close: 'Close',
  tried: (runs: number) =>
    runs === 1 ? 'One run was tried.' : `${formatNumber(runs)} runs were tried, one fault in each.`,
  held: (runs: number) =>
    `The lock held in all ${formatNumber(runs)} runs. That is no proof: it is what was tried.`,
  smallest: 'The smallest run that does it',
  calm: 'The run without a fault',
  opening: 'Opening the run …',
  openFailed: 'The run could not be opened.',
  open: 'Open in the playground',
  copy: 'Copy address',
  copied: 'Copied',
  embed: 'Embed',
  code: 'Code for your page',
  compareWith: 'Compare with',
  nobody: 'nothing',
  wholeRow: (row: string) => `All cells of ${row}`,
  address: 'Address',
  sentence: (outcome: string, from: string | null) =>
    `${outcome.charAt(0).toUpperCase()}${outcome.slice(1)}${from === null ? '' : `, ${from}`}${outcome.endsWith('.') ? '' : '.'}`,
  differs: 'differs',
  differences: (n: number) => (n === 0 ? 'No cell differs.' : n === 1 ? 'One cell differs.' : `${n} cells differ.`),
  shownRun: 'Run of',
  row: {
    specified: 'As its authors or a recipe specify it.',
    library: (version: string, lock: string) => `As it comes, version ${version}. It implements ${lock}.`,
    wire: (date: string) => `Its commands were compared with those of the library itself on ${date}.`,
    source: (date: string, commit: string) => `Its source was read on ${date}, at commit ${commit}.`,
    repository: 'Repository',
    computed: (date: string) => `Computed on ${date}.`,
    wrong: 'This is wrong',
    wrongHelp: 'Say what the library does instead, and where its source or documentation says so.',
    report: 'Your report',
    send: 'Open as an issue',
    reportTitle: (row: string) => `What breaks what: ${row}`,
    reportText: ({ row, read, link, version }: Readonly<Record<'row' | 'read' | 'link' | 'version', string>>) =>
      [
        `Row: ${row}`,
        ...(read === '' ? [] : [`Read from: ${read}`]),
        `Address: ${link}`,
        `Playground: ${version}`,
        '',
        'What it does instead:',
        '',
        'Where its source or documentation says so:',
      ].join('\n'),
  },
  change: {
    title: 'Other settings',
    lead: 'Change the settings of this row, and its cells are computed in your browser.',
    start: 'Compute',
    stop: 'Stop',
    reset: 'Reset',
    column: 'With your settings',
    progress: (done: number, all: number) => `${done} of ${all} cells`,
    done: (seconds: string) => `Computed in ${seconds} s.`,
    failed: (problem: string) => `It could not be computed: ${problem}`,
    more: 'More settings',
    waiting: 'waiting',
  },
};
