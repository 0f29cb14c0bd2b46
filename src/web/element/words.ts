/** The texts of the element around its frame. A foreign page loads them, so they are few. */
export const words = {
  en: { frame: 'A run in Redlock Playground', end: 'End of the run', open: 'Open this run in Redlock Playground' },
  zh: { frame: 'Redlock Playground 中的一次运行', end: '运行到此结束', open: '在 Redlock Playground 中打开这次运行' },
};
