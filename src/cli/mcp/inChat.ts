/** Metadata for a host that shows MCP Apps: which page belongs to a tool, and which run of a result it shows. */
import { shownRunKey, type ToolResultRun } from '../../core/model/trace/toolResultRun';

export const chatAddress = 'ui://redlock-playground/run';

export const chatType = 'text/html;profile=mcp-app';

/** For the `_meta` of a tool. The second is the name of older hosts. */
export const opensInChat = { ui: { resourceUri: chatAddress }, 'ui/resourceUri': chatAddress };

/** For the `_meta` of a result. */
export const shownInChat = (run: ToolResultRun): Record<string, unknown> => ({ [shownRunKey]: run });
