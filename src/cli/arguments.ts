/** Turns the arguments of `play` into data, or says what is wrong with them. Reads no file and no story. */
import { parseArgs } from 'node:util';
import { seedField } from '../model/settingsFields';
import { type Language, languages, type Text } from '../model/text';

/** What to do, and the language of the output. */
export type Order =
  | { readonly kind: 'list'; readonly language: Language }
  | { readonly kind: 'help'; readonly language: Language }
  | {
      readonly kind: 'play';
      readonly target: string;
      /** Replaces the scenario's own seed. */
      readonly seed: number | undefined;
      readonly isJson: boolean;
      /** Whether it runs on real Redis instead of the simulator. */
      readonly isLive: boolean;
      readonly language: Language;
    };

export type Ordered =
  | { readonly ok: true; readonly order: Order }
  | { readonly ok: false; readonly problem: Text; readonly language: Language };

const options = {
  seed: { type: 'string' },
  lang: { type: 'string' },
  json: { type: 'boolean' },
  live: { type: 'boolean' },
  list: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const optionNames = '--seed, --lang, --json, --live, --list, --help';

export const usage: Text = {
  en: `npm run -s play -- <story | scenario.json | link> [--seed N] [--lang en|zh] [--json] [--live]
npm run -s play -- --list [--lang en|zh]

A story is given by its id, or by its number and variant: 20, 20b, 4:fix.
Prints the run, why it came out as it did, and as its last line the outcome.
--json prints scenario, verdict and events; times of events are in microseconds.
--live runs it on real Redis servers, with real processes and real faults, in real time.
  A redis-server is looked for in REDISMS_SYSTEM_BINARY and on PATH; REDIS_URLS=redis://…,redis://… takes servers that exist.`,
  zh: `npm run -s play -- <故事 | scenario.json | 链接> [--seed N] [--lang en|zh] [--json] [--live]
npm run -s play -- --list [--lang en|zh]

故事用 id，或编号加变体：20、20b、4:fix。
打印运行过程、结果的原因，最后一行是结果。
--json 打印场景、判定和事件；事件的时间以微秒为单位。
--live 在真实的 Redis 服务器上运行：真实的进程、真实的故障、真实的时间。
  redis-server 从 REDISMS_SYSTEM_BINARY 和 PATH 中寻找；REDIS_URLS=redis://…,redis://… 使用现有的服务器。`,
};

/** @param typed the words after the program's name. */
export function parseOrder(typed: readonly string[]): Ordered {
  const { values, positionals, tokens } = parseArgs({
    args: [...typed],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const language = languages.find((name) => name === values.lang) ?? 'en';
  const refuse = (problem: Text): Ordered => ({ ok: false, problem, language });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const problem = optionProblem(token.name, token.rawName, token.value);
    if (problem !== null) return refuse(problem);
  }
  if (values.help === true) return { ok: true, order: { kind: 'help', language } };
  if (values.list === true) {
    return positionals.length > 0 ? refuse(tooMany) : { ok: true, order: { kind: 'list', language } };
  }
  const [target, ...more] = positionals;
  if (target === undefined || target === '') return refuse(nothing);
  if (more.length > 0) return refuse(tooMany);
  const seed = typeof values.seed === 'string' ? Number(values.seed) : undefined;
  return {
    ok: true,
    order: { kind: 'play', target, seed, isJson: values.json === true, isLive: values.live === true, language },
  };
}

function optionProblem(name: string, rawName: string, value: string | undefined): Text | null {
  switch (name) {
    case 'json':
    case 'live':
    case 'list':
    case 'help':
    case 'h':
      return value === undefined ? null : { en: `${rawName} takes no value.`, zh: `${rawName} 不带值。` };
    case 'lang':
      return languages.some((language) => language === value)
        ? null
        : {
            en: `--lang must be one of ${languages.join(', ')}${not(value)}.`,
            zh: `--lang 必须是 ${languages.join('、')} 之一。`,
          };
    case 'seed':
      return seedProblem(value);
    default:
      return {
        en: `There is no option ${rawName}; there are ${optionNames}.`,
        zh: `没有选项 ${rawName}；可用的有 ${optionNames}。`,
      };
  }
}

function seedProblem(value: string | undefined): Text | null {
  const { min, max } = seedField;
  const isWhole = value !== undefined && /^\d{1,10}$/.test(value) && Number(value) >= min && Number(value) <= max;
  return isWhole
    ? null
    : {
        en: `--seed must be a whole number from ${min} to ${max}${not(value)}.`,
        zh: `--seed 必须是 ${min} 到 ${max} 的整数。`,
      };
}

const not = (value: string | undefined): string => (value === undefined ? '' : `, not "${value}"`);

const nothing: Text = {
  en: `What shall be played? Give a story, a scenario file or a link; --list lists the stories.`,
  zh: '要运行什么？请给出故事、场景文件或链接；--list 列出所有故事。',
};

const tooMany: Text = {
  en: 'Please give one story, scenario file or link at a time.',
  zh: '请一次只给一个故事、场景文件或链接。',
};
