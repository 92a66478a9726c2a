-- Begin, or begin again, to take answers of some seats for so many microseconds from now.
-- KEYS: window:{table}:seq. ARGV: owner's epoch, microseconds, milliseconds until it is forgotten,
-- seats... Returns 1, or 0 if a later owner has been there: then nothing changes.
if tonumber(redis.call('HGET', KEYS[1], 'epoch') or 0) > tonumber(ARGV[1]) then
    return 0
end
local now = redis.call('TIME')
local closes_at = now[1] * 1000000 + now[2] + ARGV[2]
redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'closes_at', string.format('%.0f', closes_at),
    'asked', ' ' .. table.concat(ARGV, ' ', 4) .. ' ')
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
