-- Joint dice: the part of each side in each die, promised by its hash and then given. What was promised stays promised,
-- and what was given is held against the side's secret after the end.
create table parts (
    match text not null references matches (id) on delete cascade,
    holder text not null,
    die integer not null,
    block integer not null,
    promised text not null,
    given text,             -- NULL until it is given
    primary key (match, holder, die, block)
) strict, without rowid;

-- The choice for which parts are asked: nothing else is taken before its dice have fallen, not even after a restart.
create table fixed (
    match text primary key references matches (id) on delete cascade,
    side text not null,
    choices text not null   -- JSON: the choices as they were handed in
) strict, without rowid;
