/** The simulator as one script that runs in any browser, made by the bundler that builds the page. */
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../../scripts/install.mjs';
import type { bytesOf, fingerprints } from './fingerprints';

/** The value that the script leaves in the page as `globalThis.engine`. */
export interface Engine {
  readonly fingerprints: typeof fingerprints;
  readonly bytesOf: typeof bytesOf;
}

export async function engineScript(): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      lib: { entry: join(root, 'test/support/fingerprints.ts'), formats: ['iife'], name: 'engine', fileName: 'engine' },
    },
  });
  const [output] = [built].flat();
  if (output === undefined || !('output' in output)) throw new Error('The bundler made nothing.');
  return output.output[0].code;
}
