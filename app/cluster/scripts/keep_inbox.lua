-- Have an inbox for a while longer; senders put nothing where there is none.
-- KEYS: inbox:{worker}. ARGV: the last entry that was read, milliseconds.
-- Returns 1 if it had to be made anew, so that reading begins at its beginning, else 0.
local made = 1 - redis.call('EXISTS', KEYS[1])
if made == 1 then
    redis.call('XADD', KEYS[1], 'MAXLEN', 0, '*', 'e', '')
else
    redis.call('XTRIM', KEYS[1], 'MINID', ARGV[1])
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return made
