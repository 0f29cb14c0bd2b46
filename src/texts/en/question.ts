/** The question that a run leaves, in English. */
export const question = {
  saved: (value: string) => `What would have saved ${value}?`,
  savedUpdate: 'What would have saved the update?',
  once: 'What would have made it happen only once?',
  whole: 'What would have kept the object whole?',
  apart: 'What would have kept the two apart?',
  letIn: 'What would have let them in?',
  breaks: 'What breaks it?',
  room: {
    asks: 'What will happen?',
    guesses: {
      nothing: 'Nothing',
      overlap: 'Two are inside',
      lost: 'An update is lost',
      nobody: 'Nobody gets in',
    },
    judged: {
      right: (guess: string) => `You said “${guess}”: right.`,
      more: (guess: string) => `You said “${guess}”: right, and there is more.`,
      wrong: (guess: string) => `You said “${guess}”: wrong.`,
      open: (guess: string) => `You said “${guess}”: this run does not show it.`,
    },
  },
};
