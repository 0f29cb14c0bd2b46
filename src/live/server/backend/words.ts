/** What a page reads when the backend does not begin its run, in both languages. */
import type { Text } from '../../../core/model/values/text';

export const unfit: Text = { en: 'This scenario is not valid.', zh: '这个场景不合要求。' };

export const noOwnLock: Text = {
  en: 'This server was started without a lock of your own, and takes no code from a page: npm start -- --lock my-lock.ts',
  zh: '启动这个服务器时没有指定你自己的锁，它也不接受页面发来的代码：npm start -- --lock my-lock.ts',
};

export const noOwnCheck: Text = {
  en: 'A check of your own runs only in the simulator: this server takes no code from a page.',
  zh: '你自己的检查只能在模拟器中运行：这个服务器不接受页面发来的代码。',
};

export const tooManyWait: Text = {
  en: 'Too many runs are waiting already. Please try again later.',
  zh: '排队的人太多了，请稍后再试。',
};

export const leftTheLine: Text = { en: 'Removed from the queue.', zh: '已退出排队。' };
