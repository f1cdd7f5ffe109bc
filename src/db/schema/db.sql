-- The ids of the brands, for foreign keys and for visible_profiles.
-- bounded, reference
-- nobody: the brands
create table brands (
  id text primary key
);

-- bounded, reference
-- nobody: the operator’s settings
create table kept_settings (
  name text primary key,
  value text not null
);
