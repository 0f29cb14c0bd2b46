/**
 * `play` runs one story, scenario file or link, and prints what happened, why, both facts, and the outcome as the last
 * line. Bad input: one message on stderr and exit code 2. No run on real Redis: the reason and exit code 1. It only
 * connects the parts, and knows nothing of runs or of the process around it.
 */

import { listStories } from '../content/stories/storyList';
import { judge } from '../core/judge/judge';
import type { Scenario } from '../core/model/scenario/scenario';
import type { Run } from '../core/model/trace/run';
import type { Language, Text } from '../core/model/values/text';
import { visible } from '../core/model/values/visible';
import { parts } from '../core/run/parts';
import { runScenario } from '../core/run/runScenario';
import { type Answers, answersAsJson, answersAsText, answersOf } from '../search/late/answers';
import { defaultBudget } from '../search/late/remedies';
import { type Command, parseCommand } from './arguments';
import { withLock } from './changed';
import { readFile, resolvedPath } from './readFile';
import { happenedAsText, lastLines, runAsJson, whyNoRun } from './report';
import { loadTarget } from './target';
import { unreadable, usage } from './words';

const exitBadInput = 2;
/** There is no Redis, or the scenario cannot run on it. */
const exitNoRun = 1;

/** The output streams and the environment of the program. */
export interface CommandContext {
  readonly out: (text: string) => void;
  readonly errors: (text: string) => void;
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  /** The words that call this command. */
  readonly called: string;
}

/** @returns the exit code. */
export async function play(typed: readonly string[], context: CommandContext): Promise<number> {
  const parsed = parseCommand(typed);
  if (!parsed.ok) return refuse(context, parsed.problem, parsed.language);
  const { command } = parsed;
  switch (command.kind) {
    case 'help':
      return say(context.out, [usage(context.called)[command.language]]);
    case 'list':
      return say(context.out, await listStories(command.language));
    case 'play':
      return playTarget(command, context);
  }
  return command satisfies never;
}

async function playTarget(command: Command & { kind: 'play' }, context: CommandContext): Promise<number> {
  const { target, lock, seed, isJson, isLive, language } = command;
  const loadedTarget = await loadTarget(target);
  const recorded = loadedTarget.ok || isLive || lock !== undefined ? null : await recordedRun(target);
  if (recorded !== null) {
    const lines = [...happenedAsText(recorded, { language, story: null }), ...lastLines(recorded)];
    return say(context.out, isJson ? [runAsJson(recorded)] : lines);
  }
  const loaded = loadedTarget.ok && lock !== undefined ? withLock(loadedTarget.scenario, lock) : loadedTarget;
  if (!loaded.ok) return refuse(context, loaded.problem, language);
  const { story } = loaded;
  const scenario = seed === undefined ? loaded.scenario : { ...loaded.scenario, seed };
  const run = isLive ? await playLive(scenario, context, language) : runScenario(scenario, parts);
  if (run === null) return exitNoRun;
  // For a run that is not simulated, the questions are about the simulated run of its scenario.
  const simulatedRun = isLive ? runScenario(scenario, parts) : run;
  const answers = (): Answers | null => answersOf(simulatedRun, parts, defaultBudget);
  if (isJson) {
    const from = isLive ? { isLateFromScenario: true } : {};
    return say(context.out, [runAsJson(run, { late: answersAsJson(answers()), ...from })]);
  }
  say(context.out, happenedAsText(run, { language, story }));
  // These take some seconds, and the verdict is already printed.
  const lines = answersAsText(answers(), { scenario, language, parts, names: story?.story.names, isReal: isLive });
  return say(context.out, [...(lines.length > 0 ? ['', ...lines] : []), ...lastLines(run)]);
}

/** The run in a file, with its events as they were. Null: the file holds no run. */
async function recordedRun(target: string | null): Promise<Run | null> {
  if (target === null || !target.endsWith('.json')) return null;
  const { fileLengthMax, parseTrace } = await import('../live/wire/traceJson');
  const { ownParts } = await import('../sandbox/attack/ownParts');
  const tooLong = (): Text => unreadable(target, 'EFBIG');
  const fileText = await readFile(resolvedPath(target), { typedName: target, bytesMax: fileLengthMax, tooLong });
  const parsed = fileText.ok ? parseTrace(fileText.text, ownParts) : fileText;
  if (!parsed.ok) return null;
  const { trace } = parsed;
  return { scenario: trace.header.scenario, trace, verdict: judge(trace, ownParts) };
}

/** null if the run failed; then the reason was printed. */
async function playLive(scenario: Scenario, context: CommandContext, language: Language): Promise<Run | null> {
  // A simulated run must not load the server.
  const { playOnRedis } = await import('./playOnRedis');
  const played = await playOnRedis(scenario, { environment: context.environment });
  if (played.ok) return played.run;
  say(context.errors, whyNoRun(played, language));
  return null;
}

/**
 * Prints texts of a file, a link or a server with visible control characters, so that they cannot control the
 * terminal.
 */
function say(write: (text: string) => void, lines: readonly string[]): number {
  write(`${visible(lines.join('\n'))}\n`);
  return 0;
}

function refuse({ errors }: CommandContext, problem: Text, language: Language): number {
  say(errors, [problem[language]]);
  return exitBadInput;
}
