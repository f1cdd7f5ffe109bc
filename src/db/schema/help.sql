-- growing, local
-- nobody: counts by question and day, of the last three years
create table help_votes (
  brand text not null references brands,
  question_id text not null,
  day date not null,
  useful integer not null,
  not_useful integer not null,
  primary key (brand, question_id, day)
);
create index help_votes_day on help_votes (day);
