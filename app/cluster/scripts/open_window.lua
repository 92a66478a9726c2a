-- Begin, or begin again, to take answers of some seats for so many microseconds from now.
-- KEYS: window:{table}:seq. ARGV: microseconds, milliseconds until it is forgotten, seats...
local now = redis.call('TIME')
local closes_at = now[1] * 1000000 + now[2] + ARGV[1]
redis.call('HSET', KEYS[1], 'closes_at', string.format('%.0f', closes_at))
redis.call('HSET', KEYS[1], 'asked', ' ' .. table.concat(ARGV, ' ', 3) .. ' ')
redis.call('PEXPIRE', KEYS[1], ARGV[2])
