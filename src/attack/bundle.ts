/** A lock's file with all that it imports, as one text: each life of a client evaluates it anew. Clients of Redis alone are shared. */
import { createRequire } from 'node:module';
import { build, type Message, type Plugin } from 'esbuild';
import type { Bundle } from './evaluate';

export type Bundled =
  | { readonly ok: true; readonly bundle: Bundle }
  | { readonly ok: false; readonly message: string; readonly line: number };

/** Large, and without state of their own at the top: to evaluate one takes 20 ms. */
const clients = /^(ioredis(-\d+)?|redis|@redis\/[a-z-]+|iovalkey|@valkey\/valkey-glide)$/;

/** @param path of a file in TypeScript or JavaScript, absolute */
export async function bundle(path: string): Promise<Bundled> {
  const shared = new Set<string>();
  try {
    const { outputFiles } = await build({
      entryPoints: [path],
      bundle: true,
      write: false,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      logLevel: 'silent',
      // Node-redis and others ask for it; in one text there is no file that it could name.
      define: { 'import.meta.url': JSON.stringify(`file://${path}`) },
      supported: { 'dynamic-import': false },
      plugins: [sharing(shared)],
    });
    return { ok: true, bundle: { code: outputFiles[0]?.text ?? '', path, shared: [...shared] } };
  } catch (error) {
    const [first] = (error as { errors?: readonly Message[] }).errors ?? [];
    if (first === undefined) throw error;
    return { ok: false, message: first.text, line: first.location?.line ?? 0 };
  }
}

/** Packages that are not evaluated anew stay out of the text, each by the path that its importer would find. */
const sharing = (shared: Set<string>): Plugin => ({
  name: 'sharing',
  setup: ({ onResolve }) => {
    onResolve({ filter: clients }, ({ path, resolveDir }) => {
      try {
        const found = createRequire(`${resolveDir}/file.js`).resolve(path);
        shared.add(found);
        return { path: found, external: true };
      } catch {
        // It has nothing for CommonJS, or is not there: then the bundler says so.
        return undefined;
      }
    });
  },
});
