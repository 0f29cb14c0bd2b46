/** The words of “Which lock do I need?”, in English. */
export const which = {
  title: 'Which lock do I need?',
  lead: 'Four questions, any of which may stay open. The answer comes from the table.',
  own: 'You have a lock already? Attack your own.',
  questions: {
    harm: 'What does a lost lock cost?',
    check: 'What can the resource check?',
    runs: 'What runs already?',
    work: 'How long is the work?',
    waits: 'How long may others wait when something fails?',
  },
  /** Below a question. */
  hints: { check: 'In SQL a version is “UPDATE … WHERE version = 7”.' },
  open: 'not sure',
  answers: {
    harm: {
      work: 'some work done twice',
      servers: 'data, so no dead server may cause it',
      never: 'data, so nothing may cause it',
      outside: 'something outside done twice, such as a charge',
    },
    check: { nothing: 'nothing', token: 'a fencing token', version: 'a version', unique: 'a unique key' },
    runs: {
      redis: 'one Redis',
      'several-redis': 'several',
      zookeeper: 'ZooKeeper',
      etcd: 'etcd',
      consul: 'Consul',
      sql: 'Postgres, SQL',
      anything: 'nothing yet',
    },
    work: { second: 'a second', seconds: 'ten seconds', minutes: 'minutes' },
    waits: { repair: 'until somebody repairs it', lease: 'until a lease ends', nobody: 'hardly at all' },
  },
  left: (n: number, all: number) => (n === 1 ? `1 of ${all} rows is left` : `${n} of ${all} rows are left`),
  none: 'No row is left.',
  see: (n: number) => (n === 1 ? 'See the lock that is left' : `See the ${n} locks that are left`),
  seeNone: 'See why no lock is left',
  noneWith: {
    nothing:
      'With no check at the resource, every lock loses data if something stops for long enough. Let the resource compare a number, or accept that.',
    token:
      'A fencing token refuses a late write only once the next holder has written. Before that, the late write gets in, and the next holder overwrites it with a value based on what it read earlier. A version check refuses that.',
  },
  gone: (n: number) => (n === 1 ? '1 row is ruled out' : `${n} rows are ruled out`),
  cell: ({ kind, outcome, check }: Readonly<Record<'kind' | 'outcome' | 'check', string>>) =>
    `${kind}: ${outcome} (${check})`,
  noToken: 'It has no fencing token.',
  service: {
    none: 'It is not a lock.',
    redis: 'It runs on Redis.',
    several: 'It needs several Redis nodes.',
    zookeeper: 'It runs on ZooKeeper.',
    chubby: 'It runs on Chubby.',
    sql: 'It runs on an SQL database.',
    etcd: 'It runs on etcd.',
    consul: 'It runs on Consul.',
  },
  tooLong: (outcome: string) => `With its usual lease, such long work goes wrong even without a fault: ${outcome}.`,
  link: 'Copy address of the answer',
  copied: 'Copied',
  reset: 'Start over',
  loading: 'Loading the other tables …',
  failed: 'The other tables could not be loaded.',
};
