/** The id of the field that has the name of a number, by which the picture finds it. */
export const nameField = (number: number): string => `name-of-${number}`;
