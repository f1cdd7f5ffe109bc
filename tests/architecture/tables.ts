import ts from 'typescript'
import type { Rule } from './rule.ts'
import { filesIn, lineOf, nodesOf, readText, type Source } from './sources.ts'

/** A feature uses another's functions, never its tables; only the view `visible_profiles` is open to all. */
export const ownerOf: Record<string, string> = {
  brands: 'db',
  kept_settings: 'db',
  accounts: 'accounts',
  terms_acceptances: 'legal',
  tokens: 'accounts',
  reset_requests: 'accounts',
  known_devices: 'accounts',
  passkeys: 'accounts',
  passkey_challenges: 'accounts',
  guessed_logins: 'accounts',
  link_offers: 'accounts',
  departures: 'accounts',
  exports: 'leaving',
  export_parts: 'leaving',
  account_changes: 'accounts',
  former_usernames: 'accounts',
  second_factors: 'staff',
  second_factor_offers: 'staff',
  recovery_codes: 'staff',
  sessions: 'api',
  rate_limits: 'api',
  idempotency_keys: 'api',
  onboarding_steps: 'onboarding',
  profiles: 'people',
  prompt_answers: 'people',
  updates: 'updates',
  views: 'discovery',
  saved_searches: 'discovery',
  home_visits: 'discovery',
  push_subscriptions: 'notifications',
  pushes: 'notifications',
  people_seen: 'discovery',
  report_photos: 'moderation',
  photos: 'photos',
  photo_grants: 'photos',
  removals: 'removals',
  photo_hashes: 'photos',
  photo_findings: 'photos',
  hash_bank: 'photos',
  hash_searches: 'photos',
  hash_lists: 'photos',
  pose_checks: 'verification',
  staff_jobs: 'staff',
  staff_roles: 'staff',
  staff_shifts: 'staff',
  photo_verdicts: 'photos',
  likes: 'matching',
  liked_parts: 'matching',
  matches: 'matching',
  partner_links: 'matching',
  tickers_seen: 'viewer',
  events: 'viewer',
  date_links: 'meeting',
  stays: 'people',
  conversations: 'messaging',
  conversation_sides: 'messaging',
  messages: 'messaging',
  recordings: 'messaging',
  view_once_photos: 'messaging',
  message_quotes: 'messaging',
  message_reveals: 'messaging',
  message_attempts: 'messaging',
  message_questions: 'messaging',
  credit_lots: 'billing',
  credit_entries: 'billing',
  location_reveals: 'billing',
  orders: 'billing',
  subscriptions: 'billing',
  partner_access: 'billing',
  declarations: 'billing',
  refunds: 'billing',
  dunnings: 'billing',
  chargebacks: 'billing',
  reconciliations: 'billing',
  payment_differences: 'billing',
  webhook_events: 'billing',
  processor_reports: 'billing',
  ad_counts: 'monetisation',
  mails: 'mail',
  mail_suppressions: 'mail',
  blocks: 'moderation',
  blocked_contacts: 'moderation',
  reports: 'moderation',
  decisions: 'enforcement',
  strikes: 'enforcement',
  report_evidence: 'moderation',
  muted_reporters: 'moderation',
  photo_holds: 'photos',
  statements: 'enforcement',
  removed_texts: 'enforcement',
  brand_closures: 'accounts',
  appeals: 'enforcement',
  approvals: 'enforcement',
  audit_log: 'audit',
  audit_head: 'audit',
  deadline_notes: 'transparency',
  transparency_reports: 'transparency',
  audit_checkpoints: 'audit',
  tickets: 'support',
  ticket_answers: 'support',
  ticket_notes: 'support',
  canned_texts: 'support',
  support_links: 'support',
  help_votes: 'support',
  content_revisions: 'publishing',
  fraud_letters: 'fraud',
  fraud_firings: 'fraud',
  fraud_limits: 'fraud',
  fraud_bans: 'messaging',
  fraud_notices: 'messaging',
  fraud_identities: 'fraud',
  fraud_switches: 'fraud',
  present_profiles: 'people',
  visible_profiles: 'everybody',
}

