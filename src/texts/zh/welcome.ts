/** The words for a first visit, in Chinese. */
import type { welcome as english } from '../en/welcome';

export const welcome: typeof english = {
  label: '初次来访',
  what: '分布式锁在这里的时间线上运行，也在这里失灵：每一次暂停、崩溃和丢失的消息都由你安排。',
  hint: (n, of) => `${n} / ${of}`,
  hints: {
    play: '运行正在播放。在这里停止，逐个事件前进；空格键和方向键也行。',
    fault: '拖动那段暂停，或它的一端：运行随之改变。',
    verdict: '结果如何，逐条说明因果。点击其中一条，即可跳到对应的时刻。',
    story: '更多故事在这里；点学士帽图标进入练习。',
  },
  next: '下一条提示',
  close: '关闭',
};
