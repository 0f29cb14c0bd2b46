/** The name and texts of "no lock". There is nothing to set. */

export const noLockTexts = {
  title: { en: 'No lock', zh: '不加锁' },
  about: {
    en: 'Everybody is let in at once, for comparison: whatever is still in order afterwards was kept so by the resource alone.',
    zh: '谁来都立即放行，用作对照：最后若仍然正确，那全是资源自己的功劳。',
  },
} as const;

export const noLockFields = {} as const;
