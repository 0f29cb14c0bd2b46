<?php // Two locks that theory breaks: one without an expiry, and one whose release asks nobody whose lock it is.
$address = parse_url(getenv('REDIS_URL'));
$redis = new Redis();
$redis->connect($address['host'], $address['port']);
$options = $argv[1] === 'no-expiry' ? ['nx'] : ['nx', 'px' => (int) getenv('LEASE_MS')];
while (!$redis->set('lock', getmypid(), $options)) usleep(50000);
$redis->set('count', (int) $redis->get('count') + 1);
$redis->del('lock');
