-- Take leases that are free or ours already, for so many milliseconds from now.
-- KEYS: leases of one slot, lease:{slot}:table. ARGV: worker, milliseconds.
-- Returns who has each now.
local owners = {}
for place, key in ipairs(KEYS) do
    local owner = redis.call('GET', key) or ARGV[1]
    if owner == ARGV[1] then
        redis.call('SET', key, owner, 'PX', ARGV[2])
    end
    owners[place] = owner
end
return owners
