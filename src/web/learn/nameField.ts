/** The id of the name field of a number, by which the picture finds it. */
export const nameField = (number: number): string => `name-of-${number}`;
