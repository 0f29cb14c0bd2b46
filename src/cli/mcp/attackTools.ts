/** The tools `attack_code` and `attack_file`: what they take, and the answer of an attack as text and as data. */
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { injectableKinds } from '../../core/faults';
import { harms } from '../../core/model/trace/severity';
import { visibleToAll } from '../../core/model/values/visible';
import { standInsOf } from '../../sandbox/own/standInWords';
import { parseAttack } from '../attack/attackArguments';
import { noEffect } from '../attack/ci/ciWords';
import { answerOf, cutAnswer, quoted, quotedName } from './answer';
import { type AskedAttack, type Attacks, waitingMost } from './attacks';
import { opensInChat, shownInChat } from './inChat';
import * as words from './mcpWords';
import { refusal } from './refusal';
import { resolveInFolder } from './resolveInFolder';

export interface Serving {
  /** The server's folder, without links. */
  readonly folder: string;
  readonly attacks: Attacks;
}

const { parameters, tools } = words;

const attackFields = {
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

const askedOfCode = z.strictObject({ code: z.string().describe(parameters.code), ...attackFields });
const askedOfFile = z.strictObject({ path: z.string().min(1).max(4096).describe(parameters.path), ...attackFields });
type Options = Omit<z.infer<typeof askedOfCode>, 'code'>;

const line = z.int().nullable();

const answer = z.object({
  verdict: z.enum(['broken', 'nothing found', 'not settled', 'stopped']),
  runs: z.number().nullable(),
  kinds: z.array(z.string()),
  notSearched: z.array(z.string()),
  breaks: z.array(
    z.object({
      name: z.string(),
      harm: z.string(),
      run: z.string().nullable(),
      line,
      faults: z.array(z.object({ kind: z.string(), process: z.string(), step: z.string(), line })),
    }),
  ),
});

/** No lock is larger, and the sandbox has little memory. */
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
      _meta: opensInChat,
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
      _meta: opensInChat,
    },
    async ({ path, ...options }, context) => {
      const inside = await resolveInFolder(folder, path);
      if (!inside.ok) return refusal(inside.problem[options.lang ?? 'en']);
      return attacked(attacks, { file: quotedName(path), from: { path: inside.path, folder } }, options, context);
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
  // The name comes after the options, since it may begin with a dash.
  const argumentList = ['--reporter', 'json', '--max', String(max), '--lang', lang, ...kinds, ...harmAsked, '--', file];
  const parsed = parseAttack(argumentList);
  if (!parsed.ok) return refusal(parsed.problem[lang]);
  if (parsed.command.kind === 'help') throw new Error('Nobody asked for help.');
  const { command } = parsed;
  const token = mcpReq._meta?.progressToken;
  let progress = 0;
  const budgetMs = budget * 1000;
  const attacked = await attacks.attack({
    command,
    from,
    settings: { ...(nodes !== undefined && { nodes }), ...(ttl !== undefined && { ttl }) },
    budgetMs,
    signal: mcpReq.signal,
    progress: (text) => {
      if (token === undefined) return;
      const params = { progressToken: token, progress: ++progress, message: visibleToAll(text) };
      void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    },
  });
  if (attacked.kind === 'busy') return refusal(words.busy(waitingMost)[lang]);
  if (attacked.kind === 'refused') return refusal(quoted(attacked.problem, lang));
  const about = { kinds: command.kinds, language: lang };
  if (attacked.kind === 'cut') return inWords(cutAnswer({ ...about, budgetMs }), attacks);
  const { findings } = attacked;
  // No fault took effect, so the search proves nothing.
  if (findings.isIdle) return refusal(noEffect[lang]);
  const standIns = 'code' in from ? standInsOf(from.code) : null;
  const notes = standIns === null ? attacked.notes : [...attacked.notes, standIns[lang]];
  return inWords(answerOf(findings, { ...attacked, ...about, file, notes }), attacks);
}

function inWords({ answer, text }: ReturnType<typeof answerOf>, attacks: Attacks): CallToolResult {
  const run = answer.breaks.find((one) => one.run !== null)?.run ?? null;
  const recorded = run === null ? undefined : attacks.run(run);
  return {
    content: [{ type: 'text', text }],
    structuredContent: { ...answer },
    ...(recorded !== undefined && { _meta: shownInChat({ kind: 'recorded', text: recorded }) }),
  };
}
