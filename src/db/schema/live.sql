-- What streams tell members, for six minutes. `xid` is the transaction that wrote it: a reader who
-- knows which transactions it saw before gets each row once, in whatever order they commit. The
-- transaction’s number comes before the row’s own, and the row refers to no account, so that
-- writing it waits for nobody. It is logged: after a crash or a failover everybody comes back at
-- once, and those who miss nothing ask for nothing.
-- growing, local
-- erased (member_id): nobody listens any more
create table member_events (
  xid xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  member_id bigint not null,
  event json not null,
  at timestamptz not null default now(),
  primary key (xid, id)
);
create index member_events_member on member_events (member_id, xid, id);
