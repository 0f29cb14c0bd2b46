/** 一次运行留下的问题。 */
import type { question as english } from '../en/question';

export const question: typeof english = {
  saved: (value) => `怎样才能保住 ${value}？`,
  savedUpdate: '怎样才能保住那次更新？',
  apart: '怎样才不会同时有两个在锁内？',
  once: '怎样才不会做两次？',
  letIn: '怎样才能让它们拿到锁？',
  breaks: '什么会弄坏它？',
};
