-- A match is opened from its last snapshot: where it stood after an act, and what else is needed to go on from there.
-- Matches from before have none; each gets its notes and snapshots when it is opened for the first time.
create table snapshots (
    match text not null references matches (id) on delete cascade,
    act integer not null,
    dump blob not null,   -- the state
    about blob,           -- JSON: the rules that led there, dice, who resigned …; NULL where only the state is known
    primary key (match, act)
) strict, without rowid;

-- The dump after every single act is no longer kept: moments are made from some, and the last says where a match stands.
insert into snapshots select match, act, dump, null from moments as kept
    where act % 64 = 1 or act = (select max(act) from moments where match = kept.match);
drop table moments;

-- JSON beside a line: how many entries each log has after it, who was told what of it, and when it was made.
alter table lines add column note blob;

-- The act that the summary tells of; where it is not the last, the match was cut short and is looked at again.
alter table matches add column stands integer not null default 0;
update matches set stands = coalesce((select max(number) from lines where match = id), 0);
