// A host of MCP Apps as a page: the package's own bridge, and the app in a frame without network, as the
// specification's default policy says.
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../scripts/install.mjs';

/** The policy for an app that asks for nothing (specification 2026-01-26, "Host behavior"). */
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";

const script = `
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';
let bridge;
Object.assign(window, {
  sizes: [],
  setContext: (context) => bridge.setHostContext(context),
  sendResult: (result) => bridge.sendToolResult(result),
  teardown: () => bridge.teardownResource({}),
  show: async (html, context) => {
    bridge = new AppBridge(null, { name: 'host', version: '1' }, { openLinks: {} }, { hostContext: context });
    const frame = document.querySelector('iframe');
    bridge.onsizechange = ({ height }) => { sizes.push(height); frame.style.height = height + 'px'; };
    const isThere = new Promise((resolve) => { bridge.oninitialized = resolve; });
    await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
    frame.srcdoc = html;
    await isThere;
  },
});`;

export async function chatHost(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: join(root, 'test/support') },
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'error',
  });
  const [{ text } = { text: '' }] = outputFiles;
  return `<!doctype html><title>Chat</title>
<style>body { max-width: 760px; margin: 0 auto } iframe { width: 100%; border: 0 }</style>
<iframe sandbox="allow-scripts" title="Run"></iframe>
<script>${text.replaceAll('</script', '<\\/script')}</script>`;
}

/** The text that a host inserts before the app's own. */
export const underPolicy = (html: string): string =>
  html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`);
