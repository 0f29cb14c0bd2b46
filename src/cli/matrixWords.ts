/** The words of `matrix`, in both languages. The last line is the same in each language, because scripts read it. */

import { wholeNumber } from '../core/model/scenario/parse/allowedTexts';
import { formatMs } from '../core/model/values/format';
import type { Text } from '../core/model/values/text';
import type { Ms } from '../core/model/values/time';

export const usage: Text = {
  en: `npm run -s cli -- matrix [<check> …] [--rows a,b] [--same-lease] [--workers N] [--all] [--heads] [--lang en|zh]

Computes what one fault of each kind does behind every lock and library, and writes the tables in src/search/matrix/data.
<check>       one or more checks at the resource, such as no-check or version. Default: all that have a table.
--rows        only these rows, separated by commas. The others stay as they are.
--same-lease  every lock lasts for 10 s. By default each has its own lease.
--all         every table, with both kinds of leases.
--heads       no table, only what is written after the tables: what the site shows of rows and stories before it has loaded them,
              and the README's pictures of a table. It takes seconds.
The last line is "matrix: N cells computed, M changed". Ctrl+C stops: an unfinished table stays as it was, and the exit
code is 3. Exit code 2: bad input.`,
  zh: `npm run -s cli -- matrix [<检查> …] [--rows a,b] [--same-lease] [--workers N] [--all] [--heads] [--lang en|zh]

计算每种故障各一次时，每种锁和每个库最坏会怎样，并写入 src/search/matrix/data 中的表。
<检查>        资源端的一种或几种检查，如 no-check、version。不写则计算所有已有的表。
--rows        只计算这些行，用逗号分隔。其余的保持不变。
--same-lease  所有锁的租约都是 10 秒。不写则各用自己的租约。
--all         两种租约的所有表。
--heads       不算表，只重写平时在算完表之后写的内容：网站在加载锁和故事之前要显示的内容，以及 README 里的表格图。只要几秒。
最后一行是“matrix: N cells computed, M changed”。按 Ctrl+C 停止：没算完的表保持原样，退出码为 3。退出码 2：输入有误。`,
};

export const allIsAll: Text = {
  en: '--all computes every table, so it takes no check and no --same-lease.',
  zh: '--all 会计算所有的表，不能再写检查或 --same-lease。',
};

export const headsAreAlone: Text = {
  en: '--heads computes no table, so it takes no check, no --rows, no --same-lease and no --all.',
  zh: '--heads 不计算表，不能再写检查、--rows、--same-lease 或 --all。',
};

export const noRow = (row: string, rowNames: readonly string[]): Text => ({
  en: `There is no row "${row}". The rows are ${rowNames.join(', ')}.`,
  zh: `没有“${row}”这一行。现有的行：${rowNames.join('、')}。`,
});

export const lacksKinds = (kinds: readonly string[]): Text => ({
  en: `The tables have no column of ${kinds.join(', ')} yet: leave out --rows, so that every row gets it.`,
  zh: `表里还没有 ${kinds.join('、')} 这一列：请去掉 --rows，让每一行都算出来。`,
});

export function badWorkers(most: number): Text {
  const { en, zh } = wholeNumber(1, most);
  return { en: `--workers must be ${en}.`, zh: `--workers 必须是${zh}。` };
}

export const progress = (done: number, all: number, runs: number, rate: number): Text => ({
  en: `${done} of ${all} rows, ${runs} runs, ${rate} a second`,
  zh: `已完成 ${all} 行中的 ${done} 行，共 ${runs} 次运行，每秒 ${rate} 次`,
});

export const written = (file: string, after: Ms): Text => ({
  en: `${file} written after ${formatMs(after)}`,
  zh: `${formatMs(after)} 后写好 ${file}`,
});

export const changed = (row: string, kind: string, from: string, to: string): Text => ({
  en: `${row}, ${kind}: ${from} → ${to}`,
  zh: `${row}，${kind}：${from} → ${to}`,
});

export const lastLine = (computed: number, changes: number): string =>
  `matrix: ${computed} cells computed, ${changes} changed`;

export const stopped: Text = { en: 'Stopped before the end.', zh: '没有算完就停了。' };
