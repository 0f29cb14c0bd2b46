// `npm install` runs it (`prepare`): git uses the hooks of .githooks from then on, where nobody has chosen others. It
// needs Node alone, and does nothing where there is no git.
import { spawnSync } from 'node:child_process';

/** @param {readonly string[]} args */
const git = (...args) => spawnSync('git', args, { encoding: 'utf8' });

// In a package below another project, the repository is that project's.
const isOurs = git('rev-parse', '--show-prefix').stdout === '\n';
// Status 1: it is not set.
if (isOurs && git('config', '--get', 'core.hooksPath').status === 1) git('config', 'core.hooksPath', '.githooks');
