/** Messages about an address that names something that does not exist or cannot be loaded. */
import type { Text } from '../../core/model/values/text';

/** @param a in upper case at the beginning of a sentence */
export const partNotLoaded = (a: 'A' | 'a', reason: string): Text => ({
  en: `${a} part of the page could not be loaded (${reason}).`,
  zh: `页面的一部分无法载入（${reason}）。`,
});

export const noEvent = (event: number, count: number): Text => ({
  en: `The run has no event ${event}; it has ${count}.`,
  zh: `这次运行没有事件 ${event}；共有 ${count} 个。`,
});

export const noStory = (words: string): Text => ({
  en: `There is no story “${words}”.`,
  zh: `没有故事“${words}”。`,
});

/** The page opens with the story that it has. */
export const notLoaded = (words: string): Text => ({
  en: `The story “${words}” could not be loaded. Reload the page to try again.`,
  zh: `故事“${words}”无法载入。请重新加载页面再试。`,
});

export const noVariant = (story: string, variant: string, variants: readonly string[]): Text => ({
  en: `The story “${story}” has no variant “${variant}”; it has: ${variants.join(', ')}.`,
  zh: `故事“${story}”没有变体“${variant}”；有：${variants.join('、')}。`,
});
