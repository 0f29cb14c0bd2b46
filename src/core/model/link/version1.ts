/**
 * What links of version 1 were made with. Apart from added settings, nothing here ever changes, or links that people
 * have sent would break. A better dictionary or other defaults make a version 2.
 */
import type { Settings } from '../scenario';

/** The settings that a scenario without a story is compared with. */
export const settings1: Settings = {
  clients: 2,
  rounds: 1,
  stagger: 300,
  think: 100,
  work: 300,
  adds: 'one',
  storageTimeout: 2000,
  check: 'none',
  whenLost: 'usual',
  nodes: { count: 5, persistence: 'none', disk: 'honest', replicas: 0, replicaLag: 2 },
  latency: 10,
  loss: 0,
  connectionLife: 900_000,
  duration: 10_000,
  patience: 5_000,
};

export const seed1 = 1;

/** Words that the compressor knows beforehand. The likeliest are last, where they cost least. */
export const dictionary1 = [
  '"storageA","storageB","service","wakesTo":"messages","timers","offset":"own":{"clock":{"ppm":"start":',
  '"disk":"lies","honest","persistence":"always","everysec","none","replicaLag":"never","replicas":',
  '"storageTimeout":"duration":"patience":"check":"before-write","loss":"latency":{"min":"p50":"p99":"max":',
  '"ask":"sequence","parallel","startOrder":"rotated","same","keys":"nodeTimeout":"driftFactor":"driftMs":',
  '"tries":"retryDelay":"retryJitter":"releaseBetweenTries":"releaseTo":"granted","all","validityCheck":"minValidity":',
  '"clock":"wall","mono","larger","extensions":"reconnectOnTimeout":"token":"one-node","quorum","none"',
  '"expiry":"none","px","value":"fixed","random","release":"get-del","del","script","wait":"checked","ignored",',
  '"waitReplicas":"waitTimeout":"token":"counter","compare":"greater","not-smaller","readsLeaveToken":true,false,',
  '"storage":{"id":"no-check"},"version"},"fencing"},"settings":{',
  '"lock":{"id":"single-node","redlock","settings":{"ttl":1000,"token":',
  '"kind":"clock-drift","clock-slew","over":"clock-jump","suspend","failover","promote":"cutOff":["restart","power-loss",',
  '"crash","restartAfter":"never","ever","kind":"slow","cut","bothWays":true,',
  '"kind":"delay","lose","by":"message":{"from":"storage","to":"nodeA","leg":"push","reply","request","after":',
  '"kind":"request","side":"before","after",["nodeA","nodeB","nodeC","nodeD","nodeE"],"from":["client1"],"to":["replicaA1","client3",',
  '"step":"t1","t2","ask","set","delete","validity","release-nodes","extend","think","check","read","acquire","release","work","write",',
  '"stagger":"rounds":"think":"work":"clients":3,"nodes":{"count":',
  '"plus":"nth":1,"process":"client2","process":"client1","nth":1}',
  '{"when":{"kind":"step","process":"client1","step":"write","nth":1},"kind":"pause","process":"client1","for":1000}',
  '"kind":"time","at":0},"settings":{"faults":{"pause1":{"when":{"at":null,"seed":',
  '"v":"fix","k":["w":1,{"s":"pause-before-write","v":"b","p":{"',
].join('');
