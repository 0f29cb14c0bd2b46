// The users of a run's servers may do everything that a lock asks of a server, and nothing else.
import { expect, it } from 'vitest';
import { everyScript as scripts } from '../../../src/core/locks/everyScript';
import { eventsOf } from '../../../src/core/model/trace/traceReader';
import { lockCommands, makeLogin, makeUsers, newerCommands, usersInWords } from '../../../src/live/server/redis/rights';
import { knownRun } from '../../content/stories/knownRun';
import { storyVersions } from '../../content/stories/storyVersions';

const known: ReadonlySet<string> = new Set([...lockCommands, ...newerCommands]);
const digests = ['eval', 'evalsha'];

/** The command names in all requests of clients to nodes in all tellings. Scripts appear by their own names. */
function askedInStories(): ReadonlySet<string> {
  const asked = new Set<string>();
  for (const { scenario } of storyVersions) {
    const { trace } = knownRun(scenario);
    for (const { process, peer, text, leg } of eventsOf(trace, 'sent')) {
      const { role } = trace.header.processes[peer] ?? {};
      if (trace.header.processes[process]?.role !== 'client') continue;
      const [word = ''] = (trace.strings[text] ?? '').split(' ');
      if (leg === 0 && role === 'node' && /^[A-Z]+$/.test(word)) asked.add(word.toLowerCase());
    }
  }
  return asked;
}

it('every command that locks send or their scripts call is allowed', () => {
  const asked = askedInStories();
  expect(asked.size).toBeGreaterThan(8);
  expect([...asked].filter((name) => !known.has(name))).toEqual([]);
  const called = scripts.flatMap(({ lua }) =>
    [...lua.matchAll(/redis\.p?call\('(\w+)'/g)].map(([, name = '']) => name),
  );
  expect(called.length).toBeGreaterThan(10);
  expect(called.filter((name) => !known.has(name.toLowerCase()))).toEqual([]);
  const used = new Set([...asked, ...called.map((name) => name.toLowerCase()), ...digests]);
  expect(lockCommands.filter((name) => !used.has(name))).toEqual([]);
});

it('secrets differ for each server, and its configuration has only their digests', () => {
  const [one, other] = [makeUsers(), makeUsers()];
  const replica = makeLogin('replicaA1');
  const secrets = [one.own, one.clients, other.own, other.clients, replica].map(({ password }) => password);
  expect(new Set(secrets).size).toBe(5);
  const words = usersInWords(one, { replicas: [replica], sentinels: [] }, { isOlder: false }).join('\n');
  for (const secret of secrets) expect(words).not.toContain(secret);
  expect(words).toMatch(/^user default reset off$/m);
});
