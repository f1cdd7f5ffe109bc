import { expect, test } from 'vitest'
import { editionOf, statementsOf } from '#db/schema.server.ts'

const TEXT = `-- A table; its comment has an end; too;
create table a (
  -- A column.
  b int, -- type: 1 | 2
  c text default '-'
);
create function d() returns int language sql as $$
  select 1;
  select 2;
$$;
`

test('statements come without comments, and a body is whole', () => {
  expect(statementsOf(TEXT)).toEqual([
    "create table a (\n  b int,\n  c text default '-'\n);",
    'create function d() returns int language sql as $$\n  select 1;\n  select 2;\n$$;',
  ])
})

test('an edition is another where a statement is, and the same with other comments and lines', () => {
  const edition = editionOf(statementsOf(TEXT))
  const said = TEXT.replace('-- A column.', '-- The column.').replace('b int,', 'b  int,')
  expect(editionOf(statementsOf(said))).toBe(edition)
  expect(editionOf(statementsOf(TEXT.replace('b int', 'b bigint')))).not.toBe(edition)
})
