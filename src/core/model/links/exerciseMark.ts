/** The prefix behind `#` in an address that holds an exercise. */
export const exerciseMark = 'x=';

export const isExerciseLink = (hash: string): boolean => hash.replace(/^#/, '').startsWith(exerciseMark);
