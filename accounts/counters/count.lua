-- Add ARGV[1] to the counter KEYS[1], which expires after ARGV[3] seconds. Return its count and that of KEYS[2].
-- ARGV[2] is the last count that the caller knows: a restarted Redis may have lost the counter.
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
local least = tonumber(ARGV[1]) + tonumber(ARGV[2])
if count < least then
  redis.call('SET', KEYS[1], least, 'EX', ARGV[3])
  count = least
elseif count == tonumber(ARGV[1]) then
  redis.call('EXPIRE', KEYS[1], ARGV[3])
end
return {count, KEYS[2] and tonumber(redis.call('GET', KEYS[2]) or 0) or 0}