/** Accepted uses of another owner's table, with the reason. */
export const justified: ReadonlyArray<{ file: string; tables: string[]; why: string }> = [
  {
    file: 'src/features/transparency/figures.sql.ts',
    tables: ['reports', 'removals', 'staff_jobs', 'decisions', 'orders', 'chargebacks'],
    why: 'a report adds up what others record, over all of it; sums of one statement agree with each other',
  },
  {
    file: 'src/features/transparency/queue-figures.sql.ts',
    tables: ['staff_jobs', 'decisions', 'tickets'],
    why: 'figures of all queues, for the same reason',
  },
  {
    file: 'src/api/session.server.ts',
    tables: ['accounts', 'profiles', 'onboarding_steps', 'terms_acceptances', 'partner_access', 'brand_closures'],
    why: 'who is asking is one query, on every request of the product; asking four features would be four',
  },
  {
    file: 'src/features/moderation/block.sql.ts',
    tables: ['accounts'],
    why: 'one statement: between a look and the insert, the account could be deleted',
  },
  {
    file: 'src/features/moderation/report.sql.ts',
    tables: ['accounts'],
    why: 'one statement, for the same reason',
  },
  {
    file: 'src/features/discovery/member-density.sql.ts',
    tables: ['profiles'],
    why: 'it counts people by cell in a sample of the table, for nobody in particular: the door through which one sees others is not the one',
  },
  {
    file: 'src/features/photos/hashes/findings.sql.ts',
    tables: ['partner_links'],
    why: 'matching stands on photos, and an upload asks within its own transaction',
  },
  {
    file: 'src/front-door/health.server.ts',
    tables: ['brands'],
    why: 'readiness asks for any row that every migrated database has',
  },
]

export function tablesMade(): string[] {
  const statements = filesIn('src/db/migrations').map(readText).join('\n')
  return [...new Set([...statements.matchAll(/create (?:table|view) (\w+)/g)].map(([, name]) => name as string))]
}

const verbs = /^(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto|from|using|table|\w+Join|\w+JoinLateral)$/
const inSql = /\b(?:from|join|into|update|using)\s+(?:only\s+)?([a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?(?:\s*,\s*[a-z_]+)*)/gi

export function tablesIn({ ast }: Source): Array<{ table: string; line: number }> {
  const found: Array<{ table: string; line: number }> = []
  const add = (node: ts.Node, name: string) => {
    const [table = ''] = name.trim().split(/\s+/)
    if (table in ownerOf) found.push({ table, line: lineOf(ast, node) })
  }
  for (const node of nodesOf(ast)) {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && verbs.test(node.expression.name.text)) {
      for (const argument of node.arguments) {
        const names = ts.isArrayLiteralExpression(argument) ? argument.elements : [argument]
        for (const name of names) if (ts.isStringLiteralLike(name)) add(name, name.text)
      }
    }
    if (ts.isTaggedTemplateExpression(node) && /^sql\b/.test(node.tag.getText(ast))) {
      for (const [, names = ''] of node.template.getText(ast).matchAll(inSql)) for (const name of names.split(',')) add(node, name)
    }
  }
  return found
}

function ownPlace(path: string): string {
  const [, first = '', second = ''] = path.split('/')
  return first === 'features' ? second : first
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
      'src/features/matching/likes.sql.ts': `db.selectFrom('likes').innerJoin('accounts as a', 'a.id', 'likes.liker_id')`,
      'src/features/matching/matches.sql.ts': 'sql`select 1 from matches, blocks`',
    },
    check: (files) =>
      files
        .filter(({ path }) => !filling.test(path))
        .flatMap((file) =>
          tablesIn(file)
            .filter(({ table }) => isForeign(file.path, table))
            .filter(({ table }) => !justified.some((one) => one.file === file.path && one.tables.includes(table)))
            .map(({ table, line }) => `${file.path}:${line} asks ${table}, which is ${ownerOf[table]}'s: call its functions`),
        ),
  },
  {
    rule: 'in a feature, queries are in .sql modules',
    over: 'src',
    sample: { 'src/features/matching/likes.server.ts': `services.db.selectFrom('likes')` },
    check: (files) =>
      files
        .filter(({ path }) => path.startsWith('src/features/') && !path.endsWith('.sql.ts'))
        .flatMap((file) => tablesIn(file).map(({ table, line }) => `${file.path}:${line} queries ${table}: a .sql module does that`)),
  },
]
