-- Which browsers and programs hold a seat. A match without a row here was begun by an older version: it is unclaimed.
create table seat_holders (
    match text not null references matches (id) on delete cascade,
    side text not null,     -- the side; empty for the host of the match
    holder text not null,   -- SHA-256 of the secret of a browser or program
    primary key (match, side, holder)
) strict, without rowid;

-- Links that give seats to the first client that accepts them.
create table seat_links (
    link text primary key,  -- SHA-256 of the token in the link
    match text not null references matches (id) on delete cascade,
    side text not null,     -- the side; empty for a link to a further device of its maker
    maker text not null,    -- the holder who made it
    made integer not null,  -- milliseconds since 1970
    expires integer not null,
    opened integer          -- when the page was first opened with it; NULL until then
) strict, without rowid;
create index seat_links_of on seat_links (match);

-- Seats that the host took from their holders.
create table seats_reissued (
    match text not null references matches (id) on delete cascade,
    number integer not null,
    side text not null,
    time integer not null,
    primary key (match, number)
) strict, without rowid;
