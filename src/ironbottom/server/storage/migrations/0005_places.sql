-- Lines lie in the order of their matches and numbers under whole numbers, so that a line is written at the end of a leaf:
-- under a match's name and a number it took twice the pages.
alter table matches add column shelf integer not null default 0;
update matches set shelf = rowid;
create unique index shelves on matches (shelf);

create table lines_in_order (
    place integer primary key,  -- the shelf of the match times 2 to the 32nd, and the number of the line
    match text not null,
    number integer generated always as (place & 4294967295) virtual,
    line blob not null,
    note blob
) strict;
insert into lines_in_order (place, match, line, note)
    select (shelf << 32) | number, match, line, note from lines join matches on id = match order by 1;
drop table lines;
alter table lines_in_order rename to lines;
