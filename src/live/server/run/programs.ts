/**
 * The programs of a run's processes, each bundled into one file. A run starts many clients, and a client that loads
 * hundreds of modules one by one takes three times as long to start. In the package they lie beside this file; in the
 * project they are bundled from their sources.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type ProgramName = 'client' | 'storage' | 'simulation';

/** The files to execute. */
export type Programs = { readonly [P in ProgramName]: string };

const sources: Programs = {
  client: fileURLToPath(new URL('../process/clientMain.ts', import.meta.url)),
  storage: fileURLToPath(new URL('../process/storageMain.ts', import.meta.url)),
  simulation: fileURLToPath(new URL('../process/simulationMain.ts', import.meta.url)),
};
/** Inside the project, because the bundles still load its packages. */
const cacheFolder = fileURLToPath(new URL('../../../../.cache/live', import.meta.url));

/** In the package: what was bundled when it was made. */
export async function runnablePrograms(): Promise<Programs> {
  const packaged = programsIn(import.meta.dirname);
  return existsSync(packaged.client) ? packaged : bundlePrograms();
}

const programsIn = (folder: string): Programs => ({
  client: join(folder, 'client.js'),
  storage: join(folder, 'storage.js'),
  simulation: join(folder, 'simulation.js'),
});

/** Bundles programs that have changed. Files are named after their content, so several backends can bundle at once. */
async function bundlePrograms(): Promise<Programs> {
  // Only here, because the package has no bundler of its own.
  const { build, stop } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: { ...sources },
    bundle: true,
    splitting: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    outdir: cacheFolder,
    logLevel: 'silent',
  });
  // The bundler's own process is no longer needed.
  await stop();
  const hash = createHash('sha256');
  for (const { path, contents } of outputFiles) hash.update(basename(path)).update(contents);
  const folder = join(cacheFolder, hash.digest('hex').slice(0, 16));
  if (!existsSync(folder)) {
    const fresh = `${folder}-${process.pid}`;
    mkdirSync(fresh, { recursive: true });
    for (const { path, contents } of outputFiles) writeFileSync(join(fresh, basename(path)), contents);
    moveInto(fresh, folder);
  }
  return programsIn(folder);
}

/** Another process may have been quicker and have made the same files. */
function moveInto(fresh: string, folder: string): void {
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
