/** Files that the server reads when they are asked for. In the package they are beside the program. */
import { existsSync, readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../site/root';

const packaged = join(import.meta.dirname, 'mcp');
const isPackaged = existsSync(join(packaged, 'guest'));
const source = join(import.meta.dirname, '../..');

const places = isPackaged
  ? {
      guest: join(packaged, 'guest'),
      glossary: join(packaged, 'GLOSSARY.md'),
      quickJs: quickJsOfPage,
    }
  : {
      guest: join(source, 'sandbox/realm/guest'),
      glossary: join(source, 'content/texts/GLOSSARY.md'),
      quickJs: () => createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm'),
    };

/** The package has it only once, in its page. */
function quickJsOfPage(): string {
  const assets = join(root, 'lib/site/assets');
  const name = readdirSync(assets).find((each) => /^emscripten-module-.*\.wasm$/.test(each));
  if (name === undefined) throw new Error(`There is no QuickJS in ${assets}.`);
  return join(assets, name);
}

/** The page that shows a run in a chat. A clone builds it when it is first asked for. */
export async function chatPage(): Promise<string> {
  if (isPackaged) return readFile(join(packaged, 'chat.html'), 'utf8');
  const { buildChat }: { buildChat: () => Promise<string> } = await import(
    pathToFileURL(join(root, 'scripts/chatBuild.mjs')).href
  );
  return buildChat();
}

export const glossaryText = (): Promise<string> => readFile(places.glossary, 'utf8');

/** The files of the sandbox for a thread, which cannot load files itself. */
export interface Sandbox {
  /** The files of `realm/guest`, as TypeScript, by name. */
  readonly guest: Readonly<Record<string, string>>;
  readonly wasm: ArrayBuffer;
}

export async function sandboxFiles(): Promise<Sandbox> {
  const files = await readdir(places.guest);
  const texts = await Promise.all(
    files.map(async (file) => [file.replace(/\.ts$/, ''), await readFile(join(places.guest, file), 'utf8')] as const),
  );
  return { guest: Object.fromEntries(texts), wasm: new Uint8Array(await readFile(places.quickJs())).buffer };
}
