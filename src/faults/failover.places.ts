/**
 * A master that has replicas can fail before each request that is sent to it, and just after it has taken one in, which its
 * replicas may not have yet. Each of them can take its place. The old master dies, or goes on with one client.
 */
import { isClient, masterOf, type ProcessId, roleOf } from '../model/scenario';
import { atPoints, beforeRequests, type Placed, type Survey } from './places';

export const failover: Placed = {
  strengths: [],
  isTold: false,
  places: (survey) => {
    const masters = survey.processes.filter((id) => replicasOf(id, survey).length > 0);
    return masters.flatMap((master) =>
      waysOf(master, survey).flatMap((how) => [
        ...beforeRequests(survey, (process, when) => ({ kind: 'failover', process, when, ...how })).filter(
          ({ process }) => process === master,
        ),
        ...atPoints(
          master,
          survey.taken.filter(({ process }) => process === master),
          (when) => ({ kind: 'failover', process: master, when, ...how }),
        ),
      ]),
    );
  },
};

const replicasOf = (master: ProcessId, { processes }: Survey): readonly ProcessId[] =>
  processes.filter((id) => roleOf(id) === 'replica' && masterOf(id) === master);

function waysOf(master: ProcessId, survey: Survey) {
  const staying = [{}, ...survey.processes.filter(isClient).map((client) => ({ cutOff: [client] }))];
  return replicasOf(master, survey).flatMap((promote) => staying.map((how) => ({ promote, ...how })));
}
