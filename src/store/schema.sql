-- What `sandtable serve` keeps. The record of a table (head, then the texts of its lines, packed or not) is the
-- truth; the other columns of `place` say who may play and are an index for lists.

create table place (
    number    integer primary key,
    id        text    not null unique,   -- as in addresses
    head      text    not null,          -- the tags of the record and the blank line behind them
    game      text    not null,
    scenario  text    not null,
    title     text    not null,
    side0     text    not null,          -- names of the sides
    side1     text    not null,
    seat0     text    not null,          -- here, link, computer:KIND
    seat1     text    not null,
    token0    blob,                      -- SHA-256 of the seat's token; null: there is none
    token1    blob,
    umpire    blob,
    typed     integer not null,          -- 1: people type what their dice show
    turn      text    not null,
    over      integer not null,
    lines     integer not null,
    made      integer not null,          -- seconds since 1970
    changed   integer not null,
    closed    integer not null default 0, -- 1: nothing is taken back any more, the seed may be told
    free_undo integer not null default 0, -- 1: nobody is asked before a decision is taken back
    address   text    not null default '', -- whence it was made, for quotas
    bytes     integer not null default 0, -- of the record
    notes0    integer not null default 0, -- remarks of each seat
    notes1    integer not null default 0,
    notes2    integer not null default 0,
    warned    integer not null default 0  -- when it was first told that it is to go
) strict;

create table line (
    place     integer not null references place,
    n         integer not null,          -- from 0
    text      text    not null,          -- without its line end
    primary key (place, n)
) strict, without rowid;

-- Of a game that is over: its first lines in one piece (src/base/prose.h), whose rows are then gone from `line`.
create table packed (
    place     integer primary key references place,
    lines     integer not null,          -- so many, from 0 on
    bytes     blob    not null           -- their texts, each with a line feed
) strict;
