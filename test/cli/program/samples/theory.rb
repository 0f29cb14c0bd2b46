# Two locks that theory breaks: one that looks before it takes, and one that counts.
require 'redis'
redis = Redis.new(url: ENV['REDIS_URL'])
lease = ENV['LEASE_MS'].to_i
if ARGV[0] == 'check-then-set'
  sleep 0.05 while redis.exists?('lock')
  redis.set('lock', Process.pid, px: lease)
else
  sleep 0.05 until redis.incr('lock') == 1
  redis.pexpire('lock', lease)
end
redis.set('count', redis.get('count').to_i + 1)
redis.del('lock')
