-- The choices that standing orders made for persons: the line of the record, and the order. Only the order's own side
-- is shown them before the end.
create table order_answers (
    match text not null references matches (id) on delete cascade,
    number integer not null,
    name text not null,
    value text not null,
    primary key (match, number)
) strict, without rowid;
