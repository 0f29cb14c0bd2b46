// A branch as the resource: which pushes its server takes, held against git itself, and what runs make of it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ok } from '../../../src/core/model/effects/request';
import { withDefaults } from '../../../src/core/model/scenario/fields';
import type { Held } from '../../../src/core/model/scenario/lock';
import { guardOf } from '../../../src/core/model/scenario/resource';
import { repository } from '../../../src/core/storage/repository';
import { DrivenWorld, silence } from '../../support/drive';
import { KeptStore } from '../../support/keptStore';
import { sampled } from '../../support/nightly';

const held: Held = { kind: 'held', validFor: 0, token: null, owner: 'a', state: null };

/** What another clone does, and when: before this one pulls, or between its pull and its push. */
const others = ['nothing', 'pushes, then we pull', 'pushes after our pull', 'forces after our pull'] as const;
const ways = ['plain', 'plain-then-force', 'force', 'force-with-lease', 'force-with-sha'] as const;

interface Case {
  readonly pushes: (typeof ways)[number];
  readonly other: (typeof others)[number];
  readonly fetches: boolean;
  readonly denyNonFastForwards: boolean;
}

/** The answer to our push, and whose commit is the head then. */
type Ends = `${'taken' | 'refused'}, head: ${'first' | 'other' | 'ours'}`;

const values = { first: 42, other: 43, ours: 52 } as const;

function client({ other, ...settings }: Case) {
  const store = new KeptStore(repository, settings);
  const world = new DrivenWorld({ answer: ({ request }) => ({ reply: ok(store.ask(request)), afterMs: 1 }) });
  const context = (given: Partial<Case>) =>
    ({
      me: 'client1',
      storage: 'storage',
      storages: ['storage'],
      settings: withDefaults(repository.fields, given),
      timeout: null,
    }) as const;
  const ours = context(settings);
  /** The other clone never meets a server that denies force here: what it does is not in question. */
  const otherPushes = () => {
    store.cell.value = values.other;
    store.cell.version++;
  };
  return { store, world, ours, otherPushes };
}

function model(of: Case): Ends {
  const { store, world, ours, otherPushes } = client(of);
  if (of.other === 'pushes, then we pull') otherPushes();
  const pulled = world.run(repository.read(ours, held));
  if (pulled.kind !== 'read') throw new Error('The pull failed.');
  if (of.other.endsWith('after our pull')) otherPushes();
  const pushed = world.run(repository.write(ours, held, { value: values.ours, base: pulled.version }));
  return ends(pushed.kind === 'written', store.cell.value);
}

function ends(isTaken: boolean, value: number): Ends {
  const head = value === values.first ? 'first' : value === values.other ? 'other' : 'ours';
  return `${isTaken ? 'taken' : 'refused'}, head: ${head}`;
}

/** Some pushes and what the documentation of git says about each, written before any was run. */
test.each<[Case['pushes'], Case['other'], fetches: boolean, deny: boolean, Ends]>([
  ['plain', 'nothing', false, false, 'taken, head: ours'],
  ['plain', 'pushes, then we pull', false, false, 'taken, head: ours'],
  ['plain', 'pushes after our pull', false, false, 'refused, head: other'],
  ['plain', 'pushes after our pull', true, false, 'refused, head: other'],
  ['force', 'pushes after our pull', false, false, 'taken, head: ours'],
  ['force', 'pushes after our pull', false, true, 'refused, head: other'],
  ['plain-then-force', 'pushes after our pull', false, false, 'taken, head: ours'],
  ['plain-then-force', 'pushes after our pull', false, true, 'refused, head: other'],
  ['force-with-lease', 'pushes after our pull', false, false, 'refused, head: other'],
  ['force-with-lease', 'pushes after our pull', true, false, 'taken, head: ours'],
  ['force-with-lease', 'pushes after our pull', true, true, 'refused, head: other'],
  ['force-with-sha', 'pushes after our pull', true, false, 'refused, head: other'],
])('%s, the other %s, a fetch: %s, denied: %s', (pushes, other, fetches, denyNonFastForwards, expected) => {
  expect(model({ pushes, other, fetches, denyNonFastForwards })).toBe(expected);
});

