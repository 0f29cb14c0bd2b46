/** The entry points of quorum-lock by what a user imports, and the file behind each. */
export const libraryEntries = {
  'quorum-lock': 'src/redlock/index.ts',
  'quorum-lock/watched': 'src/redlock/watched.ts',
  'quorum-lock/simulated': 'src/redlock/simulated.ts',
} as const;
