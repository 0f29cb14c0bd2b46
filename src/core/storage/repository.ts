/**
 * A branch of a git repository as the resource. A client pulls the branch, works, and pushes a commit whose parent is
 * the commit that it pulled. A plain push must be a fast-forward: the branch's head must be among the ancestors of the
 * new commit. Here that is its parent, since no push moves a branch back. Comparing and moving the branch is one step,
 * as git's server locks the ref meanwhile.
 * Sources: git 2.39, Documentation/git-push.txt (`--force`, `--force-with-lease` and its note on safety) and
 * `receive.denyNonFastForwards` of git-config; rjmurillo/ai-agents #3745 for agents that share a clone.
 */
import type { Program } from '../model/effect';
import { choice, flag, type ValuesOf } from '../model/fields';
import type { Held } from '../model/lock';
import { type Argument, command, type Request, type Value } from '../model/request';
import {
  type Change,
  defineResource,
  type ResourceContext,
  type ResourceServer,
  type Writing,
} from '../model/resource';
import type { Text } from '../model/text';
import { ask, numberAt, readingOf, unknownRequest, writingOf } from './storageClient';

const fields = {
  pushes: choice({
    label: { en: 'Pushes', zh: '推送方式' },
    help: {
      en: '--force overwrites whatever is there. --force-with-lease compares the branch with what this clone believes about it, its remote-tracking ref, and any fetch renews that belief. With a SHA it compares the branch with that commit.',
      zh: '--force 不管远端是什么都覆盖。--force-with-lease 拿远端分支与本地克隆所记的远端位置（远程跟踪引用）比较，而任何一次 fetch 都会更新它。写明 SHA 时，比较的就是那个提交。',
    },
    options: [
      { id: 'plain', label: { en: 'git push', zh: 'git push' } },
      { id: 'force', label: { en: 'git push --force', zh: 'git push --force' }, pitfall: true },
      { id: 'force-with-lease', label: { en: 'git push --force-with-lease', zh: 'git push --force-with-lease' } },
      {
        id: 'force-with-sha',
        label: { en: '--force-with-lease=branch:SHA pulled', zh: '--force-with-lease=分支:拉取时的 SHA' },
      },
    ],
    default: 'plain',
  }),
  fetches: flag({
    label: { en: 'A fetch before the push', zh: '推送前有一次 fetch' },
    help: {
      en: 'Something fetches before the client pushes: an editor in the background, a script, another agent in the same clone. The remote-tracking ref moves, the client’s commit does not.',
      zh: '推送之前，有谁做了一次 fetch：后台的编辑器、某个脚本，或同一克隆里的另一个 agent。远程跟踪引用变了，客户端的提交没变。',
    },
    default: false,
  }),
  denyNonFastForwards: flag({
    label: { en: 'The server denies force', zh: '服务器拒绝强制推送' },
    help: {
      en: 'receive.denyNonFastForwards of git, a protected branch of a forge: a push that is no fast-forward is refused, with --force, too.',
      zh: 'git 的 receive.denyNonFastForwards，或托管平台的受保护分支：不是快进的推送一律拒绝，加了 --force 也一样。',
    },
    default: false,
  }),
} as const;

type Settings = ValuesOf<typeof fields>;
type Context = ResourceContext<Settings>;

export const repository = defineResource({
  id: 'repository',
  title: { en: 'A branch in git', zh: 'git 分支' },
  about: {
    en: 'A branch of a git repository: a push that is no fast-forward is refused, as long as nobody forces it.',
    zh: 'git 仓库里的一个分支：不是快进的推送会被拒绝，只要没人强制推送。',
  },
  fields,
  needsToken: false,
  guards: ({ pushes, fetches, denyNonFastForwards }) => {
    const believesFetch = pushes === 'force-with-lease' && fetches;
    return denyNonFastForwards || (pushes !== 'force' && !believesFetch) ? 'always' : null;
  },
  serve,
  *read(context) {
    return readingOf(yield* ask(context, command('PULL')));
  },
  write,
  warnings: ({ pushes, fetches }) => (pushes === 'force-with-lease' && fetches ? [leaseOfFetch] : []),
  source: 'core/storage/repository.ts',
});

const leaseOfFetch: Text = {
  en: 'The fetch tells the clone of other commits, and --force-with-lease then overwrites them.',
  zh: 'fetch 让克隆知道了别人的提交，--force-with-lease 随后就会把它们覆盖。',
};

function* write(context: Context, _: Held, { value, base }: Change): Program<Writing> {
  const tracked = context.settings.fetches ? yield* fetch(context, base) : base;
  return writingOf(yield* ask(context, command('PUSH', value, base, ...optionOf(context.settings, { base, tracked }))));
}

/** Returns the head that was fetched: the new remote-tracking ref. A fetch that fails leaves it at `base`. */
function* fetch(context: Context, base: number): Program<number> {
  const reply = yield* ask(context, command('FETCH'));
  return reply.kind === 'ok' ? Number(reply.value) : base;
}

interface Known {
  readonly base: number;
  readonly tracked: number;
}

function optionOf({ pushes }: Settings, { base, tracked }: Known): readonly Argument[] {
  switch (pushes) {
    case 'plain':
      return [];
    case 'force':
      return ['--force'];
    case 'force-with-lease':
      return ['--force-with-lease', tracked];
    case 'force-with-sha':
      return ['--force-with-lease', base];
    default:
      return pushes satisfies never;
  }
}

function* serve(request: Request, server: ResourceServer<Settings>): Program<Value> {
  const { cell, settings } = server;
  const { command: name, args } = request;
  if (name === 'PULL') {
    server.reportRead(null);
    return [cell.value, cell.version];
  }
  // What is fetched is not merged, so it is no read: the client's commit is still based on what it pulled.
  if (name === 'FETCH') return cell.version;

  const value = numberAt(args, 0);
  const base = numberAt(args, 1);
  if (name !== 'PUSH' || value === null || base === null) throw unknownRequest(request);
  const option = args[2];
  const expected = option === '--force' ? cell.version : option === '--force-with-lease' ? numberAt(args, 3) : base;
  const isFastForward = base === cell.version;
  if (expected !== cell.version || (settings.denyNonFastForwards && !isFastForward)) {
    server.reject({ check: 'version', base, against: cell.version, value });
    return null;
  }
  return server.accept({ value, base, token: null });
}
