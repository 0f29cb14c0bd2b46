/** What the package prints about itself and about the page that it serves, in both languages. */
import type { Language, Text } from '../../core/model/values/text';

interface Listed {
  readonly name: string;
  readonly says: Text;
}

const lines = (commands: readonly Listed[], language: Language): string =>
  commands.map(({ name, says }) => name.padEnd(9) + says[language]).join('\n');

export const usage = (called: string, commands: readonly Listed[]): Text => ({
  en: `${called} [--port 5180] [--host 127.0.0.1] [--runs 3] [--lock my-lock.ts] [--lang en|zh]
${called} <command>

Serves the playground, and says where. Runs on real Redis need a redis-server on the PATH, or REDIS_URLS=redis://…,redis://…
--port  the port of the page; if it is taken, the next free one.
--host  the address at which others reach it; the printed link then has a token.
--runs  how many runs on real Redis at once; the others wait.
--lock  the file of your own lock. The page own/ runs it on real Redis: each client is a process that runs the file, without a
        sandbox. Its code stays on this machine. It is read again for each run.

${lines(commands, 'en')}
Each has --help, all have --version. skill/SKILL.md in this package says to a coding assistant when and how to attack. Exit code 2: bad input.`,
  zh: `${called} [--port 5180] [--host 127.0.0.1] [--runs 3] [--lock my-lock.ts] [--lang en|zh]
${called} <命令>

启动试验场，并打印地址。在真实 Redis 上运行需要 PATH 中有 redis-server，或设置 REDIS_URLS=redis://…,redis://…
--port  页面的端口；被占用时用下一个空闲端口。
--host  供其他机器访问的地址；此时打印的链接带有令牌。
--runs  在真实 Redis 上最多同时运行几个，其余排队。
--lock  你自己的锁的文件。own/ 页面让它在真实 Redis 上运行：每个客户端是一个运行这份代码的进程，没有沙箱。
        代码留在本机，每次运行都重新读取。

${lines(commands, 'zh')}
每个命令都有 --help 和 --version。包里的 skill/SKILL.md 告诉编程助手何时攻击、怎样攻击。退出码 2：输入有误。`,
});

export const attack: Text = {
  en: 'looks for the fewest faults that break the lock in your file',
  zh: '找出最少用几个故障能破坏你文件里的锁',
};
export const play: Text = {
  en: 'tells a story, a scenario or a link as a run, event by event',
  zh: '运行一个故事、场景或链接，逐个事件讲述',
};
export const explore: Text = {
  en: 'looks for the fewest faults that do harm in one of the locks here',
  zh: '找出最少用几个故障能让这里的某把锁造成危害',
};
export const which: Text = { en: 'recommends a lock for your answers', zh: '根据你的回答推荐一把锁' };
export const mcp: Text = {
  en: 'serves all of this as tools to a coding assistant (MCP, over stdio)',
  zh: '把这些功能作为工具提供给编程助手（MCP，通过标准输入输出）',
};

export const noCommand = (name: string, names: readonly string[]): Text => ({
  en: `There is no command "${name}"; there are ${names.join(', ')}. --help says what they do.`,
  zh: `没有命令“${name}”，只有 ${names.join('、')}。--help 说明它们的作用。`,
});

export const more = (called: string, names: readonly string[]): Text => ({
  en: `Also: ${called} ${names.join(' | ')}. --help says what they do. Ctrl+C ends the page.`,
  zh: `还可以：${called} ${names.join(' | ')}。--help 说明它们的作用。按 Ctrl+C 结束。`,
});

export const portTaken = (port: number): Text => ({
  en: `Port ${port} is in use, so the next free one is taken.`,
  zh: `端口 ${port} 已被占用，改用下一个空闲端口。`,
});

export const noPort = (port: number, problem: string): Text => ({
  en: `No port from ${port} on can be opened: ${problem}`,
  zh: `从 ${port} 起没有可用的端口：${problem}`,
});

export const noBackend = (problem: string): Text => ({
  en: `Real Redis cannot run here: ${problem}`,
  zh: `这里无法运行真实 Redis：${problem}`,
});

export const badNumber = (option: string, most: number): Text => ({
  en: `${option} must be a whole number from 1 to ${most}.`,
  zh: `${option} 必须是 1 到 ${most} 的整数。`,
});

export const needsHost: Text = {
  en: '--host takes an address of this machine.',
  zh: '--host 后面要写本机的一个地址。',
};

export const needsFile: Text = { en: '--lock takes the path of a file.', zh: '--lock 后面要写文件的路径。' };
