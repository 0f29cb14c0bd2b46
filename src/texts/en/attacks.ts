/** The twelve attacks on a lock, in English: what each is called, what happens in it, and what came of it. */

export const attackWords = {
  title: 'Twelve attacks',
  each: {
    'pause-each-step': {
      name: 'A pause at each step',
      about: 'A client runs no code for longer than the lease, once before each of its steps.',
    },
    sleep: {
      name: 'A sleeping machine',
      about:
        'A client’s virtual machine is stopped and migrated. All its clocks stop with it, so it sees no time pass.',
    },
    'lost-replies': {
      name: 'Each reply is lost',
      about: 'A server does what a client asks, and its reply never arrives. Each reply is lost once.',
    },
    'late-requests': {
      name: 'Each request is late',
      about: 'A request arrives when its client no longer waits, or when the lease is over. Each request is late once.',
    },
    'client-clock': {
      name: 'A client’s clock jumps',
      about: 'The wall clock of a client is set forward or back by more than the lease.',
    },
    'node-clock': {
      name: 'A node’s clock jumps',
      about: 'The wall clock of a node is set forward, so its keys expire early.',
    },
    'crash-with-keys': {
      name: 'A node crashes and keeps its keys',
      about: 'A node is killed and comes back with everything it had written: each write is fsynced.',
    },
    'crash-without-keys': {
      name: 'A node crashes and forgets its keys',
      about: 'A node is killed and comes back empty: nothing is written to disk.',
    },
    failover: {
      name: 'Failover to a replica',
      about: 'A replica takes the place of its master. It may not have the newest keys yet.',
    },
    cut: {
      name: 'A link is cut',
      about: 'Nothing gets through between two sides until the lease is over. Nobody is told.',
    },
    'slow-network': {
      name: 'A slow network',
      about: 'All messages between a client and its servers take longer than the lease for a while.',
    },
    'holder-dies': {
      name: 'The holder dies',
      about: 'A client that has the lock, or is just getting it, crashes and never comes back.',
    },
  },
  fates: {
    broken: { name: 'broken', about: 'An update was lost, the lock was stuck, or two clients were inside.' },
    amber: {
      name: 'two inside, nothing lost',
      about: 'Two clients were inside or a write came late, and no update was lost.',
    },
    unavailable: { name: 'unavailable', about: 'Nobody got through for longer than the patience. No data was harmed.' },
    undecided: { name: 'undecided', about: 'A run was cut off before it could be judged.' },
    held: { name: 'held', about: 'The lock held in every run of this attack.' },
    'not-applicable': { name: 'does not apply', about: 'This lock has nothing that the attack could hit.' },
  },
  brokenCalm: 'It breaks without any fault.',
  bareQuorum: 'Meanwhile the holder has just a majority of the nodes: the others cannot be reached.',
};
