/** What is said of a switch that is off, in English. One that is on is said by its name alone. */
export const switched = { off: 'off' };
