-- What happened, until it is added to the sums below: so that two who join at once do not wait for
-- one row. Names nobody.
-- growing, local
-- nobody: counts without a name, of the last seconds
create table figure_entries (
  id bigint generated always as identity primary key,
  brand text not null references brands,
  at timestamptz not null,
  measure text not null,
  detail text not null,
  -- The code of an affiliate; empty: nobody sent them.
  source text not null,
  currency text not null,
  count integer not null,
  -- In the currency's smallest unit, or in credits.
  sum bigint not null,
  -- When whom it is about joined, where it counts among those who joined then.
  joined_at timestamptz
);

-- What was counted by days of the brand's time zone. Rows without a source are of all sources,
-- and those without a brand of all brands. The key has the sums, too, so that a board is read from
-- it alone.
-- growing, local
-- nobody: sums by brand and day
create table brand_days (
  brand text not null,
  measure text not null,
  day date not null,
  detail text not null,
  source text not null,
  currency text not null,
  count bigint not null,
  sum bigint not null,
  primary key (brand, measure, source, day, detail, currency) include (count, sum)
);

-- The same by months, of which `day` is the first day.
-- growing, local
-- nobody: sums by brand and month
create table brand_months (
  brand text not null,
  measure text not null,
  day date not null,
  detail text not null,
  source text not null,
  currency text not null,
  count bigint not null,
  sum bigint not null,
  primary key (brand, measure, source, day, detail, currency) include (count, sum)
);

-- Of those who joined in a month: how many came and paid in a later one, and how much.
-- growing, local
-- nobody: sums by brand and month
create table cohort_months (
  brand text not null,
  joined date not null,
  -- Months since; 0 is the month of joining.
  month smallint not null,
  source text not null,
  -- Empty: who came.
  currency text not null,
  came bigint not null,
  paid bigint not null,
  sum bigint not null,
  primary key (brand, joined, month, source, currency)
);

-- Whom a measure has counted, in a day, a month, or ever: each of them once.
-- growing, by account_id
-- erased (account_id): the sums stay, which name nobody
create table counted_once (
  account_id bigint not null references accounts on delete cascade,
  measure text not null,
  -- `2027-01-31`, `2027-01`, or empty: ever.
  period text not null,
  -- From when on nobody asks; null: as long as the account is.
  over_at timestamptz,
  primary key (account_id, measure, period)
);
create index counted_once_over on counted_once (over_at) where over_at is not null;
