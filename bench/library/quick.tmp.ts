import { type ContenderName, contenders } from './contenders';
import { startServers } from './servers';

const servers = await startServers(5);
const names = (process.env.NAMES ?? 'raw,ours,beta,sesamecare,universal').split(',') as ContenderName[];
const inFlights = (process.env.FLIGHT ?? '1,32').split(',').map(Number);
const rounds = Number(process.env.ROUNDS ?? 5);
const acq: any = {};
for (const name of names) acq[name] = await contenders[name](await servers.connect());
const cpu: any = {};
async function burst(name: string, inFlight: number, ms: number) {
  let cycles = 0;
  const c0 = process.cpuUsage();
  const end = performance.now() + ms;
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async (_, i) => {
      while (performance.now() < end) {
        const release = await acq[name](`${name}:${i}:${cycles++}`);
        await release();
      }
    }),
  );
  const c1 = process.cpuUsage(c0);
  (cpu[name + inFlight] ??= []).push((c1.user + c1.system) / cycles, c1.user / cycles);
  return (cycles / (performance.now() - begin)) * 1000;
}
try {
  for (const inFlight of inFlights) {
    for (const name of names) await burst(name, inFlight, 600);
    const all: Record<string, number[]> = {};
    for (let r = 0; r < rounds; r++)
      for (const name of names) (all[name] ??= []).push(await burst(name, inFlight, 300));
    const med = (l: number[]) => l.sort((a, b) => a - b)[l.length >> 1]!;
    const base = names[0]!;
    const first = [...all[base]!];
    const ratios = names.map((n) => [
      n,
      med(all[n]!.map((v, i) => v / first[i]!)).toFixed(3),
      Math.round(med([...all[n]!])),
    ]);
    console.log(
      inFlight,
      ratios,
      Object.fromEntries(
        Object.entries(cpu).map(([k, v]: any) => [
          k,
          v
            .slice(-8)
            .map((x: number) => x.toFixed(0))
            .join(' '),
        ]),
      ),
    );
  }
} catch (e: any) {
  console.log(e.message);
  for (const a of e.attempts)
    console.log(await a.then((x: any) => [x.votesFor.size, ...x.votesAgainst.values()].map(String)));
} finally {
  await servers.stop();
  process.exit(0);
}
