/** The words for a first visit, in English. */
export const welcome = {
  label: 'First visit',
  what: 'Here distributed locks run, and break, on a timeline: every pause, crash and lost message is yours to move.',
  hint: (n: number, of: number) => `${n} of ${of}`,
  hints: {
    play: 'The run plays. Stop it here and go from event to event, or use Space and the arrow keys.',
    fault: 'Drag the pause, or one of its ends: the run changes with it.',
    verdict: 'What happened, cause by cause. Click a cause to jump to it.',
    story: 'More stories are here; exercises are behind the graduation cap.',
  },
  next: 'Next hint',
  close: 'Close',
};
