-- State shared by hosts on one Postgres. Only the role they connect as can read it.
create schema if not exists hosts;
revoke all on schema hosts from public;

-- The keys that every host signs and verifies with. One row.
create table if not exists hosts.keys (
  is_there boolean primary key default true check (is_there),
  value jsonb not null
);

-- Running hosts, and where each keeps the files. Unlogged: after a crash of the database every host registers again.
create unlogged table if not exists hosts.alive (
  id uuid primary key,
  media_place text not null,
  beaten_at timestamptz not null default clock_timestamp()
);

-- Messages between hosts that are too long for a notification. Unlogged: as above.
create unlogged table if not exists hosts.letters (
  id bigint generated always as identity primary key,
  body text not null,
  sent_at timestamptz not null default clock_timestamp()
);
create index if not exists letters_sent_at_idx on hosts.letters (sent_at);

-- When each scheduled job last began, on any host.
create table if not exists hosts.runs (
  job text primary key,
  begun_at timestamptz not null
);
