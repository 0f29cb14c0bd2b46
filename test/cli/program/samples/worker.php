<?php // The usual lock over the extension phpredis.
$url = parse_url(getenv('REDIS_URL'));
$redis = new Redis();
$redis->connect($url['host'], $url['port']);
$mark = bin2hex(random_bytes(16));
$lease = (int) (1000 * (getenv('LEASE') ?: 2));
while (!$redis->set('stock', $mark, ['nx', 'px' => $lease])) usleep(50000);
$count = (int) $redis->get('counter');
$redis->set('counter', $count + 1);
$release = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";
$redis->eval($release, ['stock', $mark], 1);
