-- Take no more answers; what there is stays until it is forgotten.
-- KEYS: window:{table}:seq. ARGV: owner's epoch. Returns all fields and their values, or nil if a
-- later owner has been there: then nothing changes.
if tonumber(redis.call('HGET', KEYS[1], 'epoch') or 0) > tonumber(ARGV[1]) then
    return false
end
redis.call('HDEL', KEYS[1], 'closes_at')
return redis.call('HGETALL', KEYS[1])
