# A lock by hand: SET NX PX, released by a script that compares the owner's mark.
import os, time, uuid
import redis

client = redis.from_url(os.environ["REDIS_URL"])
mark = str(uuid.uuid4())
lease = int(float(os.environ.get("LEASE", "2")) * 1000)
while not client.set("stock", mark, nx=True, px=lease):
    time.sleep(0.05)
count = int(client.get("counter") or 0)
client.set("counter", count + 1)
release = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0"
client.eval(release, 1, "stock", mark)
