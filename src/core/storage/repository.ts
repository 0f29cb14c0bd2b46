/**
 * A branch of a git repository as the resource. A client pulls the branch, works, and pushes a commit whose parent is
 * the commit that it pulled. A plain push must be a fast-forward: the branch's head must be among the ancestors of the
 * new commit. Here that is its parent, since no push moves a branch back. Comparing and moving the branch is one step,
 * because git's server locks the ref meanwhile.
 * Sources: git 2.39, Documentation/git-push.txt (`--force`, `--force-with-lease` and its note on safety) and
 * `receive.denyNonFastForwards` of git-config. IstiN/dmtools-agents #116 forced a push that was refused;
 * rjmurillo/ai-agents #3745 is about agents that share a clone.
 */
import type { Program } from '../model/effects/effect';
import { type Argument, command, type Request, type Value } from '../model/effects/request';
import { choice, flag, type ValuesOf } from '../model/scenario/fields';
import {
  type Change,
  defineResource,
  type ResourceContext,
  type ResourceServer,
  type Writing,
} from '../model/scenario/resource';
import type { Text } from '../model/values/text';
import { ask, parseStorageRequest, read, write } from './storageClient';

const fields = {
  pushes: choice({
    label: { en: 'Pushes', zh: '推送方式' },
    help: {
      en: '--force overwrites whatever is there. --force-with-lease compares the branch with what this clone believes about it, its remote-tracking ref, and any fetch renews that belief. With a SHA it compares the branch with that commit.',
      zh: '--force 不管远端是什么都覆盖。--force-with-lease 拿远端分支与本地克隆所记的远端位置（远程跟踪引用）比较，而任何一次 fetch 都会更新它。写明 SHA 时，比较的就是那个提交。',
    },
    options: [
      { id: 'plain', label: { en: 'git push', zh: 'git push' } },
      {
        id: 'plain-then-force',
        label: { en: 'git push, and --force if it is refused', zh: 'git push，被拒就 --force' },
        pitfall: true,
      },
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
      en: 'receive.denyNonFastForwards of git, a protected branch of a forge: a push that is not a fast-forward is refused, with --force, too.',
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
    en: 'A branch of a git repository: a push that is not a fast-forward is refused, as long as nobody forces it.',
    zh: 'git 仓库里的一个分支：不是快进的推送会被拒绝，只要没人强制推送。',
  },
  fields,
  needsToken: false,
  keepsData: ({ pushes, fetches, denyNonFastForwards }) => {
    const overwrites = pushes.endsWith('force') || (pushes === 'force-with-lease' && fetches);
    return overwrites && !denyNonFastForwards ? 'in-some-cases' : 'always';
  },
  serve,
  read: (context) => read(context),
  write: (context, _held, change) => push(context, change),
  warnings: ({ pushes, fetches }) => (pushes === 'force-with-lease' && fetches ? [leaseOfFetch] : []),
  source: 'core/storage/repository.ts',
});

const leaseOfFetch: Text = {
  en: 'The fetch tells the clone of other commits, and --force-with-lease then overwrites them.',
  zh: 'fetch 让克隆知道了别人的提交，--force-with-lease 随后就会把它们覆盖。',
};

function* push(context: Context, change: Change): Program<Writing> {
  const { pushes, fetches } = context.settings;
  const tracked = fetches ? yield* fetch(context, change.base) : change.base;
  const versions = { base: change.base, tracked };
  if (pushes !== 'plain-then-force') return yield* write(context, change, null, ...optionOf(pushes, versions));
  const pushed = yield* write(context, change);
  return pushed.kind === 'rejected' ? yield* write(context, change, null, ...optionOf('force', versions)) : pushed;
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

function optionOf(
  pushes: Exclude<Settings['pushes'], 'plain-then-force'>,
  { base, tracked }: Known,
): readonly Argument[] {
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
  // The fetched commit is not merged, so this is no read: the client's commit is still based on the one that it pulled.
  if (request.command === 'FETCH') return cell.version;
  const storageRequest = parseStorageRequest(request);
  if (storageRequest.kind === 'read') {
    server.reportRead(null);
    return [cell.value, cell.version];
  }
  const { value, base } = storageRequest;
  const [, , option, sha] = request.args;
  const expected = option === '--force' ? cell.version : option === '--force-with-lease' ? Number(sha) : base;
  const isFastForward = base === cell.version;
  if (expected !== cell.version || (settings.denyNonFastForwards && !isFastForward)) {
    server.reject({ check: 'version', base, against: cell.version, value });
    return null;
  }
  return server.accept({ value, base, token: null });
}
