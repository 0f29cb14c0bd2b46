/**
 * The host of an MCP App: JSON-RPC in messages to the surrounding window, as in `@modelcontextprotocol/ext-apps`. The
 * package's own class for it would be two thirds of this page.
 *
 * Source: https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
 */
import type { McpUiInitializeRequest, McpUiSizeChangedNotification } from '@modelcontextprotocol/ext-apps';
import * as v from 'valibot';

const message = v.object({
  jsonrpc: v.literal('2.0'),
  id: v.optional(v.union([v.string(), v.number()])),
  method: v.optional(v.string()),
  params: v.optional(v.unknown()),
  result: v.optional(v.unknown()),
});

const context = v.object({
  theme: v.fallback(v.optional(v.picklist(['light', 'dark'])), undefined),
  locale: v.fallback(v.optional(v.string()), undefined),
});

interface Heard {
  /** At first all that the host says of itself, later what has changed. */
  readonly onContext: (hostContext: v.InferOutput<typeof context>) => void;
  /** The result of the tool that this page belongs to. */
  readonly onResult: (result: unknown) => void;
}

const initialized = v.object({ hostContext: v.optional(context, {}) });

const protocolVersion = '2026-01-26';
const firstId = 1;

/** @returns says how high the page is, in px */
export function meetChat({ onContext, onResult }: Heard): (height: number) => void {
  const send = (payload: object): void => parent.postMessage({ jsonrpc: '2.0', ...payload }, '*');
  const hear = (payload: unknown): void => {
    const parseResult = v.safeParse(message, payload);
    if (!parseResult.success) return;
    const { id, method, params, result } = parseResult.output;
    if (method === undefined) {
      const first = v.safeParse(initialized, result);
      if (id !== firstId || !first.success) return;
      onContext(first.output.hostContext);
      send({ method: 'ui/notifications/initialized', params: {} });
    } else if (id !== undefined) send({ id, ...answerTo(method) });
    else if (method === 'ui/notifications/tool-result') onResult(params);
    else if (method === 'ui/notifications/host-context-changed') {
      const changed = v.safeParse(context, params);
      if (changed.success) onContext(changed.output);
    }
  };
  addEventListener('message', ({ source, data }) => {
    if (source === parent) hear(data);
  });
  const hello: McpUiInitializeRequest = {
    method: 'ui/initialize',
    params: {
      appInfo: { name: 'redlock-playground', version: '1' },
      appCapabilities: { availableDisplayModes: ['inline'] },
      protocolVersion,
    },
  };
  send({ id: firstId, ...hello });
  return (height) => {
    const size: McpUiSizeChangedNotification = { method: 'ui/notifications/size-changed', params: { height } };
    send(size);
  };
}

/** A host asks whether the page is there, and tells it that it goes. */
const answerTo = (method: string): object =>
  method === 'ping' || method === 'ui/resource-teardown'
    ? { result: {} }
    : { error: { code: -32601, message: `There is no ${method} here.` } };
