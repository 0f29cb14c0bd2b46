/**
 * `play`: runs one story, scenario file or link and prints what happened, why, and the outcome as the last line.
 * Bad input: one message on stderr and exit 2. Wires; knows nothing of runs itself.
 */
import { runScenario } from '../explore/run';
import type { Language, Text } from '../model/text';
import { type Order, parseOrder, usage } from './arguments';
import { runAsJson, runAsText } from './report';
import { listStories } from './storyList';
import { loadTarget } from './target';

const exitBadInput = 2;

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

async function playTarget({ target, seed, isJson, language }: Order & { kind: 'play' }): Promise<void> {
  const loaded = await loadTarget(target);
  if (!loaded.ok) return refuse(loaded.problem, language);
  const { scenario, told } = loaded;
  const run = runScenario(seed === undefined ? scenario : { ...scenario, seed });
  say(isJson ? [runAsJson(run)] : runAsText(run, { language, told }));
}

function say(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

function refuse(problem: Text, language: Language): void {
  process.stderr.write(`${problem[language]}\n`);
  process.exitCode = exitBadInput;
}
