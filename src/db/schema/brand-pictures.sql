-- Pictures that publishers put for a brand, or for all where it has none; each is a file of its own.
-- bounded, reference
-- number (added_by, changed_by)
create table brand_pictures (
  id bigint generated always as identity primary key,
  brand text references brands,
  name text not null,
  alt text not null,
  key text not null unique,
  -- Of the file as it was sent, so that one that is sent twice is one.
  digest text not null,
  width integer not null,
  height integer not null,
  version integer not null default 1,
  added_at timestamptz not null,
  added_by bigint not null references accounts,
  changed_at timestamptz,
  changed_by bigint references accounts
);
create unique index brand_pictures_digest on brand_pictures (coalesce(brand, ''), digest);
create index brand_pictures_added_by on brand_pictures (added_by);
create index brand_pictures_changed_by on brand_pictures (changed_by) where changed_by is not null;
