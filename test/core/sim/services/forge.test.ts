// The forge alone: labels and assignees, files by their sha, branches that are created once, and the job that removes old
// names. The cases are written by the documents of GitHub's REST API, and by what pome-sh/digital-twins #400 measured at
// GitHub. Branches and the sha of a file are held against git itself. Statements are joined by +.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeForge } from '../../../../src/core/sim/services/forge';
import { ServiceStage } from '../../../support/serviceStage';

const hasGit = spawnSync('git', ['--version']).status === 0;

const play = (...lines: readonly string[]): readonly string[] => new ServiceStage(makeForge, {}).play(...lines);

/** The sha that the forge answers to a new file with this content. */
function shaOf(content: string): string {
  return (play(`a PUT+CONTENTS stock - ${content}`).at(-1) ?? '').replace('a: ', '');
}
const fileOf = (content: string) => ({ content, sha: shaOf(content) });
const x = fileOf('x 1 active');
const y = fileOf('y 1 active');
const renewed = fileOf('x 2 active');
const released = fileOf('x 1 released');

const taken = (who: string, owner: string): string => `stock = ${owner} for ${who} (for ever)`;
const put = (who: string, sha: string, { content }: { readonly content: string }): string =>
  `${who} PUT+CONTENTS stock ${sha} ${content}`;
const gone = (who: string): string => `stock gone by ${who} (deleted)`;

type Row = readonly [claim: string, lines: readonly string[], said: readonly string[]];

describe('labels and assignees', () => {
  const label = (who: string, verb: string): string => `${who} ${verb}+LABEL stock busy`;
  const list = (who: string): string => `${who} LIST+LABEL stock`;
  const assignee = (who: string, verb: string, name: string): string => `${who} ${verb}+ASSIGNEE stock ${name}`;

  test.each<Row>([
    ['an issue has no label at first', [list('a')], ['a: []']],
    [
      'to add a label that is there succeeds, and changes nothing: both agents get a yes',
      [list('a'), list('b'), label('a', 'ADD'), label('b', 'ADD'), list('b')],
      ['a: []', 'b: []', taken('a', 'busy'), 'a: [busy]', 'b: [busy]', 'b: [busy]'],
    ],
    [
      'anybody removes a label, and the second finds that it is not there',
      [label('a', 'ADD'), label('b', 'REMOVE'), label('a', 'REMOVE')],
      [taken('a', 'busy'), 'a: [busy]', gone('b'), 'b: []', 'a: 404 Label does not exist'],
    ],
    [
      'assignees are not replaced; the first of them is the holder',
      [assignee('a', 'ADD', 'x'), assignee('b', 'ADD', 'y'), 'b LIST+ASSIGNEE stock', assignee('a', 'REMOVE', 'x')],
      [taken('a', 'x'), 'a: [x]', 'b: [x y]', 'b: [x y]', gone('a'), taken('b', 'y'), 'a: [y]'],
    ],
    [
      'to remove somebody who is not assigned succeeds',
      [assignee('a', 'ADD', 'x'), assignee('b', 'REMOVE', 'y')],
      [taken('a', 'x'), 'a: [x]', 'b: [x]'],
    ],
    [
      'labels and assignees are two lists, and each issue has its own',
      [label('a', 'ADD'), 'b LIST+ASSIGNEE stock', 'b LIST+LABEL other'],
      [taken('a', 'busy'), 'a: [busy]', 'b: []', 'b: []'],
    ],
    [
      'no time ends a label, nor does the death of its agent or a restart',
      [label('a', 'ADD'), 'a dies', 'wait 86400000', 'restart', list('b')],
      [taken('a', 'busy'), 'a: [busy]', '1 kept', 'b: [busy]'],
    ],
  ])('%s', (_, lines, said) => {
    expect(play(...lines)).toEqual(said);
  });

  test('a job removes names that are old, by the clock of the forge; to add one again makes it no younger', () => {
    const stage = new ServiceStage(makeForge, { sweptAfter: 10 });
    expect(stage.play(label('a', 'ADD'), 'wait 9000', label('a', 'ADD'), 'wait 999', list('b'))).toEqual([
      'stock = busy for a (10000 ms)',
      'a: [busy]',
      'a: [busy]',
      'b: [busy]',
    ]);
    expect(stage.play('wait 1', list('b'))).toEqual(['stock gone by nobody (expired)', 'b: []']);
  });

  test('the job leaves younger names, and the next one holds for the rest of its time', () => {
    const stage = new ServiceStage(makeForge, { sweptAfter: 10 });
    stage.play(assignee('a', 'ADD', 'x'), 'wait 4000', assignee('b', 'ADD', 'y'));
    expect(stage.play('wait 6000', 'a LIST+ASSIGNEE stock', 'wait 4000', 'a LIST+ASSIGNEE stock')).toEqual([
      'stock gone by nobody (expired)',
      'stock = y for b (4000 ms)',
      'a: [y]',
      'stock gone by nobody (expired)',
      'a: []',
    ]);
  });
});

