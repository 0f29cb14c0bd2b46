/** What `record` prints about itself and its input, in both languages. */
import type { Text } from '../../core/model/values/text';

export const usage: Text = {
  en: `npm run cli -- record <story | scenario.json | link> [--present | --bench] [--dark] [--out FILE.gif] [--lang en|zh]

Makes a film of a run, as a GIF. A story is given by its id, or by its number and variant: 20, 20b, 4:fix.
--present  as shown in a room
--bench    with all lanes
--dark     in dark colours
--out      the file to write; default: one named after the story, in the current folder`,
  zh: `npm run cli -- record <故事 | scenario.json | 链接> [--present | --bench] [--dark] [--out 文件.gif] [--lang en|zh]

把一次运行录成影片，存为 GIF。故事用 id，或编号加变体：20、20b、4:fix。
--present  投影的样子
--bench    画出全部泳道
--dark     深色
--out      要写的文件；不写则以故事命名，放在你的文件夹里`,
};

export const nothing: Text = {
  en: 'Say which run to film: a story (20, 20b, pause-before-write), a file, or a link. --help says more.',
  zh: '请写明要录哪次运行：故事（20、20b、pause-before-write）、文件或链接。--help 有说明。',
};

export const oneSize: Text = {
  en: '--present and --bench cannot be used together.',
  zh: '--present 和 --bench 只能选一个。',
};

export const badFile: Text = {
  en: '--out takes a file path that ends with .gif.',
  zh: '--out 后面写一个以 .gif 结尾的文件路径。',
};

export const cannotWrite = (file: string, reason: string): Text => ({
  en: `${file} cannot be written: ${reason}`,
  zh: `无法写入 ${file}：${reason}`,
});

export const written = (file: string, kB: number, length: string): Text => ({
  en: `${file}: ${kB} kB, ${length}`,
  zh: `${file}：${kB} kB，${length}`,
});
