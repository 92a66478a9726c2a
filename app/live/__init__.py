"""Sockets: who is there, what they ask of a table, what they are shown of it.

Reading order, which is the way of one click: `entrance` lets a browser in, `connection`
reads its frames, `desk` makes commands of them for the table; `audience` hears what came
of it, `room` knows who watches and what each may see, `outbox` sends the newest view.
"""
