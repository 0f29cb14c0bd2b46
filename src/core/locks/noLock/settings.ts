/** The name and texts of "no lock". There is nothing to set. */

export const noLockTexts = {
  about: {
    en: 'For comparison: every client goes ahead at once, and whatever is still intact afterwards was protected by the storage alone.',
    zh: '谁来都立即放行，用作对照：最后若仍然正确，那全是资源自己的功劳。',
  },
  lossReport: {
    by: 'nobody',
    when: { en: 'Never: there is no lock to lose.', zh: '永远不会：没有锁可失去。' },
    usually: { en: 'Finishes its work.', zh: '一直干到底。' },
  },
} as const;

export const noLockFields = {} as const;
