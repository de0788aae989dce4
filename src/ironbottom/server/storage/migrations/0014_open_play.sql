-- Matches that other people on the server may join or watch.

-- The matches whose free seats anyone on the server may take.
create table challenges (
    match text primary key references matches (id) on delete cascade,
    made integer not null -- milliseconds since 1970
) strict, without rowid;

-- The matches that those who only watch see later.
create table watch_delays (
    match text primary key references matches (id) on delete cascade,
    minutes integer not null
) strict, without rowid;
