-- Take no more answers; what there is stays until it is deleted.
-- KEYS: window:{table}:seq. Returns all fields and their values.
redis.call('HDEL', KEYS[1], 'closes_at')
return redis.call('HGETALL', KEYS[1])
