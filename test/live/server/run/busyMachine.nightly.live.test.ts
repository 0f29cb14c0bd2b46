// When the machine becomes busy in the middle of a run, the run tells the truth or says that it cannot know. The test
// runs at night, because no other test could run beside it.
import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judge } from '../../../../src/core/judge/judge';
import { parts } from '../../../../src/core/run/parts';
import { type LiveRunner, openLiveRunner } from '../../../../src/live/server/run/liveRunner';
import { storyVersions } from '../../../content/stories/storyVersions';

const { REDIS_URLS: _, DATABASE_URL: __, ...environment } = process.env;
const loopCount = 16;
const runCount = 14;

let liveRunner: LiveRunner;
beforeAll(async () => {
  liveRunner = await openLiveRunner({ parts, environment });
});
afterAll(() => liveRunner.close());

it.each(['18', '20', '24'])(
  'story %s has its promised outcome, or an unknown one',
  async (name) => {
    const version = storyVersions.find((one) => one.name === name);
    if (version === undefined) throw new Error(`There is no story ${name}.`);
    const came: string[] = [];
    for (let i = 0; i < runCount; i++) {
      const loops: ChildProcess[] = [];
      const outcome = await liveRunner.run(version.scenario, {
        onReport: ({ type }) => {
          if (type !== 'began') return;
          for (let nth = 0; nth < loopCount; nth++)
            loops.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
        },
      });
      for (const loop of loops) loop.kill('SIGKILL');
      if (!outcome.ok) throw new Error(outcome.problem.en);
      const verdict = judge(outcome.trace, parts);
      came.push(verdict.unknownBecause === 'late' ? 'late' : verdict.outcome);
    }
    expect(new Set(came.filter((one) => one !== 'late'))).toEqual(
      new Set(came.includes(version.outcome) ? [version.outcome] : []),
    );
  },
  1_200_000,
);
