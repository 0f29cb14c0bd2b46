/** The icons of an embed, as drawn by lucide. Lucide's React component is loaded with the scene only. */
export const signs = {
  back: ['m15 18-6-6 6-6'],
  on: ['m9 18 6-6-6-6'],
  play: ['M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z'],
  pause: [
    'M15 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1z',
    'M6 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1z',
  ],
  leaving: ['M7 7h10v10', 'M7 17 17 7'],
} as const;
