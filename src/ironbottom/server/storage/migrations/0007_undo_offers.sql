-- A side asks the others for consent to take back its last choices; the row goes once that is settled.
create table undo_offers (
    match text not null primary key references matches (id) on delete cascade,
    side text not null,
    steps integer not null,
    choice integer not null,    -- the last choice of the side when it asked, as an entry of its log
    accepted text not null      -- JSON: the sides that have agreed
) strict, without rowid;
