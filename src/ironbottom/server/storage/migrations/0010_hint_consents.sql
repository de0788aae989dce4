-- The sides whose people allow hints in a match between several people; hints are given once all of them do.
create table hint_consents (
    match text not null references matches (id) on delete cascade,
    side text not null,
    primary key (match, side)
) strict, without rowid;
