/** The tools `attack_code` and `attack_file`: what they take, and the answer of an attack as text and as data. */
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { injectableKinds } from '../../core/faults';
import type { Language } from '../../core/model/text';
import { visible } from '../../core/model/visible';
import { parseTrace } from '../../live/wire/traceJson';
import { ownParts } from '../../sandbox/attack/ownParts';
import { harms } from '../../search/explore/harm';
import { parseAttack } from '../attack/attackArguments';
import type { AskedAttack, Attacked, Attacks } from './attacks';
import { insideFolder } from './insideFolder';
import * as words from './mcpWords';
import { refusal } from './refusal';

export interface Serving {
  /** The server's folder, without links. */
  readonly folder: string;
  readonly attacks: Attacks;
}

const { parameters, tools } = words;

const asked = {
  nodes: z.int().min(1).max(9).optional().describe(parameters.nodes),
  ttl: z.int().min(1).max(3_600_000).optional().describe(parameters.ttl),
  faults: z
    .array(z.enum([...injectableKinds]))
    .min(1)
    .optional()
    .describe(parameters.faults),
  harm: z
    .enum(['any', ...harms])
    .optional()
    .describe(parameters.harm),
  max: z.int().min(1).max(3).optional().describe(parameters.max),
  budget: z.number().min(1).max(50).optional().describe(parameters.budget),
  lang: z.enum(['en', 'zh']).optional().describe(parameters.lang),
};

const askedOfCode = z.object({ code: z.string().describe(parameters.code), ...asked });
const askedOfFile = z.object({ path: z.string().min(1).max(4096).describe(parameters.path), ...asked });
type Options = Omit<z.infer<typeof askedOfCode>, 'code'>;

const answer = z.object({
  verdict: z.enum(['broken', 'nothing found', 'stopped']),
  runs: z.number().nullable(),
  kinds: z.array(z.string()),
  breaks: z.array(
    z.object({ run: z.string(), faults: z.array(z.object({ kind: z.string(), process: z.string().nullable() })) }),
  ),
});

/** A person would skip the rest, and a model pays for it. */
const linesMost = 60;

/** More is never a lock, and the sandbox has little memory. */
const codeLengthMost = 500_000;

const usualBudget = 20;

export function addAttackTools(server: McpServer, { folder, attacks }: Serving): void {
  server.registerTool(
    'attack_code',
    {
      ...tools.attack_code,
      inputSchema: askedOfCode,
      outputSchema: answer,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ code, ...options }, context) => {
      if (code.length > codeLengthMost) return refusal(words.tooMuchCode(codeLengthMost)[options.lang ?? 'en']);
      return attacked(attacks, { file: 'lock.ts', from: { code } }, options, context);
    },
  );
  server.registerTool(
    'attack_file',
    {
      ...tools.attack_file,
      inputSchema: askedOfFile,
      outputSchema: answer,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    },
    async ({ path, ...options }, context) => {
      const inside = await insideFolder(folder, path);
      if (!inside.ok) return refusal(inside.problem[options.lang ?? 'en']);
      return attacked(attacks, { file: path, from: { path: inside.path } }, options, context);
    },
  );
}

async function attacked(
  attacks: Attacks,
  { file, from }: { readonly file: string; readonly from: AskedAttack['from'] },
  { nodes, ttl, faults = [], harm, max = 1, budget = usualBudget, lang = 'en' }: Options,
  { mcpReq }: ServerContext,
): Promise<CallToolResult> {
  const kinds = faults.length === 0 ? [] : ['--faults', faults.join()];
  const harmAsked = harm === undefined || harm === 'any' ? [] : ['--harm', harm];
  // The name stands behind the options, since it may begin with a dash.
  const parsed = parseAttack(['--max', String(max), '--lang', lang, ...kinds, ...harmAsked, '--', file]);
  if (!parsed.ok) return refusal(parsed.problem[lang]);
  if (parsed.command.kind === 'help') throw new Error('Nobody asked for help.');
  const { command } = parsed;
  const token = mcpReq._meta?.progressToken;
  let progress = 0;
  const found = await attacks.attack({
    command,
    from,
    settings: { ...(nodes !== undefined && { nodes }), ...(ttl !== undefined && { ttl }) },
    budgetMs: budget * 1000,
    signal: mcpReq.signal,
    progress: (text) => {
      if (token === undefined) return;
      const params = { progressToken: token, progress: ++progress, message: visible(text) };
      void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    },
  });
  return inWords(found, attacks, command.kinds, lang);
}

function inWords(
  { verdict, lines, runs: addresses }: Attacked,
  attacks: Attacks,
  kinds: readonly string[],
  lang: Language,
): CallToolResult {
  const said = lines.map(visible);
  if (verdict === 'refused') return refusal(said.join('\n').trim());
  const count = /\bin (\d+) runs/.exec(said.at(-1) ?? '') ?? /\bin (\d+) runs/.exec(said.join('\n'));
  const runs = count === null ? null : Number(count[1]);
  const breaks = addresses.flatMap((run) => {
    const parsed = parseTrace(attacks.run(run) ?? '', ownParts);
    if (!parsed.ok) return [];
    const faults = Object.values(parsed.trace.header.scenario.faults).map((fault) => ({
      kind: fault.kind,
      process: 'process' in fault ? String(fault.process) : null,
    }));
    return [{ run, faults }];
  });
  const least = breaks.length === 0 ? null : Math.min(...breaks.map(({ faults }) => faults.length));
  const headline = {
    broken: least === null ? words.brokenUnsized : words.broken(least, runs),
    'nothing found': words.nothingFound(runs ?? 0),
    stopped: words.stopped,
  }[verdict][lang];
  const [first] = breaks;
  const last = first === undefined ? [] : [words.opens(first.run)[lang]];
  const text = [headline, '', ...shortened(said, linesMost - 2 - last.length, lang), ...last].join('\n');
  return {
    content: [{ type: 'text', text }],
    structuredContent: { verdict, runs, kinds: [...kinds], breaks },
  };
}

function shortened(lines: readonly string[], most: number, lang: Language): readonly string[] {
  if (lines.length <= most) return lines;
  return [
    ...lines.slice(0, most - 2),
    words.leftOut(lines.length - most + 1)[lang],
    lines.findLast((line) => line !== '') ?? '',
  ];
}
