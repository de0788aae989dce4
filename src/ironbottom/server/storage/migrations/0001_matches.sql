-- What is being played: what a list of games needs to tell of each, without opening it.
create table matches (
    id text primary key,
    name text not null,
    game text not null,
    seats text not null,    -- JSON: who holds each side
    created text not null,  -- UTC, ISO 8601
    played text not null,
    summary text not null   -- JSON: where it stands
) strict;

-- The lines of each record: 0 is the header, then the acts, each with its check as in a record file.
create table lines (
    match text not null references matches (id) on delete cascade,
    number integer not null,
    line blob not null,
    primary key (match, number)
) strict, without rowid;

-- The dump of the state after each act, as it was then.
create table moments (
    match text not null references matches (id) on delete cascade,
    act integer not null,
    dump blob not null,
    primary key (match, act)
) strict, without rowid;

-- The secrets of dice of matches that are not over, apart from their lines.
create table secrets (
    match text not null references matches (id) on delete cascade,
    holder text not null,
    secret text not null,
    primary key (match, holder)
) strict, without rowid;

-- What belongs to this installation alone: its keys.
create table settings (
    name text primary key,
    value text not null
) strict, without rowid;
