import { resolve } from 'node:path'
import { z } from 'zod'
import { isGuessable } from './lib/guessable.ts'
import { isLoopback, readNetworks, readTrust, type Trust } from './lib/proxies.server.ts'

const flag = z
  .enum(['0', '1', 'true', 'false'], { error: 'must be 1 or 0' })
  .transform((text) => text === '1' || text === 'true')

const trust = z.string().transform((text, context) => {
  const read = readTrust(text)
  if (read) return read
  context.addIssue({
    code: 'custom',
    message:
      'must be a number of proxies (1), or their networks and addresses (10.0.0.0/8,192.0.2.1,loopback)',
  })
  return z.NEVER
})

const address = z.url({ protocol: /^https?$/, error: 'must be an http(s):// address' })

const postgres = z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')

const TWO_YEARS = 'max-age=63072000'
/** What Strict-Transport-Security binds to https: the host itself; everything below it; also in browsers that were never here. */
export const HSTS_VALUES = {
  host: TWO_YEARS,
  subdomains: `${TWO_YEARS}; includeSubDomains`,
  preload: `${TWO_YEARS}; includeSubDomains; preload`,
} as const

/** One shop a brand: `<brand>:<part>:<part>`, with commas between them. */
const shops = <T>(example: string, pattern: RegExp, shopOf: (parts: Record<string, string>) => T) =>
  z.string().transform((text, context): ReadonlyMap<string, T> => {
    const found = new Map<string, T>()
    for (const part of text.split(',')) {
      const groups = pattern.exec(part.trim())?.groups
      const brand = groups?.['brand']
      if (groups && brand !== undefined && !found.has(brand)) found.set(brand, shopOf(groups))
      else
        context.addIssue({
          code: 'custom',
          message: `must be ${example}, one for each brand, with commas between them`,
        })
    }
    return found
  })

const ccbillShops = shops(
  '<brand>:<subaccount>:<flex id>:<salt>',
  /^(?<brand>[a-z]+):(?<subaccount>\d{4}):(?<form>[\w-]{8,60}):(?<salt>\w{8,60})$/,
  (parts) => ({
    subaccount: parts['subaccount'] ?? '',
    form: parts['form'] ?? '',
    salt: parts['salt'] ?? '',
  }),
)

const verotelShops = shops(
  '<brand>:<shop id>:<signature key>',
  /^(?<brand>[a-z]+):(?<shop>\d{1,12}):(?<key>\w{8,80})$/,
  (parts) => ({
    shop: parts['shop'] ?? '',
    key: parts['key'] ?? '',
  }),
)

const networks = z.string().transform((text, context) => {
  const read = readNetworks(text)
  if (read) return read
  context.addIssue({
    code: 'custom',
    message: 'must be networks and addresses, with commas between them',
  })
  return z.NEVER
})

const socket = z
  .string()
  .regex(/^(\[[\da-f:]+\]|[\w.-]+):\d{1,5}$/i, 'must be <host>:<port>, as in 127.0.0.1:2525')
  .transform((text) => {
    const colon = text.lastIndexOf(':')
    return {
      host: text.slice(0, colon).replaceAll(/[[\]]/g, ''),
      port: Number(text.slice(colon + 1)),
    }
  })
  .refine(({ port }) => port <= 65_535, 'must have a port up to 65535')

/** CCBill's for an account without others of its own: the least and the most of a charge, in cents. */
const CCBILL_LIMITS = '2.95-100.00'

const limits = z
  .string()
  .regex(/^\d{1,5}\.\d\d-\d{1,5}\.\d\d$/, 'must be <least>-<most>, as in 2.95-100.00')
  .transform(
    (text) =>
      text.split('-').map((amount) => Math.round(Number(amount) * 100)) as [
        least: number,
        most: number,
      ],
  )

/** Where CCBill's webhooks come from: ccbill.com/doc/webhooks-user-guide. */
const CCBILL_NETWORKS = '64.38.212.0/24,64.38.215.0/24,64.38.240.0/24,64.38.241.0/24'

