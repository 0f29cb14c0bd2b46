// A bug of ours in the middle of one run ends that run with a message. The other runs and the backend go on.
import { execFile } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Became } from './brokenRuns';

const programFile = fileURLToPath(new URL('brokenRuns.ts', import.meta.url));
const blameFile = fileURLToPath(new URL('../../../../src/live/server/errorScope.ts', import.meta.url));
const run = promisify(execFile);

describe('a mistake of ours in the midst of a run', () => {
  it('ends that run with what went wrong; the one beside it and the next one end well, and nothing is left', async () => {
    const { stdout } = await run(process.execPath, ['--import', 'tsx', programFile]);
    const { broken, sound, left } = JSON.parse(stdout) as Became;
    expect(Object.keys(broken)).toHaveLength(5);
    // A run that waits for something that never comes is ended with another message.
    for (const [mistake, became] of Object.entries(broken))
      expect(became).toBe(`Unexpected error: planted: ${mistake}`);
    expect(sound).toHaveLength(6);
    // On a busy machine a run may reach the end of its time before its last message has come.
    for (const ended of sound) expect(['quiet', 'duration']).toContain(ended);
    expect(left).toBe(0);
  }, 300_000);
});

describe('a problem that nobody waits for', () => {
  const script = (act: string): readonly string[] => {
    const program = `
      import { answerable, scopedErrors, reportBlamed } from ${JSON.stringify(blameFile)};
      reportBlamed();
      const told = [];
      const tell = (name) => ({ message }) => told.push(name + ': ' + message);
      const fail = (message) => { throw new Error(message); };
      ${act}
      setTimeout(() => console.log(JSON.stringify(told)), 100);`;
    return ['--import', 'tsx', '--input-type=module', '-e', program];
  };

  it('goes to the context in which its work began', async () => {
    const { stdout } = await run(process.execPath, [
      ...script(`
        scopedErrors(tell('one'), () => setTimeout(() => fail('a timer'), 5));
        scopedErrors(tell('two'), () => void (async () => { await null; fail('a promise'); })());
        const callback = scopedErrors(tell('three'), () => answerable(() => { setTimeout(() => fail('later'), 5); fail('now'); }));
        setTimeout(callback, 20);`),
    ]);
    expect(JSON.parse(stdout)).toEqual(['two: a promise', 'one: a timer', 'three: now', 'three: later']);
  });

  it('ends the process as usual when it belongs to nobody', async () => {
    const ended = run(process.execPath, [...script(`setTimeout(() => fail('of nobody'), 5);`)]);
    await expect(ended).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('of nobody') });
  });
});
