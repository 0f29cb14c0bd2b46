// An account tells causes first: no line names what a request did, or its reply, before the request was sent.
import { describe, expect, test } from 'vitest';
import { processIndex, type Trace } from '../../../src/core/model/trace';
import { eventsOf } from '../../../src/core/model/traceReader';
import { narrate } from '../../../src/core/narrate/narrate';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { knownRun } from '../../content/stories/knownRun';
import { storyVersions } from '../../content/stories/storyVersions';

const done = /reads? the reply|repl(?:y|ies) from|deletes|accept|reject|is remembered|turns? |puts its mark|reads \d/;
const several = /\b(?:(storage) )?([A-Z](?:, [A-Z])*) and ([A-Z])\b/i;

interface Line {
  readonly seq: number;
  readonly text: string;
}

/** The client and the servers of a line about several servers; null for any other line. */
function sidesOf(trace: Trace, { text }: Line) {
  const [, storage, list = '', last = ''] = several.exec(text) ?? [];
  const [, number = ''] = /client (\d)/i.exec(text) ?? [];
  if (last === '' || number === '' || !done.test(text)) return null;
  const servers = [...list.split(', '), last].map((letter) =>
    storage === undefined ? `node${letter}` : `storage${letter}`,
  );
  return {
    client: processIndex(trace, `client${Number(number)}`),
    servers: servers.map((id) => processIndex(trace, id as 'nodeA')),
  };
}

/** Servers that a line names and that had no request of the client to answer when the line's first event happened. */
function tooEarly(trace: Trace, line: Line): readonly number[] {
  const { client, servers } = sidesOf(trace, line) ?? { client: -1, servers: [] };
  return servers.filter((server) => {
    const calls = (kind: 'sent' | 'received') =>
      eventsOf(trace, kind).filter(({ seq, process, peer }) => seq < line.seq && process === client && peer === server);
    const answered = new Set(calls('received').map(({ message }) => message - 1));
    return !calls('sent').some(({ message }) => message % 2 === 0 && !answered.has(message));
  });
}

describe.each(storyVersions.map(({ name, scenario }) => [name, scenario] as const))('story %s', (_, scenario) => {
  test('names no reply before its request', () => {
    const { trace } = knownRun(scenario);
    const lines = narrate(trace, speechOf.en);
    expect(lines.filter((line) => tooEarly(trace, line).length > 0).map(({ text }) => text)).toEqual([]);
  });
});