const schema = z.object({
  RUN_AS: z.enum(['demo', 'production'], { error: 'must be demo or production' }).default('demo'),
  PORT: z.coerce.number({ error: 'must be a number' }).int().min(0).max(65535).default(4321),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgres.optional(),
  DATABASE_DIRECT_URL: postgres.optional(),
  DATABASE_REPLICA_URL: postgres.optional(),
  DATABASE_PREPARED: flag.default(true),
  SITES_SUFFIX: z
    .string()
    .regex(/^[a-z0-9.-]*$/, 'must be a host name')
    .optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must be an smtp:// address')
    .optional(),
  REPLIES_AT: socket.optional(),
  S3_URL: z.url().optional(),
  GATEWAY_URL: address.optional(),
  GATEWAY_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  SUPPORT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  PARTNER_URL: address.optional(),
  PARTNER_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  CCBILL_SHOPS: ccbillShops.optional(),
  CCBILL_ACCOUNT: z
    .string()
    .regex(/^\d{6}$/, 'must be six digits')
    .optional(),
  CCBILL_USER: z.string().optional(),
  CCBILL_PASSWORD: z.string().optional(),
  CCBILL_NETWORKS: networks.prefault(CCBILL_NETWORKS),
  CCBILL_LIMITS: limits.prefault(CCBILL_LIMITS),
  CCBILL_URL: address.default('https://api.ccbill.com'),
  CCBILL_DATALINK_URL: address.default('https://datalink.ccbill.com'),
  VEROTEL_SHOPS: verotelShops.optional(),
  VEROTEL_URL: address.default('https://secure.verotel.com'),
  VEROTEL_API_URL: address.default('https://controlcenter.verotel.com'),
  VEROTEL_API_USER: z.string().optional(),
  VEROTEL_API_PASSWORD: z.string().optional(),
  SENTRY_DSN: z
    .string()
    .regex(
      /^https?:\/\/\w+@[\w.-]+(:\d+)?(\/[\w-]+)*\/\d+$/,
      'must be a DSN of Sentry, https://<public key>@<host>/<project number>',
    )
    .optional(),
  METRICS_PORT: z.coerce.number({ error: 'must be a number' }).int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  SLOW_AFTER: z.coerce
    .number({ error: 'must be a number of milliseconds' })
    .int()
    .min(1)
    .default(1000),
  TRUST_PROXY: trust.prefault('0'),
  WORKERS: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(64, 'must be 64 or less')
    .default(1),
  DRAIN_NOTICE: z.coerce.number({ error: 'must be a number of seconds' }).min(0).max(60).optional(),
  HSTS: z
    .enum(['host', 'subdomains', 'preload'], { error: 'must be host, subdomains or preload' })
    .default('host'),
  PHOTO_REVIEW: z.enum(['auto', 'staff'], { error: 'must be auto or staff' }).optional(),
  PHOTOS_UNSEEN: flag.default(false),
  HASH_LIST_FILE: z.string().optional(),
  STOPNCII_URL: address.optional(),
  STOPNCII_KEY: z
    .string()
    .regex(/^[^\s:]+:[^\s:]+$/, 'must be <subscription key>:<function key>')
    .optional(),
  DEMO: flag.default(true),
  UNFINISHED: z.literal('allow', { error: 'must be allow, or be left out' }).optional(),
})
type Given = z.output<typeof schema>

