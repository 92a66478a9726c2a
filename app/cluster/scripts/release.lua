-- Let go of those leases that are ours.
-- KEYS: leases of one slot, lease:{slot}:table. ARGV: worker.
for _, key in ipairs(KEYS) do
    if redis.call('GET', key) == ARGV[1] then
        redis.call('DEL', key)
    end
end
