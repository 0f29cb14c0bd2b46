/**
 * `play`: runs one story, scenario file or link and prints what happened, why, and the outcome as the last line.
 * Bad input: one message on stderr and exit 2; no run on real Redis: the reason and exit 1. Wires; knows nothing of runs itself.
 */
import { runScenario } from '../explore/run';
import type { Run } from '../model/run';
import type { Scenario } from '../model/scenario';
import type { Language, Text } from '../model/text';
import { type Order, parseOrder, usage } from './arguments';
import { runAsJson, runAsText } from './report';
import { listStories } from './storyList';
import { loadTarget } from './target';

const exitBadInput = 2;
/** There is no Redis, or the scenario cannot run on it. */
const exitNoRun = 1;

await play(process.argv.slice(2));

async function play(typed: readonly string[]): Promise<void> {
  // A reader that has seen enough, such as `head`, closes the pipe: that is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  const ordered = parseOrder(typed);
  if (!ordered.ok) return refuse(ordered.problem, ordered.language);
  const { order } = ordered;
  switch (order.kind) {
    case 'help':
      return say([usage[order.language]]);
    case 'list':
      return say(await listStories(order.language));
    case 'play':
      return playTarget(order);
  }
  return order satisfies never;
}

async function playTarget({ target, seed, isJson, isLive, language }: Order & { kind: 'play' }): Promise<void> {
  const loaded = await loadTarget(target);
  if (!loaded.ok) return refuse(loaded.problem, language);
  const { told } = loaded;
  const scenario = seed === undefined ? loaded.scenario : { ...loaded.scenario, seed };
  const run = isLive ? await playLive(scenario, language) : runScenario(scenario);
  if (run === null) return;
  say(isJson ? [runAsJson(run)] : runAsText(run, { language, told }));
}

/** null where it came to nothing, which has been said. */
async function playLive(scenario: Scenario, language: Language): Promise<Run | null> {
  // Whoever simulates loads no server.
  const { playOnRedis } = await import('./playOnRedis');
  const played = await playOnRedis(scenario);
  if (played.ok) return played.run;
  process.stderr.write(`${played.problem[language]}\n`);
  process.exitCode = exitNoRun;
  return null;
}

function say(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

function refuse(problem: Text, language: Language): void {
  process.stderr.write(`${problem[language]}\n`);
  process.exitCode = exitBadInput;
}
