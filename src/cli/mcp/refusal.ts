/**
 * An error as the result of a tool, in words, so that a model can read what to do instead. Lines after the first are
 * marked as a quotation, because they may come from a file.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { visibleToAll } from '../../core/model/values/visible';

export const refusal = (text: string): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: visibleToAll(text.replace(/\n(?!> )/g, '\n> ')) }],
});
