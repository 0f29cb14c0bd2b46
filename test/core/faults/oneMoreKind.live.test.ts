// The same kind is injected into a real process, from its own code: with the parts that the workshop was given.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { processId, readEvents } from '../../../src/core/model/trace/traceReader';
import { type LiveRunner, openLiveRunner } from '../../../src/live/server/run/liveRunner';
import { twitching, withTwitch } from './twitch';

let liveRunner: LiveRunner;

beforeAll(async () => {
  const { REDIS_URLS: _, ...environment } = process.env;
  liveRunner = await openLiveRunner({ parts: withTwitch, environment });
});

afterAll(() => liveRunner.close());

test.each(['client1', 'nodeA'])('%s stands still twice', async (process) => {
  const parsed = parseScenario(twitching({ process }), withTwitch);
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message.en);
  const done = await liveRunner.run(parsed.scenario, {});
  if (!done.ok) throw new Error(done.problem.en);
  const { trace } = done;
  expect(trace.header.missed).toEqual({});
  const seen = [...readEvents(trace)].filter(({ kind }) => ['paused', 'resumed', 'faultStruck'].includes(kind));
  expect(seen.map((event) => `${event.kind} ${processId(trace, event.process)}`)).toEqual([
    ...[`faultStruck ${process}`, `paused ${process}`, `resumed ${process}`, `paused ${process}`, `resumed ${process}`],
  ]);
});
