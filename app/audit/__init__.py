"""What auditors may see and operators may do, and the log of what they did.

Reading order: `gate`, `asking`, `log`, `pots`, `rows`, `hands`, `lists`, `chart`, `checking`,
`leading`, `powers`, `operating`, `routes`.
To everybody else all of it is as if it were not there: 404.
"""
