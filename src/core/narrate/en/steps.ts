/** The steps of sentinels in English. The keys are the names of the events that Redis logs. */
import type { SentinelEvent } from '../../model/trace/sentinelEvents';
import type { StepSentence } from '../phrases';

export const steps: Readonly<Record<SentinelEvent, StepSentence>> = {
  '+sdown': (who, whom) => `${who} gets no answer from ${whom} and considers it down (+sdown).`,
  '-sdown': (who, whom) => `${who} hears from ${whom} again (-sdown).`,
  '+odown': (who, whom) => `${who} has a quorum: enough sentinels consider ${whom} down (+odown).`,
  '-odown': (who, whom) => `${who} no longer has a quorum that considers ${whom} down (-odown).`,
  '+try-failover': (who, whom) => `${who} wants to replace ${whom} and asks for votes (+try-failover).`,
  '+vote-for-leader': (who, whom) => (who === whom ? `${who} votes for itself.` : `${who} votes for ${whom}.`),
  '+elected-leader': (who, whom) => `${who} is elected to replace ${whom} (+elected-leader).`,
  '-failover-abort-not-elected': (who) => `${who} has not been elected in time and gives up.`,
  '-failover-abort-no-good-slave': (who) => `${who} finds no replica that could take over, and gives up.`,
  '-failover-abort-slave-timeout': (who) => `${who} does not see its replica become a master in time, and gives up.`,
  '+selected-slave': (who, whom) => `${who} chooses ${whom}, the replica with the most data.`,
  '+promoted-slave': (who, whom) => `${who} learns that ${whom} is a master now.`,
  '+slave-reconf-sent': (who, whom) => `${who} tells ${whom} to follow the new master.`,
  '+failover-end': (who) => `${who} has finished the failover (+failover-end).`,
  '+switch-master': (who, whom) => `${who} tells the clients that ${whom} is the master (+switch-master).`,
  '+convert-to-slave': (who, whom) =>
    `${who} tells ${whom}, which still thinks it is the master, to follow the new one.`,
  '+fix-slave-config': (who, whom) => `${who} tells ${whom}, which follows a former master, to follow the new one.`,
  '+tilt': (who) => `${who} sees that its time has jumped and does nothing but watch for 30 s (TILT).`,
  '-tilt': (who) => `${who} trusts its time again (-tilt).`,
};
