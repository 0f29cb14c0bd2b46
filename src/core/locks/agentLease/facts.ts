/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const agentLeaseFacts: LockFacts = {
  id: 'agent-lease',
  title: { en: 'Agent’s lease', zh: 'agent 的租约' },
  asLibrary: true,
  table: {
    family: 'agent-lease',
    isNeverRecommended: true,
    renewEvery: (own) => (own['renewedBy'] === 'nobody' ? null : Number(own['ttl']) / 3),
    rows: [
      { id: 'agent-lease', variant: { en: 'renewed by the harness', zh: 'harness 续期' } },
      {
        id: 'agent-lease-loop',
        settings: { renewedBy: 'loop' },
        variant: { en: 'renewed by the agent’s loop', zh: 'agent 的循环续期' },
      },
    ],
  },
};