const folder = mkdtempSync(join(tmpdir(), 'repository-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As if nobody had configured git: no hooks, no signing, no editor. */
const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' };

function git(cwd: string, ...words: readonly string[]): { readonly ok: boolean; readonly out: string } {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  const { status, stdout } = spawnSync('git', [...who, ...words], { cwd, env, encoding: 'utf8' });
  return { ok: status === 0, out: (stdout ?? '').trim() };
}

const hasGit = git(folder, '--version').ok;

/** The commits that the cases are about, each with its parent. */
interface Clone {
  readonly ours: string;
  readonly bare: string;
  /** The first commit, the other's on top of it, and another root, which can only be forced. */
  readonly first: string;
  readonly pushed: string;
  readonly forced: string;
  /** Our commit on top of either. */
  readonly onFirst: string;
  readonly onPushed: string;
}

/** A bare repository that has the other's commits, and our clone of it. */
function cloned(): Clone {
  const [ours, bare] = [join(folder, 'ours'), join(folder, 'bare')];
  git(folder, 'init', '-q', '--bare', '-b', 'main', 'bare');
  git(folder, 'clone', '-q', 'bare', 'ours');
  const tree = git(ours, 'write-tree').out;
  const commit = (name: string, ...parents: readonly string[]) =>
    git(ours, 'commit-tree', tree, '-m', name, ...parents.flatMap((parent) => ['-p', parent])).out;
  const [first, forced] = [commit('first'), commit('forced')];
  const pushed = commit('pushed', first);
  git(ours, 'push', '-q', 'origin', `${pushed}:refs/heads/main`, `${forced}:refs/heads/other`);
  return { ours, bare, first, pushed, forced, onFirst: commit('ours', first), onPushed: commit('ours', pushed) };
}

/** The options of each push that we try, until one is taken. */
function tries(pushes: Case['pushes'], pulled: string): readonly (readonly string[])[] {
  switch (pushes) {
    case 'plain':
      return [[]];
    case 'plain-then-force':
      return [[], ['--force']];
    case 'force':
      return [['--force']];
    case 'force-with-lease':
      return [['--force-with-lease']];
    case 'force-with-sha':
      return [[`--force-with-lease=main:${pulled}`]];
    default:
      return pushes satisfies never;
  }
}

function real(clone: Clone, { pushes, other, fetches, denyNonFastForwards }: Case): Ends {
  const { ours, bare, first, pushed, forced } = clone;
  const [branch, tracking] = [join(bare, 'refs/heads/main'), join(ours, '.git/refs/remotes/origin/main')];
  const pulled = other === 'pushes, then we pull' ? pushed : first;
  const theirs = other === 'nothing' ? first : other === 'forces after our pull' ? forced : pushed;
  writeFileSync(tracking, `${pulled}\n`);
  writeFileSync(branch, `${theirs}\n`);
  if (fetches) git(ours, 'fetch', '-q');
  const commit = pulled === first ? clone.onFirst : clone.onPushed;
  const server = `--receive-pack=git -c receive.denyNonFastForwards=${denyNonFastForwards} receive-pack`;
  const isTaken = tries(pushes, pulled).some(
    (options) => git(ours, 'push', '-q', server, ...options, 'origin', `${commit}:main`).ok,
  );
  const head = readFileSync(branch, 'utf8').trim();
  return ends(isTaken, head === commit ? values.ours : head === first ? values.first : values.other);
}

describe.skipIf(!hasGit)('git itself', () => {
  const bools = [false, true] as const;
  const every: readonly Case[] = ways.flatMap((pushes) =>
    others.flatMap((other) =>
      bools.flatMap((fetches) => bools.map((denyNonFastForwards) => ({ pushes, other, fetches, denyNonFastForwards }))),
    ),
  );

  test('takes and refuses the same pushes, at night all 80 of them, and has the same head afterwards', () => {
    const clone = cloned();
    const some = sampled(every, 3);
    const seen = some.map((one) => ({ ...one, ends: real(clone, one) }));
    expect(seen).toEqual(some.map((one) => ({ ...one, ends: model(one) })));
    // Both verdicts occur, so the comparison has compared something.
    expect(new Set(seen.map((one) => one.ends))).toEqual(new Set(['taken, head: ours', 'refused, head: other']));
  });
});

test('promises that no update is lost exactly where no push of another is overwritten', () => {
  const stale = { other: 'pushes after our pull' } as const;
  for (const pushes of ways)
    for (const fetches of [false, true])
      for (const denyNonFastForwards of [false, true]) {
        const settings = { pushes, fetches, denyNonFastForwards };
        const isSafe = model({ ...stale, ...settings }).startsWith('refused');
        expect([settings, guardOf(repository, settings)]).toEqual([settings, isSafe ? 'always' : null]);
      }
});

test('what is fetched before the push is not read: the commit stays based on what was pulled', () => {
  const { store, world, ours, otherPushes } = client({
    pushes: 'force-with-lease',
    other: 'pushes after our pull',
    fetches: true,
    denyNonFastForwards: false,
  });
  world.run(repository.read(ours, held));
  otherPushes();
  world.run(repository.write(ours, held, { value: 52, base: 1 }));
  expect(world.sent.map(({ text }) => text)).toEqual(['READ', 'FETCH', 'WRITE 52 1 --force-with-lease 2']);
  expect(store.log).toEqual([{ read: null }, { wrote: 52, base: 1, token: null }]);
});

test('a fetch without an answer leaves the remote-tracking ref as it was', () => {
  const { ours } = client({ pushes: 'force-with-lease', other: 'nothing', fetches: true, denyNonFastForwards: false });
  const world = new DrivenWorld({ answer: () => silence });
  world.run(repository.write({ ...ours, timeout: 500_000 }, held, { value: 52, base: 1 }));
  expect(world.sent.map(({ text }) => text)).toEqual(['FETCH', 'WRITE 52 1 --force-with-lease 1']);
});

test('a push without an answer is not forced: only a refused one is', () => {
  const { ours } = client({ pushes: 'plain-then-force', other: 'nothing', fetches: false, denyNonFastForwards: false });
  const world = new DrivenWorld({ answer: () => silence });
  world.run(repository.write({ ...ours, timeout: 500_000 }, held, { value: 52, base: 1 }));
  expect(world.sent.map(({ text }) => text)).toEqual(['WRITE 52 1']);
});
