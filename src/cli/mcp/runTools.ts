/** The tools `explain_run` and `open_run`: the account of a run, whatever names it. */
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { findStory, resolveStory } from '../../content/stories/storyList';
import { judge } from '../../core/judge/judge';
import { decodeLink } from '../../core/model/links/link';
import { parseScenarioText } from '../../core/model/scenario/parse/parseScenario';
import type { Run } from '../../core/model/trace/run';
import type { ToolResultRun } from '../../core/model/trace/toolResultRun';
import type { Language, Text } from '../../core/model/values/text';
import { parts } from '../../core/run/parts';
import { runScenario } from '../../core/run/runScenario';
import { encodeTrace, fileLengthMax, parseTrace } from '../../live/wire/traceJson';
import { ownParts } from '../../sandbox/attack/ownParts';
import { answersAsText, answersOf } from '../../search/late/answers';
import { defaultBudget } from '../../search/late/remedies';
import { readFile } from '../readFile';
import { happenedAsText, lastLines } from '../report';
import * as usual from '../words';
import { oneLine, quotedName } from './answer';
import type { Serving } from './attackTools';
import { opensInChat, shownInChat } from './inChat';
import * as words from './mcpWords';
import { refusal } from './refusal';
import { resolveInFolder } from './resolveInFolder';

const { parameters, tools } = words;

const runInput = z.strictObject({
  // A story may be named by its number, which some clients send as a number.
  run: z.union([z.string().min(1).max(300_000), z.int().nonnegative()]).describe(parameters.run),
  lang: z.enum(['en', 'zh']).optional().describe(parameters.lang),
});

const account = z.object({ lock: z.string(), data: z.string(), outcome: z.string(), recorded: z.boolean() });

type Story = Extract<Awaited<ReturnType<typeof findStory>>, { readonly kind: 'found' }>['story'];

type Named =
  | { readonly ok: true; readonly run: Run; readonly isRecorded: boolean; readonly story: Story | null }
  | { readonly ok: false; readonly problem: Text };

/** About a tenth of the command line's limit, since other calls wait. */
const asking = { ...defaultBudget, eventsMax: 20_000, seeds: [] };

export function addRunTools(server: McpServer, serving: Serving): void {
  const annotations = { readOnlyHint: true, openWorldHint: false };
  server.registerTool(
    'explain_run',
    { ...tools.explain_run, inputSchema: runInput, outputSchema: account, annotations },
    async ({ run, lang = 'en' }) => explained(await named(String(run), serving), lang, true),
  );
  server.registerTool(
    'open_run',
    { ...tools.open_run, inputSchema: runInput, outputSchema: account, annotations, _meta: opensInChat },
    async ({ run, lang = 'en' }) => {
      const namedRun = await named(String(run), serving);
      return { ...explained(namedRun, lang, false), ...(namedRun.ok && { _meta: shownInChat(shownOf(namedRun)) }) };
    },
  );
}

function explained(namedRun: Named, language: Language, hasAnswers: boolean): CallToolResult {
  if (!namedRun.ok) return refusal(namedRun.problem[language]);
  const { run, isRecorded, story } = namedRun;
  const { scenario } = run;
  // A recorded run cannot be rerun with a change without its code.
  const answers = hasAnswers && !isRecorded ? answersOf(run, parts, asking) : null;
  const lines = [
    ...happenedAsText(run, { language, story }),
    ...answersAsText(answers, { scenario, language, parts, names: story?.story.names }),
    ...(story === null ? [] : ['', words.plays(story.story.number)[language], `redlock://story/${story.story.id}`]),
    ...lastLines(run),
  ];
  const { lock, data, outcome } = run.verdict;
  return {
    content: [{ type: 'text', text: lines.map(oneLine).join('\n') }],
    structuredContent: { lock, data, outcome, recorded: isRecorded },
  };
}

function shownOf({ run, isRecorded, story }: Extract<Named, { readonly ok: true }>): ToolResultRun {
  if (isRecorded) return { kind: 'recorded', text: encodeTrace(run.trace) };
  if (story === null) return { kind: 'scenario', scenario: run.scenario };
  return { kind: 'story', story: story.story, variant: story.variantId ?? null };
}

async function named(target: string, { attacks, folder }: Serving): Promise<Named> {
  if (target.startsWith('redlock://story/')) return named(target.slice('redlock://story/'.length), { attacks, folder });
  if (target.startsWith('redlock://')) {
    const savedRun = attacks.run(target);
    return savedRun === undefined ? { ok: false, problem: words.noRun(quotedName(target)) } : recorded(savedRun);
  }
  if (target.length < 200) {
    const story = await findStory(target);
    if (story.kind === 'found')
      return { ok: true, run: runScenario(story.story.scenario, parts), isRecorded: false, story: story.story };
    if (story.kind === 'no such variant')
      return { ok: false, problem: usual.noVariant(quotedName(target), story.names) };
  }
  if (/#|^https?:|^(?:c=)?v\d+\./.test(target)) {
    const decoded = await decodeLink(target, { parts, resolveStory });
    return decoded.ok ? simulated(decoded.scenario) : decoded;
  }
  const inside = await resolveInFolder(folder, target, fileLengthMax);
  if (!inside.ok) return inside;
  const fileText = await readFile(inside.path, {
    typedName: quotedName(target),
    bytesMax: fileLengthMax,
    tooLong: () => words.tooBig(quotedName(target), fileLengthMax),
  });
  if (!fileText.ok) return fileText;
  const run = recorded(fileText.text);
  if (run.ok) return run;
  const parsed = parseScenarioText(fileText.text, parts);
  return parsed.ok ? simulated(parsed.scenario) : run;
}

const simulated = (scenario: Run['scenario']): Named => ({
  ok: true,
  run: runScenario(scenario, parts),
  isRecorded: false,
  story: null,
});

function recorded(text: string): Named {
  const parsed = parseTrace(text, ownParts);
  if (!parsed.ok) return parsed;
  const { trace } = parsed;
  const run = { scenario: trace.header.scenario, trace, verdict: judge(trace, ownParts) };
  return { ok: true, run, isRecorded: true, story: null };
}
