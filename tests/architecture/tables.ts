import ts from 'typescript'
import { declarations } from '../support/schema-module.ts'
import type { Rule } from './rule.ts'
import { lineOf, nodesOf, type Source } from './sources.ts'

/**
 * A feature uses another's functions, never its tables. A table's owner is the file in
 * src/db/schema that makes it, named as the room; only the view `visible_profiles` is open to all.
 */
const ownerOf: Readonly<Record<string, string>> = {
  ...Object.fromEntries(declarations().map(({ table, owner }) => [table, owner])),
  present_profiles: 'people',
  visible_profiles: 'everybody',
}

/** Accepted uses of another owner's table, with the reason. */
export const justified: ReadonlyArray<{ file: string; tables: string[]; why: string }> = [
  {
    file: 'src/features/core/figures/counting.sql.ts',
    tables: ['accounts'],
    why: 'what is counted is counted on the account’s brand and source, in the one statement that counts it',
  },
  {
    file: 'src/features/staff/transparency/figures.sql.ts',
    tables: [
      'reports',
      'removals',
      'tasks',
      'decisions',
      'appeals',
      'orders',
      'payments',
      'chargebacks',
    ],
    why: 'a report adds up what others record, over all of it; sums of one statement agree with each other',
  },
  {
    file: 'src/features/staff/transparency/queue-figures.sql.ts',
    tables: ['tasks', 'decisions', 'appeals', 'tickets'],
    why: 'figures of all queues, for the same reason',
  },
  {
    file: 'src/api/member.server.ts',
    tables: [
      'accounts',
      'profiles',
      'onboarding_steps',
      'terms_acceptances',
      'partner_access',
      'brand_closures',
      'staff_roles',
    ],
    why: 'who is asking is one query, on every request of the product; asking four features would be four',
  },
  {
    file: 'src/api/visits.server.ts',
    tables: ['profiles'],
    why: 'a visit is one statement for all members of a process, and what others see of it belongs to it',
  },
  {
    file: 'src/features/members/reports/blocks/block.sql.ts',
    tables: ['accounts'],
    why: 'one statement: between a look and the insert, the account could be deleted',
  },
  {
    file: 'src/features/members/reports/report.sql.ts',
    tables: ['accounts'],
    why: 'one statement, for the same reason',
  },
  {
    file: 'src/features/members/search/distance/member-density.sql.ts',
    tables: ['profiles'],
    why: 'it counts people by cell in a sample of the table, for nobody in particular: the door through which one sees others is not the one',
  },
  {
    file: 'src/features/members/photos/hashes/findings.sql.ts',
    tables: ['partner_links'],
    why: 'matching stands on photos, and an upload asks within its own transaction',
  },
  {
    file: 'src/features/core/staff-accounts/roles.sql.ts',
    tables: ['tasks'],
    why: 'who loses a role holds no task any more, in the same transaction; tasks stand on roles',
  },
  {
    file: 'src/front-door/health.server.ts',
    tables: ['brands'],
    why: 'readiness asks for any row that every database has',
  },
]

const verbs =
  /^(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto|from|using|table|\w+Join|\w+JoinLateral)$/
const inSql =
  /\b(?:from|join|into|update|using)\s+(?:only\s+)?([a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?(?:\s*,\s*[a-z_]+)*)/gi

export function tablesIn({ ast }: Source): Array<{ table: string; line: number }> {
  const found: Array<{ table: string; line: number }> = []
  const add = (node: ts.Node, name: string) => {
    const [table = ''] = name.trim().split(/\s+/)
    if (table in ownerOf) found.push({ table, line: lineOf(ast, node) })
  }
  for (const node of nodesOf(ast)) {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      verbs.test(node.expression.name.text)
    ) {
      for (const argument of node.arguments) {
        const names = ts.isArrayLiteralExpression(argument) ? argument.elements : [argument]
        for (const name of names) if (ts.isStringLiteralLike(name)) add(name, name.text)
      }
    }
    if (ts.isTaggedTemplateExpression(node) && /^sql\b/.test(node.tag.getText(ast))) {
      for (const [, names = ''] of node.template.getText(ast).matchAll(inSql))
        for (const name of names.split(',')) add(node, name)
    }
  }
  return found
}

/** The rooms of money share their tables, but for those with a file of their own. */
function ownPlace(path: string): string {
  const [, first = '', wing = '', room = ''] = path.split('/')
  if (first !== 'features') return first
  return wing === 'money' && room !== 'ads' && room !== 'affiliates' ? wing : room
}

function isForeign(path: string, table: string): boolean {
  return ownerOf[table] !== 'everybody' && ownerOf[table] !== ownPlace(path)
}

/** Demo and migrations may write to every table. */
const filling = /^src\/(demo|db\/migrations)\//

export const tableRules: Rule[] = [
  {
    rule: 'a feature queries only its own tables',
    over: 'src',
    finds: 2,
    sample: {
      'src/features/members/likes/likes.sql.ts': `db.selectFrom('likes').innerJoin('accounts as a', 'a.id', 'likes.liker_id')`,
      'src/features/members/likes/matches.sql.ts': 'sql`select 1 from matches, blocks`',
    },
    check: (files) =>
      files
        .filter(({ path }) => !filling.test(path))
        .flatMap((file) =>
          tablesIn(file)
            .filter(({ table }) => isForeign(file.path, table))
            .filter(
              ({ table }) =>
                !justified.some((one) => one.file === file.path && one.tables.includes(table)),
            )
            .map(
              ({ table, line }) =>
                `${file.path}:${line} asks ${table}, which is ${ownerOf[table]}'s: call its functions`,
            ),
        ),
  },
  {
    rule: 'in a feature, queries are in .sql modules',
    over: 'src',
    sample: { 'src/features/members/likes/likes.server.ts': `services.db.selectFrom('likes')` },
    check: (files) =>
      files
        .filter(({ path }) => path.startsWith('src/features/') && !path.endsWith('.sql.ts'))
        .flatMap((file) =>
          tablesIn(file).map(
            ({ table, line }) => `${file.path}:${line} queries ${table}: a .sql module does that`,
          ),
        ),
  },
]
