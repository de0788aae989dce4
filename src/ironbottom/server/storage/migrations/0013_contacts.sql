-- Notifications that a match waits for a player: by e-mail, and in a chat room.

-- Where the clients are notified.
create table contacts (
    holder text primary key, -- the SHA-256 of the client's secret
    address text not null,   -- the confirmed e-mail address; empty without one
    webhook text not null,   -- the URL of a chat room; empty without one
    mode text not null,      -- never, at_once or digest, for matches without a mode of their own
    times text not null,     -- JSON: the time zone, the quiet hours, the time of the digest
    problem text not null    -- why the last message was not delivered; empty if it was
) strict, without rowid;

-- The mode of a client in one match.
create table contact_modes (
    match text not null references matches (id) on delete cascade,
    holder text not null,
    mode text not null,
    primary key (match, holder)
) strict, without rowid;

-- The addresses that mail was queued for. Each mail contains a link with the token, which stops all mail to the address.
create table mail_addresses (
    address text primary key,
    token text not null unique,
    stopped integer not null -- 1 if no more mail may be sent to it
) strict, without rowid;

-- The addresses that are not confirmed yet, at most one for each client.
create table mail_confirmations (
    holder text primary key,
    address text not null,
    token text not null unique, -- SHA-256
    expires integer not null    -- milliseconds since 1970
) strict, without rowid;

-- The messages that are not sent yet, and those of the last weeks. Times are in milliseconds since 1970.
create table outbox (
    number integer primary key,
    kind text not null,    -- move, confirmation, invitation or greeting
    channel text not null, -- mail or webhook
    target text not null,  -- the address or the URL
    holder text not null,  -- the client that is notified or, for other kinds, that caused the message
    match text not null,   -- empty if the message belongs to no match
    side text not null,
    path text not null,    -- the path of a link with a token, until the message is sent
    digest integer not null,
    made integer not null,
    due integer not null,
    attempts integer not null,
    done integer,          -- when it was sent or dropped; null before
    outcome text not null  -- sent, dropped or failed; empty before
) strict;
create index outbox_due on outbox (due) where done is null;
create index outbox_match on outbox (match);
