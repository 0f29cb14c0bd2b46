/** The words that stand on the timeline, in English. Short: they share the room with what they name. */
import type { GoneCause, LossCause } from '../../model/trace';

const lost: Readonly<Record<LossCause, string>> = {
  dropped: 'lost',
  cut: 'link is cut',
  down: 'machine is down',
  gone: 'nobody there',
};

const gone: Readonly<Record<GoneCause, string>> = { deleted: 'deleted', expired: 'expired', lost: 'forgotten' };

export const timeline = {
  client: (n: string) => `Client ${n}`,
  node: (n: string) => `Redis ${n}`,
  replica: (n: string) => `Replica ${n}`,
  service: 'Lock service',
  storage: 'Storage',
  holds: (until: string) => `holds the lock, valid until ${until}`,
  holdsForEver: 'holds the lock, without an end',
  heldPast: (until: string) => `valid until ${until}, still acts on it`,
  heldPastShort: 'still acts on it',
  refused: (by: number, of: number) => `refused by ${by} of ${of}`,
  refusedShort: 'refused',
  paused: (length: string) => `stop-the-world pause · ${length}`,
  asleep: (length: string) => `machine asleep · ${length}`,
  crashed: 'crashed',
  powerLost: 'power lost',
  restartedEmpty: 'back, empty',
  restartedKept: (entries: number) => `back, ${entries} ${entries === 1 ? 'key' : 'keys'} kept`,
  restarted: 'back',
  expires: 'expires',
  gone: (cause: GoneCause) => gone[cause],
  deletedBy: (who: string) => `deleted by ${who}`,
  lost: (cause: LossCause) => lost[cause],
  late: 'past its timeout',
  cut: (link: string) => `cut: ${link}`,
  slow: (link: string, by: string) => `slower by ${by}: ${link}`,
  holders: (count: number, length: string) => `${count} holders · ${length}`,
  quorum: (need: number, of: number) => `quorum ${need} of ${of}`,
  read: (value: number) => `read ${value}`,
  wrote: (value: number) => `write ${value}`,
  overwrote: (value: number) => `write ${value} destroys`,
  token: (token: number) => `token ${token}`,
  tokenMax: (token: number) => `highest token ${token}`,
  promoted: (who: string) => `${who} is promoted`,
  writesLost: (count: number) => `${count} ${count === 1 ? 'write' : 'writes'} lost`,
  clockBy: (by: string) => `clock ${by}`,
  clockRate: (ppm: string) => `clock runs ${ppm}`,
  clockSlews: (by: string) => `clock slews by ${by}`,
  delayed: (by: string) => `delayed by ${by}`,
  differs: 'differs from here',
  density: (messages: number) => `${messages} messages: the darker, the more`,
} as const;