export type Settings = {
  /** Production requires https, the brands' own domains and given secrets; otherwise the process runs a local demo. */
  production: boolean
  port: number
  host: string
  dataDir: string
  databaseUrl: string | null
  /** For what needs a session of PostgreSQL, where `databaseUrl` leads to a pooler. */
  databaseDirectUrl: string | null
  preparesStatements: boolean
  /** A standby, from which lists are read. */
  databaseReplicaUrl: string | null
  /** Replaces the brands' domains (`<brand>.localhost`); null in production. */
  sitesSuffix: string | null
  sessionSecret: string
  smtpUrl: string | null
  /** Where the operator's mail server hands on answers to our mails about tickets; null: nobody listens. */
  repliesAt: { host: string; port: number } | null
  s3Url: string | null
  /** Which proxies are trusted for the client's address. */
  trustProxy: Trust
  /** Processes that serve; more than one only on PostgreSQL. */
  workers: number
  /** Milliseconds for which a stopping process still takes connections, while proxies learn that it is not ready. */
  drainNotice: number
  /** The value of Strict-Transport-Security; null in a demo, which is served over http. */
  hsts: string | null
  photoReview: 'auto' | 'staff'
  /** A file of hashes of pictures that nobody may see. */
  hashListFile: string | null
  stopNcii: { url: string; subscriptionKey: string; functionKey: string } | null
  demo: boolean
  /** A production may lack what `process/unfinished.ts` lists. */
  allowsUnfinished: boolean
  supportSecret: string | null
  /** The error service; null: errors are in the log alone. */
  sentryDsn: string | null
  /** Where the metrics are served; port 0: nowhere. `isGiven`: somebody relies on that port. */
  metrics: { port: number; host: string; isGiven: boolean }
  /** Statements and requests that take as many milliseconds are lines in the log. */
  slowAfter: number
  /** The payment gateway; null disables all sales. */
  gateway: Gateway | null
  /** Processors of the trade, with the brands that charge by them; null: none does. */
  ccbill: Ccbill | null
  verotel: Verotel | null
  /** The billing partner of the brands that sell nothing themselves; null: they cannot be upgraded on. */
  partner: Partner | null
}

export type GivenSettings = Omit<Settings, 'sessionSecret'> & { sessionSecret: string | null }

/** GATEWAY_URL is `https://<public API key>@<host>`; GATEWAY_SECRET signs the requests between the servers. */
export type Gateway = { origin: string; publicApiKey: string; secret: string }

export type Partner = { origin: string; secret: string }

/** `form` is the id of a FlexForm, `salt` signs its prices; `user` and `password` are those of DataLink. */
export type Ccbill = {
  account: string
  shops: ReadonlyMap<string, { subaccount: string; form: string; salt: string }>
  user: string
  password: string
  limits: readonly [least: number, most: number]
  isItsAddress: (address: string) => boolean
  formOrigin: string
  dataLinkOrigin: string
}

/** `key` signs addresses and postbacks of a shop; `center` is the Control Center's API, with its name and password. */
export type Verotel = {
  shops: ReadonlyMap<string, { shop: string; key: string }>
  startOrigin: string
  center: { origin: string; user: string; password: string }
}

export class SettingsError extends Error {
  override name = 'SettingsError'
}

export function readSettings(env: Record<string, string | undefined>): GivenSettings {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = schema.safeParse(given)
  const wrong = [
    ...Object.keys(given).flatMap(misspelt),
    ...(parsed.success
      ? contradictions(parsed.data)
      : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)),
  ]
  if (!parsed.success || wrong.length > 0) throw new SettingsError(wrong.join('\n'))
  const value = parsed.data
  const production = value.RUN_AS === 'production'
  return {
    production,
    port: value.PORT,
    host: value.HOST,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL ?? null,
    databaseDirectUrl: value.DATABASE_DIRECT_URL ?? null,
    preparesStatements: value.DATABASE_PREPARED,
    databaseReplicaUrl: value.DATABASE_REPLICA_URL ?? null,
    sitesSuffix: value.SITES_SUFFIX ?? (production ? null : 'localhost'),
    sessionSecret: value.SESSION_SECRET ?? null,
    smtpUrl: value.SMTP_URL ?? null,
    repliesAt: value.REPLIES_AT ?? null,
    s3Url: value.S3_URL ?? null,
    trustProxy: value.TRUST_PROXY,
    workers: value.WORKERS,
    drainNotice: (value.DRAIN_NOTICE ?? (isBehindProxy(given['TRUST_PROXY']) ? 3 : 0)) * 1000,
    hsts: production ? HSTS_VALUES[value.HSTS] : null,
    photoReview: value.PHOTO_REVIEW ?? (production ? 'staff' : 'auto'),
    hashListFile: value.HASH_LIST_FILE === undefined ? null : resolve(value.HASH_LIST_FILE),
    stopNcii: readStopNcii(value),
    demo: value.DEMO && !production,
    allowsUnfinished: value.UNFINISHED === 'allow',
    supportSecret: value.SUPPORT_SECRET ?? null,
    sentryDsn: value.SENTRY_DSN ?? null,
    metrics: readMetrics(value),
    slowAfter: value.SLOW_AFTER,
    gateway: readGateway(value),
    partner: readPartner(value),
    ccbill: readCcbill(value),
    verotel: readVerotel(value),
  }
}

