-- The side that declined an offer to take back: the side that asked is shown the answer until it goes on.
alter table undo_offers add column declined text not null default '';
