/** The server of the tools and resources. It knows no stream: whoever connects it brings one. */
import { McpServer } from '@modelcontextprotocol/server';
import packageJson from '../../../package.json' with { type: 'json' };
import { addAttackTools, type Serving } from './attackTools';
import { addChoiceTools } from './choiceTools';
import * as words from './mcpWords';
import { addResources } from './resources';
import { addRunTools } from './runTools';

export function mcpServer(serving: Serving): McpServer {
  const { name, version } = packageJson;
  const server = new McpServer({ name, version }, { instructions: words.instructions });
  addAttackTools(server, serving);
  addRunTools(server, serving);
  addChoiceTools(server);
  addResources(server, serving);
  return server;
}
