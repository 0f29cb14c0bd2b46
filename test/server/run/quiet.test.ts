// A run is at rest when no message is under way, none waits to be served, and no key is left that will expire.
import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../../src/server/liveEvent';
import { Quiet } from '../../../src/server/run/quiet';

const ms = 1_000_000;
const request = 'client1/0.1/1';

const told = (...events: readonly (readonly [LiveEvent['kind'], LiveEvent['process'], object])[]): Quiet => {
  const quiet = new Quiet();
  for (const [place, [kind, process, columns]] of events.entries())
    quiet.see({ stampNanos: place * ms, process, kind, columns } as LiveEvent);
  return quiet;
};

const sent = ['sent', 'client1', { peer: 'storage', message: request, text: 'WRITE 43 1', leg: 0 }] as const;
const arrived = ['arrived', 'storage', { peer: 'client1', message: request }] as const;
const served = ['received', 'storage', { peer: 'client1', message: request, ok: 1 }] as const;
const answer = ['sent', 'storage', { peer: 'client1', message: `${request}!`, text: '2', leg: 1 }] as const;
const heard = ['arrived', 'client1', { peer: 'storage', message: `${request}!` }] as const;

describe('a live run', () => {
  it.each([
    ['while a message is under way', [sent], false],
    ['while what has arrived is not served yet', [sent, arrived], false],
    ['while the answer is under way', [sent, arrived, served, answer], false],
    ['when the answer is there', [sent, arrived, served, answer, heard], true],
    ['when it is heard last that what was served had been sent', [arrived, served, sent], true],
  ] as const)('is at rest or not %s', (_, events, isQuiet) => {
    expect(told(...events).isQuiet(10 * ms)).toBe(isQuiet);
  });

  it('does not wait for ever for who waits inside a server', () => {
    expect(told(sent, arrived).isQuiet(2000 * ms)).toBe(true);
  });
});
