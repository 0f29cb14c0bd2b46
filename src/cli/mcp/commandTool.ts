/**
 * The tool `attack_command`, which runs a program of the user. It is there only where the user has started the server
 * with `--commands`: an assistant must not run anything by itself.
 */
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { visibleToAll } from '../../core/model/values/visible';
import { exitBadInput, exitBreak, exitUnsettled } from '../attack/attackMessages';
import { attackProgram } from '../program/attackProgram';
import { faultNames } from '../program/places';
import * as words from './mcpWords';
import { refusal } from './refusal';

const { parameters, tools } = words;

const inputSchema = z.strictObject({
  command: z.array(z.string().max(4096)).min(1).max(100).describe(parameters.command),
  setup: z.string().max(4096).optional().describe(parameters.setup),
  key: z.string().max(1000).optional().describe(parameters.key),
  lock: z.string().max(1000).optional().describe(parameters.lockKey),
  clients: z.int().min(2).max(4).optional().describe(parameters.clients),
  nodes: z.int().min(1).max(9).optional().describe(parameters.nodes),
  faults: z.array(z.enum(faultNames)).min(1).optional().describe(parameters.faultsOfProgram),
  runs: z.int().min(1).max(10).optional().describe(parameters.runsOfPlace),
  lang: z.enum(['en', 'zh']).optional().describe(parameters.lang),
});

const answer = z.object({ verdict: z.enum(['broken', 'not seen', 'not settled', 'stopped']) });

/** More would cost a model tokens. */
const linesMost = 60;

export function addCommandTool(server: McpServer): void {
  server.registerTool(
    'attack_command',
    {
      ...tools.attack_command,
      inputSchema,
      outputSchema: answer,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    },
    async ({ command, faults, ...options }, { mcpReq }): Promise<CallToolResult> => {
      const flags = Object.entries({ ...options, faults: faults?.join() }).flatMap(([name, value]) =>
        value === undefined ? [] : [`--${name}=${value}`],
      );
      let [text, problem] = ['', ''];
      const code = await attackProgram([...flags, '--', ...command], {
        out: (more) => {
          text += more;
        },
        errors: (more) => {
          problem += more;
        },
        signal: mcpReq.signal,
        called: 'attack',
      });
      if (code === exitBadInput) return refusal(problem.trim());
      const lines = visibleToAll(`${problem}\n${text}`.trim()).split('\n');
      return {
        content: [{ type: 'text', text: lines.slice(0, linesMost).join('\n') }],
        structuredContent: { verdict: verdictOf(code) },
      };
    },
  );
}

const verdictOf = (code: number): z.infer<typeof answer>['verdict'] =>
  code === 0 ? 'not seen' : code === exitBreak ? 'broken' : code === exitUnsettled ? 'not settled' : 'stopped';