describe('files', () => {
  const noSha = '422 Invalid request. "sha" wasn\'t supplied.';
  const other = (sha: string): string => `409 stock does not match ${sha}`;
  const wrote = (who: string, { sha }: { readonly sha: string }): string => `${who}: ${sha}`;
  const get = (who: string): string => `${who} GET+CONTENTS stock`;

  test.each<Row>([
    [
      'a file is not there at first, and cannot be deleted',
      [get('a'), `a DELETE+CONTENTS stock ${x.sha}`],
      ['a: 404 Not Found', 'a: 404 Not Found'],
    ],
    [
      'of two that create it, the second names no sha of what is there now',
      [put('a', '-', x), put('b', '-', y), get('b')],
      [taken('a', 'x'), wrote('a', x), `b: ${noSha}`, `b: [${x.sha} ${x.content}]`],
    ],
    [
      'of two that have read the same sha, only the first replaces it',
      [put('a', '-', x), put('b', x.sha, y), put('a', x.sha, released), get('a')],
      [
        taken('a', 'x'),
        wrote('a', x),
        taken('b', 'y'),
        wrote('b', y),
        `a: ${other(x.sha)}`,
        `a: [${y.sha} ${y.content}]`,
      ],
    ],
    [
      'a file that is not there is created, whichever sha is named',
      [put('a', '-', x), `a DELETE+CONTENTS stock ${x.sha}`, put('b', x.sha, y)],
      [taken('a', 'x'), wrote('a', x), gone('a'), 'a: OK', taken('b', 'y'), wrote('b', y)],
    ],
    [
      'a delete names the sha as well',
      [put('a', '-', x), 'b DELETE+CONTENTS stock -', `b DELETE+CONTENTS stock ${y.sha}`, get('b')],
      [taken('a', 'x'), wrote('a', x), `b: ${noSha}`, `b: ${other(y.sha)}`, `b: [${x.sha} ${x.content}]`],
    ],
    [
      'a released file has no owner, and stays',
      [put('a', '-', x), put('a', x.sha, released), get('b'), 'restart', put('b', released.sha, y), 'restart'],
      [
        taken('a', 'x'),
        wrote('a', x),
        gone('a'),
        wrote('a', released),
        `b: [${released.sha} ${released.content}]`,
        '0 kept',
        taken('b', 'y'),
        wrote('b', y),
        '1 kept',
      ],
    ],
    [
      'a renewal has the same owner',
      [put('a', '-', x), put('a', x.sha, renewed)],
      [taken('a', 'x'), wrote('a', x), wrote('a', renewed)],
    ],
    [
      'the same content has the same sha again (ABA)',
      [put('a', '-', x), put('b', x.sha, y), put('a', y.sha, x), put('b', x.sha, y)],
      [
        taken('a', 'x'),
        wrote('a', x),
        taken('b', 'y'),
        wrote('b', y),
        taken('a', 'x'),
        wrote('a', x),
        taken('b', 'y'),
        wrote('b', y),
      ],
    ],
  ])('%s', (_, lines, said) => {
    expect(play(...lines)).toEqual(said);
  });
});

describe('branches', () => {
  test.each<Row>([
    [
      'of two that create it, also at the same commit, the second is refused',
      ['a CREATE+REF stock c1', 'b CREATE+REF stock c1', 'restart'],
      [taken('a', 'c1'), 'a: c1', 'b: 422 Reference already exists', '1 kept'],
    ],
    [
      'one that is deleted can be created again',
      ['a CREATE+REF stock c1', 'a DELETE+REF stock', 'b CREATE+REF stock c2', 'a DELETE+REF other'],
      [taken('a', 'c1'), 'a: c1', gone('a'), 'a: OK', taken('b', 'c2'), 'b: c2', 'a: 422 Reference does not exist'],
    ],
  ])('%s', (_, lines, said) => {
    expect(play(...lines)).toEqual(said);
  });
});

describe.skipIf(!hasGit)('as git itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forge-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const git = (input: string, ...args: readonly string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
    }).trim();
  beforeAll(() => void git('', 'init', '--quiet', '--bare'));

  test('a branch is created once, also at the same commit, until it is deleted', () => {
    const tree = git('', 'hash-object', '-t', 'tree', '-w', '--stdin');
    const commits = ['c1', 'c2'].map((message) => git('', 'commit-tree', tree, '-m', message));
    const absent = '0'.repeat(40);
    const create = (commit = ''): string => git('', 'update-ref', 'refs/heads/stock', commit, absent);
    create(commits[0]);
    for (const commit of commits) expect(() => create(commit)).toThrow('reference already exists');
    git('', 'update-ref', '-d', 'refs/heads/stock');
    create(commits[1]);
    expect(git('', 'rev-parse', 'refs/heads/stock')).toBe(commits[1]);
  });

  test('the same content has the same sha, and other content another', () => {
    const [first, again, changed] = ['x 1 active', 'x 1 active', 'y 1 active'].map((content) => ({
      git: git(content, 'hash-object', '--stdin'),
      forge: shaOf(content),
    }));
    expect([first?.git === again?.git, first?.git === changed?.git]).toEqual([true, false]);
    expect([first?.forge === again?.forge, first?.forge === changed?.forge]).toEqual([true, false]);
  });
});
