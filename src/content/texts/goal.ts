/** The small tasks after the first end of a scene. */
const en = {
  offer: { keep: 'Can you keep it safe?', break: 'Can you break it with less?' },
  /** What is dragged: `the pause`. */
  what: { pause: 'the pause', other: 'the fault' },
  task: {
    keep: (what: string, isData: boolean) =>
      `Drag ${what}: as long as you can. ${isData ? 'The data must be safe, and not by luck.' : 'The lock must work.'}`,
    break: (what: string, isData: boolean) =>
      `Drag ${what}: as short as you can. The ${isData ? 'data must not be safe' : 'lock must fail'}.`,
  },
  /** What came of the length that was tried last. `what`: how the run ended. */
  yours: (length: string, what: string) => `Yours: ${length}, and ${what}.`,
  more: { keep: 'It can be longer.', break: 'It can be shorter.' },
  fails: { keep: 'Shorter!', break: 'Longer!' },
  done: {
    keep: (length: string) => `Done! The longest is ${length}.`,
    break: (length: string) => `Done! The shortest is ${length}.`,
  },
  safe: (isData: boolean): string => (isData ? 'the data is safe' : 'the lock works'),
  close: 'Back to the answers',
};

const zh: typeof en = {
  offer: { keep: '你能让它不出事吗？', break: '你能用更小的故障弄坏它吗？' },
  what: { pause: '停顿', other: '故障' },
  task: {
    keep: (what, isData) => `拖动${what}：尽量长。${isData ? '数据必须保住，而且不能只靠运气。' : '锁必须守住。'}`,
    break: (what, isData) => `拖动${what}：尽量短。${isData ? '要让数据出事。' : '要让锁失守。'}`,
  },
  yours: (length, what) => `你的：${length}，${what}。`,
  more: { keep: '还可以更长。', break: '还可以更短。' },
  fails: { keep: '再短一点！', break: '再长一点！' },
  done: {
    keep: (length) => `完成！最长是 ${length}。`,
    break: (length) => `完成！最短是 ${length}。`,
  },
  safe: (isData) => (isData ? '数据保住了' : '锁守住了'),
  close: '回到答案',
};

export const goalWords = { en, zh };
