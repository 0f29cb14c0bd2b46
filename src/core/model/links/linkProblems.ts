/** The problems that a person is shown when a link cannot be opened. */
import type { Problem } from '../scenario/parse/problem';
import { firstOf } from '../scenario/parse/problems';
import type { Text } from '../values/text';

export const noLink: Text = {
  en: 'This is not a playground link: after the # it should begin with “v1.”.',
  zh: '这不是本试验场的链接：# 之后应以“v1.”开头。',
};

export const damaged: Text = {
  en: 'The link is damaged: a part of it is missing or was changed on the way. Please copy the whole link again.',
  zh: '链接已损坏：缺了一部分，或在途中被改动。请重新完整复制。',
};

export const tooLong: Text = {
  en: 'The link is too long: it holds more than 256 kB, the most that a link may hold.',
  zh: '链接太长：内容超过了链接最多能带的 256 kB。',
};

export const otherVersion = (version: string): Text => ({
  en: `The link was made by another version of the playground (v${version}); this one reads v1.`,
  zh: `这个链接由另一个版本的试验场生成（v${version}）；这里只能读取 v1。`,
});

/** For a link that should hold a scenario. */
export const isCode: Text = {
  en: 'This link carries the code of a lock. It opens on the page own/ alone, where the code runs in a sandbox.',
  zh: '这个链接带有一把锁的代码，只能在 own/ 页面打开：代码在那里的沙箱中运行。',
};

export const codeTooLong = (bytesMax: number): Text => ({
  en: `The code of the link is longer than a link may carry (${bytesMax / 1000} kB).`,
  zh: `链接里的代码超过了链接可携带的长度（${bytesMax / 1000} kB）。`,
});

export function noStory(id: string, variant: string | undefined): Text {
  return variant === undefined
    ? { en: `The link belongs to a story “${id}”, which does not exist here.`, zh: `这里没有链接所属的故事“${id}”。` }
    : {
        en: `The link belongs to the variant “${variant}” of the story “${id}”, which does not exist here.`,
        zh: `这里没有链接所属的变体：故事“${id}”的“${variant}”。`,
      };
}

export function badScenario(problems: readonly Problem[]): Text {
  const { en, zh } = firstOf(problems, damaged);
  return { en: `The link holds a scenario that cannot be run. ${en}`, zh: `链接里的场景无法运行。${zh}` };
}
