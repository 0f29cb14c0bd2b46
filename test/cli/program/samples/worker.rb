# The usual lock over redis-rb.
require "redis"
require "securerandom"

redis = Redis.new(url: ENV["REDIS_URL"])
mark = SecureRandom.uuid
lease = (ENV.fetch("LEASE", "2").to_f * 1000).to_i
sleep 0.05 until redis.set("stock", mark, nx: true, px: lease)
count = redis.get("counter").to_i
redis.set("counter", count + 1)
redis.eval("if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0", ["stock"], [mark])
