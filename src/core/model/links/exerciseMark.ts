/** The part of an address behind `#` that is an exercise begins with it. */
export const exerciseMark = 'x=';

export const isExerciseLink = (hash: string): boolean => hash.replace(/^#/, '').startsWith(exerciseMark);
