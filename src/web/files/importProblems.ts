/** Messages about a file or a text that cannot be opened. */
import type { Text } from '../../core/model/values/text';
import { visibleToAll } from '../../core/model/values/visible';

export const neither: Text = {
  en: 'This is neither a playground link nor JSON.',
  zh: '这既不是试验场的链接，也不是 JSON。',
};

export const progress: Text = {
  en: 'This is saved progress of exercises; load it on the exercises page.',
  zh: '这是练习的进度；请在练习页面载入。',
};

export const fileNotRead = (reason: string): Text => ({
  en: `The file could not be read: ${visibleToAll(reason)}.`,
  zh: `无法读取文件：${visibleToAll(reason)}。`,
});
