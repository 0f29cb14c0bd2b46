/** The prefix behind `#` in an address that holds a recorded run. */
export const recordedMark = 'r=';

export const isRecordedLink = (hash: string): boolean => hash.replace(/^#/, '').startsWith(recordedMark);
