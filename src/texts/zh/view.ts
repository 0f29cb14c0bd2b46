/** The words of what moves the view of the timeline, in Chinese: the hint of the wheel, the brush on the overview. */
import type { view as english } from '../en/view';

export const view: typeof english = {
  wheel: '缩放：先点击时间线，或按住 Ctrl 并滚动滚轮',
  buttons: '缩放',
  brush: '显示的时段',
  shown: (from, to) => `${from} 至 ${to}`,
  start: '时段的起点',
  end: '时段的终点',
};
