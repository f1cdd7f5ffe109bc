-- Views and clicks of ads by day, of nobody in particular.
-- bounded, local
-- nobody: counts by ad and day, of the last 30 days
create table ad_counts (
  brand text not null,
  ad text not null,
  event text not null,
  day date not null,
  count bigint not null,
  primary key (brand, ad, event, day)
);

-- Ads that publishers place, beside those of a brand's folder. Without a brand it is on every brand
-- that shows its slot. Its picture is a drawn one, or one that a publisher put.
-- bounded, reference
-- number (added_by, changed_by, ended_by)
create table booked_ads (
  id bigint generated always as identity primary key,
  brand text references brands,
  slot text not null,
  link text not null,
  headline text not null,
  text text not null,
  action text not null,
  drawing text,
  picture_id bigint references brand_pictures on delete set null,
  weight integer not null,
  runs_from date not null,
  runs_until date not null,
  -- By which a change says what it was made of.
  version integer not null default 1,
  added_at timestamptz not null,
  added_by bigint not null references accounts,
  changed_at timestamptz,
  changed_by bigint references accounts,
  ended_at timestamptz,
  ended_by bigint references accounts
);
create index booked_ads_picture on booked_ads (picture_id) where picture_id is not null;
create index booked_ads_added_by on booked_ads (added_by);
create index booked_ads_changed_by on booked_ads (changed_by) where changed_by is not null;
create index booked_ads_ended_by on booked_ads (ended_by) where ended_by is not null;
