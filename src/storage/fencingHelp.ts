/** What the settings of fencing are for. The page opens without it (`model/help.ts`). */
import type { HelpOf } from '../model/help';
import type { fencingFields } from './fencing';

export const fencingHelp: HelpOf<typeof fencingFields> = {
  compare: {
    en: 'Compared with the highest token seen. With “greater”, a holder can write only once. A counter that fell back gives two clients the same number: then only the lock’s own value tells them apart.',
    zh: '与见过的最大 token 比较。若要求“更大”，持有者只能写一次。计数器若倒退，会把同一个数给两个客户端，这时只有锁自己的值能区分它们。',
  },
  readsLeaveToken: {
    en: 'A read counts as seen too, so that an older holder can no longer write what the reader would destroy. With “greater”, it shuts out the reader itself.',
    zh: '读也算见过：新持有者一读，旧持有者的写就被拒绝，不会写进去再被覆盖。若同时要求“更大”，读者自己也写不了。',
  },
};
