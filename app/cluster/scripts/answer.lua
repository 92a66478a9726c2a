-- Keep a seat's answer in place of an earlier one, if the window is open and asks it.
-- KEYS: window:{table}:seq. ARGV: seat, sealed answer, request id or '', most ids of a seat.
-- Returns 1 if it is kept, 2 if it was by the same request before, 0 if it comes too late.
local key, seat, request = KEYS[1], ARGV[1], ARGV[3]
local closes_at, asked, known = unpack(
    redis.call('HMGET', key, 'closes_at', 'asked', 'requests:' .. seat))
local now = redis.call('TIME')
if not closes_at or now[1] * 1000000 + now[2] >= tonumber(closes_at)
    or not string.find(asked, ' ' .. seat .. ' ', 1, true) then
    return 0
end
local requests = known and cjson.decode(known) or {}
for _, earlier in ipairs(requests) do
    if earlier == request then
        return 2
    end
end
if request ~= '' then
    table.insert(requests, request)
    if #requests > tonumber(ARGV[4]) then
        table.remove(requests, 1)
    end
    redis.call('HSET', key, 'requests:' .. seat, cjson.encode(requests))
end
redis.call('HSET', key, 'answer:' .. seat, ARGV[2])
return 1
