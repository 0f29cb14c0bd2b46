/** The part of an address behind `#` that is a recorded run begins with it. */
export const recordedMark = 'r=';

export const isRecordedLink = (hash: string): boolean => hash.replace(/^#/, '').startsWith(recordedMark);
