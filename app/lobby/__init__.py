"""The way to a table: open one, find one, take a place, bring bots, leave.

Reading order: `codes`, `models`, `plans`, `store`, `asking`, `house`, `cards`, `glimpses`,
`places`, `practice`, `lobby`, `rules_told`, `routes`; `tidying` runs now and then.
What happens at a table goes by socket; here is only what one does from outside it.
"""
