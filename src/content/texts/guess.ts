/** A guess before the run plays, and what became of it. */
const en = {
  asks: 'What will happen?',
  guesses: {
    nothing: 'Nothing',
    overlap: 'Two holders at once',
    lost: 'An update is lost',
    nobody: 'Nobody gets the lock',
  },
  judged: {
    right: (guess: string) => `You said “${guess}”: right.`,
    more: (guess: string) => `You said “${guess}”: right, and there is more.`,
    wrong: (guess: string) => `You said “${guess}”: wrong.`,
    open: (guess: string) => `You said “${guess}”: this run does not show it.`,
  },
};

const zh: typeof en = {
  asks: '会发生什么？',
  guesses: {
    nothing: '什么事也没有',
    overlap: '两个同时持锁',
    lost: '丢一次更新',
    nobody: '谁也拿不到锁',
  },
  judged: {
    right: (guess) => `你选的是“${guess}”：对。`,
    more: (guess) => `你选的是“${guess}”：对，但还不止这些。`,
    wrong: (guess) => `你选的是“${guess}”：不对。`,
    open: (guess) => `你选的是“${guess}”：从这次运行看不出来。`,
  },
};

export const guessWords = { en, zh };
