-- The pace of a match between several people, and the clocks of its sides.
create table clocks (
    match text primary key references matches (id) on delete cascade,
    pace text not null,
    state text not null
) strict, without rowid;
