// The value of a storage before anybody writes to it.
import { expect, test } from 'vitest';
import { firstValue, type ResourceEvent } from '../../../src/core/spans/resourceEvents';

const event = (kind: ResourceEvent['kind'], value: number, version: number): ResourceEvent =>
  ({ kind, value, version }) as ResourceEvent;

test.each<[string, readonly ResourceEvent[], number | null]>([
  ['is what the first client reads', [event('read', 7, 3), event('wrote', 8, 4)], 7],
  ['is 42 where a write comes first', [event('wrote', 43, 2), event('read', 43, 2)], 42],
  ['is 42 where nothing but a mark is left', [event('marked', -1, -1)], 42],
  ['is none where nothing is done', [], null],
  ['is none of an email that is sent', [event('wrote', 1, -1)], null],
  ['is none where a client asks whether the email was sent', [event('read', 0, -1)], null],
])('%s', (_name, events, value) => {
  expect(firstValue(events)).toBe(value);
});