function isBehindProxy(trusted: string | undefined): boolean {
  return trusted !== undefined && trusted !== '0'
}

function contradictions({
  RUN_AS,
  HOST,
  DATABASE_URL,
  DATABASE_DIRECT_URL,
  DATABASE_REPLICA_URL,
  WORKERS,
  SESSION_SECRET,
  REPLIES_AT,
  PHOTO_REVIEW,
  PHOTOS_UNSEEN,
  GATEWAY_URL,
  GATEWAY_SECRET,
  PARTNER_URL,
  PARTNER_SECRET,
  STOPNCII_URL,
  STOPNCII_KEY,
  CCBILL_SHOPS,
  CCBILL_ACCOUNT,
  CCBILL_USER,
  CCBILL_PASSWORD,
  VEROTEL_SHOPS,
  VEROTEL_API_USER,
  VEROTEL_API_PASSWORD,
}: Given): string[] {
  const wrong: string[] = []
  if (RUN_AS === 'production') {
    if (SESSION_SECRET === undefined)
      wrong.push('SESSION_SECRET: must be set in production (at least 32 random characters)')
    else if (isGuessable(SESSION_SECRET))
      wrong.push(
        'SESSION_SECRET: can be guessed; set 32 random characters, as of “openssl rand -base64 32”',
      )
    if (PHOTO_REVIEW === 'auto' && !PHOTOS_UNSEEN)
      wrong.push(
        'PHOTO_REVIEW: auto shows photos that nobody has looked at; in production only with PHOTOS_UNSEEN=1',
      )
  } else if (!isLoopback(HOST)) {
    wrong.push(
      'HOST: must be 127.0.0.1, ::1 or localhost, since everybody knows the passwords of a demo; anything else only with RUN_AS=production',
    )
  }
  if (REPLIES_AT !== undefined && !isLoopback(REPLIES_AT.host) && RUN_AS !== 'production')
    wrong.push('REPLIES_AT: must be on 127.0.0.1, ::1 or localhost in a demo')
  if (DATABASE_DIRECT_URL !== undefined && DATABASE_URL === undefined)
    wrong.push(
      'DATABASE_DIRECT_URL: only with DATABASE_URL, whose PostgreSQL it leads to without a pooler',
    )
  if (DATABASE_REPLICA_URL !== undefined && DATABASE_URL === undefined)
    wrong.push('DATABASE_REPLICA_URL: only with DATABASE_URL, whose standby it leads to')
  if (WORKERS > 1 && DATABASE_URL === undefined)
    wrong.push('WORKERS: more than 1 only with DATABASE_URL, since PGlite is of one process')
  if (GATEWAY_URL !== undefined && GATEWAY_SECRET === undefined)
    wrong.push('GATEWAY_SECRET: must be set where GATEWAY_URL is (at least 16 characters)')
  if (PARTNER_URL !== undefined && PARTNER_SECRET === undefined)
    wrong.push('PARTNER_SECRET: must be set where PARTNER_URL is (at least 16 characters)')
  if (STOPNCII_URL !== undefined && STOPNCII_KEY === undefined)
    wrong.push('STOPNCII_KEY: must be set where STOPNCII_URL is')
  for (const [name, value] of Object.entries({ CCBILL_ACCOUNT, CCBILL_USER, CCBILL_PASSWORD })) {
    if (CCBILL_SHOPS !== undefined && value === undefined)
      wrong.push(`${name}: must be set where CCBILL_SHOPS is`)
  }
  for (const [name, value] of Object.entries({ VEROTEL_API_USER, VEROTEL_API_PASSWORD })) {
    if (VEROTEL_SHOPS !== undefined && value === undefined)
      wrong.push(`${name}: must be set where VEROTEL_SHOPS is`)
  }
  for (const brand of VEROTEL_SHOPS?.keys() ?? []) {
    if (CCBILL_SHOPS?.has(brand))
      wrong.push(`VEROTEL_SHOPS: ${brand} has a shop in CCBILL_SHOPS already`)
  }
  return wrong
}

