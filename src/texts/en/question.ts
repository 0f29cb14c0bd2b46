/** The question that a run leaves, in English. */
export const question = {
  saved: (value: string) => `What would have saved ${value}?`,
  savedUpdate: 'What would have saved the update?',
  apart: 'What would have kept them apart?',
  once: 'What would have kept it to once?',
  letIn: 'What would have let them in?',
  breaks: 'What breaks it?',
};
