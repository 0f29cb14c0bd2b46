/** The words of the strip that tells of a run on real Redis, in English: loaded with it. */
export const live = {
  label: 'Real Redis',
  connecting: 'Connecting to the server …',
  missing: 'There is no Redis here.',
  build: 'Build one',
  building: 'Building Redis …',
  lines: 'What the build says',
  ready: 'Not run yet: what you see is simulated.',
  preview: 'Simulated, while you drag. Real Redis runs it when you say so.',
  queued: (place: number) => (place === 1 ? 'You are next in line.' : `Waiting in line: place ${place}.`),
  preparing: 'Starting servers and processes …',
  running: 'Running on real Redis',
  stopping: 'Stopping …',
  lost: 'The connection is lost.',
  kept: 'What has come stays.',
  refused: 'The server lets nobody in here. Is the address the one that it printed, with its token?',
  failed: 'It did not run:',
  live: (engine: string) => `Live · ${engine}`,
  simulated: 'Simulated',
  cutOff: 'cut off',
  stopped: 'stopped',
  stale: 'of an earlier scenario',
  file: (name: string) => `from ${name}`,
  uncertainty: (ms: string) => `± ${ms} ms`,
  uncertaintyHelp: 'How far the times of two processes may be off against each other.',
  redis: (version: string) => `Redis ${version}`,
  existing: 'your own servers',
  clock: {
    shim: 'clocks moved by a preload',
    'shifted-expiry': 'clock jumps as shifted expiry',
    none: 'clocks cannot be moved',
  },
  clockHelp: {
    shim: 'A library loaded before Redis answers its questions for the time; its monotonic clock stays true.',
    'shifted-expiry':
      'There is no C compiler here, so that a clock that jumps forwards is played by moving the expiry of every key.',
    none: 'Neither a C compiler nor a server of our own is here: faults of clocks cannot strike.',
  },
  emulated: (list: string) => `Stand-ins: ${list}`,
  /** As the header of a run has it, which is English. */
  standIn: (name: string): string => name,
  run: 'Run',
  runAgain: 'Run again',
  stop: 'Stop',
  connect: 'Connect again',
  compare: 'Beside the simulated run',
  ghost: 'Simulated run behind it',
  save: 'Save this run',
  open: 'Open a saved run',
  close: 'Close',
  back: 'Back to the simulation',
  broke: (broken: number, count: number) =>
    count === 1
      ? broken === 1
        ? 'The one run on real Redis broke.'
        : 'The one run on real Redis held.'
      : `Broke in ${broken} of the last ${count} runs on real Redis.`,
  noSeeds: 'Seeds belong to the simulation: real processes take turns as they please, so run it again.',
};