function readCcbill({
  CCBILL_SHOPS,
  CCBILL_ACCOUNT,
  CCBILL_USER,
  CCBILL_PASSWORD,
  CCBILL_NETWORKS,
  CCBILL_LIMITS,
  CCBILL_URL,
  CCBILL_DATALINK_URL,
}: Given): Ccbill | null {
  if (
    CCBILL_SHOPS === undefined ||
    CCBILL_ACCOUNT === undefined ||
    CCBILL_USER === undefined ||
    CCBILL_PASSWORD === undefined
  )
    return null
  return {
    account: CCBILL_ACCOUNT,
    shops: CCBILL_SHOPS,
    user: CCBILL_USER,
    password: CCBILL_PASSWORD,
    limits: CCBILL_LIMITS,
    isItsAddress: CCBILL_NETWORKS,
    formOrigin: new URL(CCBILL_URL).origin,
    dataLinkOrigin: new URL(CCBILL_DATALINK_URL).origin,
  }
}

function readVerotel({
  VEROTEL_SHOPS,
  VEROTEL_API_USER,
  VEROTEL_API_PASSWORD,
  VEROTEL_URL,
  VEROTEL_API_URL,
}: Given): Verotel | null {
  if (
    VEROTEL_SHOPS === undefined ||
    VEROTEL_API_USER === undefined ||
    VEROTEL_API_PASSWORD === undefined
  )
    return null
  const center = {
    origin: new URL(VEROTEL_API_URL).origin,
    user: VEROTEL_API_USER,
    password: VEROTEL_API_PASSWORD,
  }
  return { shops: VEROTEL_SHOPS, startOrigin: new URL(VEROTEL_URL).origin, center }
}

function readStopNcii({ STOPNCII_URL, STOPNCII_KEY }: Given): Settings['stopNcii'] {
  if (STOPNCII_URL === undefined || STOPNCII_KEY === undefined) return null
  const [subscriptionKey = '', functionKey = ''] = STOPNCII_KEY.split(':')
  return { url: STOPNCII_URL.replace(/\/$/, ''), subscriptionKey, functionKey }
}

/** Three above the port: between them are those of the sandboxes. */
function readMetrics({ PORT, METRICS_PORT, METRICS_HOST }: Given): Settings['metrics'] {
  const beside = PORT === 0 || PORT > 65_532 ? 0 : PORT + 3
  return { port: METRICS_PORT ?? beside, host: METRICS_HOST, isGiven: METRICS_PORT !== undefined }
}

function readGateway({ GATEWAY_URL, GATEWAY_SECRET }: Given): Gateway | null {
  if (GATEWAY_URL === undefined || GATEWAY_SECRET === undefined) return null
  const { origin, username } = new URL(GATEWAY_URL)
  return { origin, publicApiKey: decodeURIComponent(username), secret: GATEWAY_SECRET }
}

function readPartner({ PARTNER_URL, PARTNER_SECRET }: Given): Partner | null {
  if (PARTNER_URL === undefined || PARTNER_SECRET === undefined) return null
  return { origin: new URL(PARTNER_URL).origin, secret: PARTNER_SECRET }
}

const known = Object.keys(schema.shape)
/** Shorter names are one letter away from other programs' variables, such as PORTS and HOSTS. */
const LONG_ENOUGH = 6

function misspelt(name: string): string[] {
  if (known.includes(name)) return []
  const meant = known.find((one) => one.length >= LONG_ENOUGH && isSlipOf(name, one))
  return meant === undefined
    ? []
    : [
        `${name}: is not known; if ${meant} is meant, write that, else take it out of the environment`,
      ]
}

/** Whether two names differ by one inserted, missing or replaced letter, or by two swapped ones. */
function isSlipOf(given: string, meant: string): boolean {
  let start = 0
  while (start < given.length && given[start] === meant[start]) start += 1
  let end = 0
  while (
    end < Math.min(given.length, meant.length) - start &&
    given.at(-1 - end) === meant.at(-1 - end)
  )
    end += 1
  const [left, right] = [given, meant].map((word) => word.slice(start, word.length - end)) as [
    string,
    string,
  ]
  return (
    (left.length <= 1 && right.length <= 1) ||
    (left.length === 2 && left === [...right].reverse().join(''))
  )
}
