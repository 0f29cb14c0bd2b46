/** The pages of the site by name, in English. */
export const ways = {
  label: 'Other pages',
  playground: 'Playground',
  exercises: 'Exercises',
  examples: 'Examples',
  matrix: 'What breaks what',
  own: 'Your own lock',
};
