/**
 * The types of a reader's code as the text of a `.d.ts`, made from the table of the API. They are global: a file
 * imports none.
 */
import { type ApiOwner, api } from './api';

/** Each interface with its additional members. */
const interfaces: readonly (readonly [owner: ApiOwner, says: string, more: string | null])[] = [
  ['Lock', 'What acquire and release get.', null],
  ['Held', 'What acquire returns, and release gets. Put in whatever you need.', '[more: string]: any'],
  ['Redis', 'A connection to one node.', '[command: string]: (...args: any[]) => any'],
  ['Clock', 'The two clocks of a client.', null],
  ['Random', 'Randomness by the seed of the run.', null],
  ['Write', 'A write that arrives at the storage.', null],
  ['Stored', 'What the storage holds when a write arrives.', null],
];

export function declarations(): string {
  const parts = interfaces.map(([owner, says, more]) => {
    const members = api.filter((entry) => entry.owner === owner);
    const lines = members.flatMap(({ signature, text }) => [`  /** ${text.en} */`, `  ${signature};`]);
    return `/** ${says} */\ninterface ${owner} {\n${[...lines, ...(more === null ? [] : [`  ${more};`])].join('\n')}\n}`;
  });
  const standard = api
    .filter(({ owner }) => owner === 'standard')
    .map(({ signature, text }) => `/** ${text.en} */\ndeclare ${signature};`);
  return `type Value = string | number;\n\n${[...parts, ...standard].join('\n\n')}\n`;
}
