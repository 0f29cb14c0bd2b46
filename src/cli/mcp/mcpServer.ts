/** The server of the tools and resources. It knows no stream; its caller connects one. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { McpServer } from '@modelcontextprotocol/server';
import { root } from '../../site/root';
import { addAttackTools, type Serving } from './attackTools';
import { addChoiceTools } from './choiceTools';
import { addCommandTool } from './commandTool';
import * as words from './mcpWords';
import { addResources } from './resources';
import { addRunTools } from './runTools';

/** @param runsCommands whether the user allows an assistant to run programs */
export function mcpServer(serving: Serving, runsCommands: boolean): McpServer {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const server = new McpServer({ name, version }, { instructions: words.instructions });
  addAttackTools(server, serving);
  if (runsCommands) addCommandTool(server);
  addRunTools(server, serving);
  addChoiceTools(server);
  addResources(server, serving);
  return server;
}
