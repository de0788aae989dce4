-- What belongs to the players of a match, besides its record.

-- The chat of the players of a match. It is not part of the record.
create table chat (
    match text not null references matches (id) on delete cascade,
    number integer not null,
    side text not null,
    time integer not null,  -- milliseconds since 1970
    text text not null,
    primary key (match, number)
) strict, without rowid;

-- The sides that a side does not want to read.
create table chat_blocks (
    match text not null references matches (id) on delete cascade,
    side text not null,
    blocked text not null,
    primary key (match, side, blocked)
) strict, without rowid;

-- The messages that a side has reported.
create table chat_reports (
    match text not null references matches (id) on delete cascade,
    side text not null,
    number integer not null,
    primary key (match, side, number)
) strict, without rowid;

-- The private notes of a side on the match.
create table notes (
    match text not null references matches (id) on delete cascade,
    side text not null,
    text text not null,
    primary key (match, side)
) strict, without rowid;

-- When the last page of a side was closed.
create table last_seen (
    match text not null references matches (id) on delete cascade,
    side text not null,
    time integer not null,  -- milliseconds since 1970
    primary key (match, side)
) strict, without rowid;

-- The offer to play again after the end, and the match that began when all players had accepted.
create table rematches (
    match text primary key references matches (id) on delete cascade,
    accepted text not null, -- JSON: the sides that have offered or accepted
    declined text not null, -- the side that declined; empty if none has
    next text not null      -- the new match; empty until it begins
) strict, without rowid;

-- The matches whose sides were drawn by lot.
create table drawn_by_lot (
    match text primary key references matches (id) on delete cascade
) strict, without rowid;
