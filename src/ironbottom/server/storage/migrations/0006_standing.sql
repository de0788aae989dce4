-- What lives with a seat beside its match and is shown to nobody else: standing orders, and where units are bound.
create table standing (
    match text not null references matches (id) on delete cascade,
    side text not null,
    kept text not null,     -- JSON: {"orders": {...}, "plans": {...}}
    primary key (match, side)
) strict, without rowid;
