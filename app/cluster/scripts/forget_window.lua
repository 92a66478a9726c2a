-- Drop what a window held. Whose it was stays a while, so that no earlier owner opens it again.
-- KEYS: window:{table}:seq. ARGV: owner's epoch, milliseconds.
-- Returns 1, or 0 if a later owner has been there: then nothing changes.
if tonumber(redis.call('HGET', KEYS[1], 'epoch') or 0) > tonumber(ARGV[1]) then
    return 0
end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'epoch', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
