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
