-- Matches that go back and forth as a file, or move to another machine. The row may exist before the match: an
-- invitation was accepted here, and the first file has not arrived yet.
create table by_file (
    match text primary key,
    -- The client that plays here.
    holder text not null,
    private_key text not null,
    -- The public key of the other player; empty until the invitation is accepted, and in a match that only moves.
    peer text not null,
    -- A JSON list of the sides that the invitation offers.
    offered text not null,
    -- The number of the last file that was written or opened.
    number integer not null,
    -- Where the match is: '' here, 'friend', or 'machine'.
    away text not null,
    -- What the invitation said of the dice: the hash, and a JSON object of the words added here.
    seal text not null,
    words text not null,
    -- The last file that was written here, and the code of a file for another machine.
    file blob not null,
    code text not null
) strict, without rowid;
