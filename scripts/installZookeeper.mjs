// Installs ZooKeeper and a Java for it on Debian, so that a test can compare the simulated one with it. Nothing else
// needs it: `node scripts/installZookeeper.mjs`, as root. Elsewhere, put zkServer.sh on PATH or set
// ZOOKEEPER_ADDRESS=host:port.
import { spawnSync } from 'node:child_process';
import { findOnPath, findZookeeper } from './programs.cjs';

const packages = ['zookeeper', 'default-jre-headless'];

if (findZookeeper() !== undefined) console.log(`ZooKeeper is there: ${findZookeeper()}`);
else if (findOnPath('apt-get') === undefined || process.getuid?.() !== 0) {
  console.error(`This needs apt-get and root: sudo apt-get install -y ${packages.join(' ')}`);
  process.exitCode = 1;
} else {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const order of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', ...packages],
  ])
    spawnSync('apt-get', order, { env, stdio: 'inherit' });
  const found = findZookeeper();
  console.log(found === undefined ? 'It could not be installed.' : `ZooKeeper is there: ${found}`);
  process.exitCode = found === undefined ? 1 : 0;
}
