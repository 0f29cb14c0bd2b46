/** The version of this package, as its manifest has it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../site/root';

export const packageVersion = (): string => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
