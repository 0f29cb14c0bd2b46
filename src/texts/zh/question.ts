/** 一次运行留下的问题。 */
import type { question as english } from '../en/question';

export const question: typeof english = {
  saved: (value) => `怎样才能保住 ${value}？`,
  savedUpdate: '怎样才能保住那次更新？',
  once: '怎样才能只做一次？',
  whole: '怎样才不会只写一半？',
  apart: '怎样才不会有两个客户端同时在锁内？',
  letIn: '怎样才能让客户端拿到锁？',
  breaks: '什么情况会让锁出问题？',
  room: {
    asks: '会发生什么？',
    guesses: {
      nothing: '什么事也没有',
      overlap: '两个同时在锁内',
      lost: '丢一次更新',
      nobody: '谁也进不去',
    },
    judged: {
      right: (guess) => `你选的是“${guess}”：对。`,
      more: (guess) => `你选的是“${guess}”：对，但还不止这些。`,
      wrong: (guess) => `你选的是“${guess}”：不对。`,
      open: (guess) => `你选的是“${guess}”：从这次运行看不出来。`,
    },
  },
};
