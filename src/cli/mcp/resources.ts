/** The resources: a story, a cell of the table, the glossary, a run that an attack found. */
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
  type Variables,
} from '@modelcontextprotocol/server';
import { stories } from '../../content/stories';
import { findStory } from '../../content/stories/storyList';
import { visible } from '../../core/model/values/visible';
import { parts } from '../../core/run/parts';
import { runScenario } from '../../core/run/runScenario';
import { checksWith, tableOf } from '../../search/matrix/tables';
import { runAsText } from '../report';
import type { Serving } from './attackTools';
import { chatAddress, chatType } from './inChat';
import { chatPage, glossaryText } from './kept';
import * as words from './mcpWords';

const plain = 'text/plain';

export function addResources(server: McpServer, { attacks }: Serving): void {
  server.registerResource(
    'glossary',
    'redlock://glossary',
    {
      title: 'Glossary',
      description: 'The words of the playground, in English and Chinese',
      mimeType: 'text/markdown',
    },
    async ({ href: uri }) => ({ contents: [{ uri, mimeType: 'text/markdown', text: await glossaryText() }] }),
  );
  const listed = stories.map(({ id, title, number }) => ({
    uri: `redlock://story/${id}`,
    name: id,
    title: `${number} ${title.en}`,
    mimeType: plain,
  }));
  server.registerResource(
    'story',
    new ResourceTemplate('redlock://story/{id}', { list: () => ({ resources: listed }) }),
    { title: 'Story', description: 'What happens in a story, and why', mimeType: plain },
    async ({ href: uri }, variables) => {
      const match = await findStory(nameIn(variables, 'id'));
      if (match.kind !== 'found') throw absent(words.noStoryFound(nameIn(variables, 'id')).en);
      const { story } = match;
      const text = runAsText(runScenario(story.scenario, parts), { language: 'en', story }).join('\n');
      return { contents: [{ uri, mimeType: plain, text }] };
    },
  );
  server.registerResource(
    'cell',
    new ResourceTemplate('redlock://cell/{row}/{fault}/{check}', { list: undefined }),
    {
      title: 'Cell',
      description: 'What one kind of fault does at its worst behind one lock, with one check',
      mimeType: 'application/json',
    },
    async ({ href: uri }, variables) => {
      const [row, fault, check] = [nameIn(variables, 'row'), nameIn(variables, 'fault'), nameIn(variables, 'check')];
      const table = checksWith('own').includes(check) ? await tableOf(check, 'own') : null;
      const cells = new Map(Object.entries(table?.cells ?? {})).get(row);
      const cell = new Map(Object.entries(cells ?? {})).get(fault);
      if (cell === undefined) throw absent(words.noCell(`${row}/${fault}/${check}`).en);
      const text = JSON.stringify({ row, kindOfFault: fault, check, ...cell }, null, 2);
      return { contents: [{ uri, mimeType: 'application/json', text }] };
    },
  );
  server.registerResource(
    'chat',
    chatAddress,
    { title: 'Run', description: 'The page that shows a run in a chat', mimeType: chatType },
    async ({ href: uri }) => {
      page ??= chatPage();
      return { contents: [{ uri, mimeType: chatType, text: await page, _meta: { ui: { prefersBorder: true } } }] };
    },
  );
  addRuns(server, attacks);
}

/** It is the same for all sessions. */
let page: Promise<string> | null = null;

function addRuns(server: McpServer, attacks: Serving['attacks']): void {
  server.registerResource(
    'run',
    new ResourceTemplate('redlock://run/{attack}/{name}', {
      list: () => ({ resources: attacks.runs.map((uri) => ({ uri, name: uri })) }),
    }),
    {
      title: 'Run',
      description: 'A recorded run of attacked code that broke, as its file',
      mimeType: 'application/json',
    },
    async ({ href: uri }) => {
      const text = attacks.run(uri);
      if (text === undefined) throw absent(words.noRun(uri).en);
      return { contents: [{ uri, mimeType: 'application/json', text }] };
    },
  );
}

const absent = (text: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, visible(text));

function nameIn(variables: Variables, name: string): string {
  const value = variables[name];
  return typeof value === 'string' ? value : '';
}
