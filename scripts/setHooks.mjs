// `npm install` runs it (`prepare`): from then on git uses the hooks of .githooks, unless somebody has chosen others.
// It needs only Node, and does nothing where there is no git.
import { spawnSync } from 'node:child_process';

/** @param {readonly string[]} args */
const git = (...args) => spawnSync('git', args, { encoding: 'utf8' });

// In a package inside another project, the repository belongs to that project.
const isOurs = git('rev-parse', '--show-prefix').stdout === '\n';
// Status 1: it is not set.
if (isOurs && git('config', '--get', 'core.hooksPath').status === 1) git('config', 'core.hooksPath', '.githooks');
