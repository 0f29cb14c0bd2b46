import { Redlock } from '../../src/redlock';
const make = () => ({ call: async () => 1, set: async (..._: any[]) => 'OK', evalsha: async (..._: any[]) => 1, eval: async (..._: any[]) => 1, pipeline: () => ({}), duplicate() {}, disconnect() {}, quit: async () => 1 });
const clients = Array.from({ length: 5 }, make) as any[];
const redlock = new Redlock(clients);
const maj = (ask: (c: any) => Promise<unknown>) => new Promise<void>((resolve, reject) => { let g = 0, r = 0; for (const c of clients) ask(c).then((a) => { if (a === 'OK' || a === 1) { if (++g === 3) resolve(); } else if (++r > 2) reject(new Error()); }, reject); });
const raw = async (i: number) => { const o = `raw${i}`; await maj((c) => c.set('k', o, 'PX', 1000, 'NX')); await maj((c) => c.evalsha('x', 1, 'k', o)); };
const ours = async () => { const lock = await redlock.acquire(['k'], 10_000); await lock.release(); };
const n = Number(process.env.N ?? 20000);
async function time(f: (i: number) => Promise<void>) { const c = process.cpuUsage(); for (let i = 0; i < n; i++) { await f(i); if (i % 50 === 0) await new Promise((r) => setImmediate(r)); } const d = process.cpuUsage(c); return (d.user + d.system) / n; }
for (let r = 0; r < 6; r++) console.log('raw', (await time(raw)).toFixed(2), 'ours', (await time(ours)).toFixed(2), 'µs cpu per cycle');
