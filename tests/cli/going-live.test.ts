import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { steps } from '#cli/doctor/finding.ts'
import { type Machine, openMachine, sectionsOf } from '../support/going-live.ts'
import { isInstalled, makeCertificate } from '../support/proxies.ts'
import { serve } from '../support/serve.ts'

/** The lines of src/cli/going-live.md, run as they stand: a brand goes live by them, and by no other. */

const sections = sectionsOf(await readFile('src/cli/going-live.md', 'utf8'))
/** Of each brand: its id before it. */
const DOMAIN = '-of-ours.net'
const isThere = isInstalled('openssl') && isInstalled('psql') && isInstalled('bash')
const ends: Array<() => unknown> = []
let machine: Machine

beforeAll(async () => {
  if (!isThere)
    return void process.stdout.write('openssl, psql or bash is not installed: nothing went live\n')
  machine = await openMachine()
  ends.push(() => machine.stop())
})
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

test('the page has a heading for each step of the doctor, in its order', () => {
  expect(sections.map(({ name }) => name).filter((name) => name !== '' && name !== 'Open')).toEqual(
    [...steps],
  )
})

/** What is yours to say: the page’s first lines are run, and these after them. */
async function ours(): Promise<string> {
  const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as { port: number }
  const shop = await serve(async () => new Response('', { status: 404 }))
  ends.push(
    () => new Promise<void>((resolve) => smtp.close(() => resolve())),
    () => shop.close(),
  )
  return `DOMAINS='{brand}${DOMAIN}' SMTP_URL=smtp://127.0.0.1:${port} GATEWAY_URL=${shop.origin.replace('//', '//key@')} PARTNER_URL=${shop.origin} TRAFFIC=https://traffic${DOMAIN}/
    GATEWAY_SECRET=k8Vq2ZxY7mNpR4tW9bHc PARTNER_SECRET=3LfJ6sDgA1eUk8Vq2ZxY\n`
}

const blocksOf = (wanted: string) => sections.find(({ name }) => name === wanted)?.blocks ?? []

async function walk(name: string, more = ''): Promise<string> {
  let said = ''
  for (const block of blocksOf(name)) said += await machine.run(`${block}${more}`)
  return said
}

/** Its lines, and its end. */
async function examined() {
  const { code, said } = await machine.tried('runuser -u sites -- npm run --silent doctor')
  const lines = said.trim().split('\n')
  const open = lines.filter((line) => line.startsWith('to do'))
  return { code, lines, open: [...new Set(open.map((line) => line.slice(16).split(' ')[0]))] }
}

describe('whoever runs the lines one after the other', () => {
  test('has a machine with brands of their own, built', async () => {
    if (!isThere) return
    await walk('', await ours())
    await walk('machine')
    const said = await walk('brands')
    expect(said).toContain('example is there')
    const brand = await readFile(
      join(machine.folder, 'opt/sites/src/sites/wivesnow/brand.ts'),
      'utf8',
    )
    expect(brand).toContain(`domain: 'wivesnow${DOMAIN}',`)
    expect(brand).toContain("companyName: 'Example Ltd',")
    expect(brand).not.toContain('isPlaceholder')
  })

  test('has a database, settings and a service, and is told what is still to do', async () => {
    if (!isThere) return
    await walk('database')
    await walk('settings')
    const { code, lines, open } = await examined()
    expect([code, open]).toEqual([1, ['proxy', 'staff', 'payments', 'mail', 'backup', 'alarms']])
    expect(lines.at(-1)).toMatch(/^\d+ to do: src\/cli\/going-live\.md#proxy, /)
    const landing = await ask(`www.example${DOMAIN}`)
    expect(landing).toContain('<title>Example – a place for grown-ups</title>')
  })

  test('has a proxy, staff, payments, mail, backups and alarms, and nothing is left to do', async () => {
    if (!isThere) return
    await walk('proxy')
    await answerAsCaddy()
    expect(await walk('staff')).toMatch(/vera is staff now \(lead, owner, publisher\)[^]*omar is/)
    await walk('payments')
    await walk('mail')
    await walk('backup')
    await walk('alarms')
    const { code, open } = await examined()
    // Nothing is unfinished, which the settings still allow.
    expect([code, open]).toEqual([1, ['settings']])
    const [opening = ''] = blocksOf('Open')
    const [doctor = '', ...rest] = opening.trim().split('\n').toReversed()
    await machine.run(`${rest.toReversed().join('\n')}\n`)
    await walk('alarms')
    const said = await machine.tried(doctor)
    expect(said).toMatchObject({ code: 0 })
    expect(said.said).not.toMatch(/k8Vq2ZxY7mNpR4tW9bHc|3LfJ6sDgA1eUk8Vq2ZxY/)
    const states = said.said.match(/^(?:done|to do|does not apply) +\w+/gm) ?? []
    expect(new Set(states.map((line) => line.replaceAll(/ +/g, ' ')))).toEqual(
      new Set(steps.map((step) => `done ${step}`)),
    )
  })
})

/** A page of the service, as the proxy asks for it. */
function ask(host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: machine.port, path: '/', headers: { host } }, (response) => {
      let text = ''
      response.on('data', (part: Buffer) => (text += String(part)))
      response.on('end', () => resolve(text))
    })
      .on('error', reject)
      .end()
  })
}

/**
 * In place of Caddy: it answers at the names of its file, and the doctor is led to it, as DNS and
 * the port do.
 */
async function answerAsCaddy(): Promise<void> {
  const { folder, port } = machine
  const config = await readFile(join(folder, 'etc/caddy/Caddyfile'), 'utf8')
  expect(config).toContain(`to 127.0.0.1:${port}\n`)
  const names = Array.from(config.matchAll(/^((?:[a-z.-]+, )+[a-z.-]+) \{$/gm), ([, line = '']) =>
    line.split(', '),
  ).flat()
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  await makeCertificate(key, certificate, names)
  const proxy = createServer(
    { key: await readFile(key), cert: await readFile(certificate) },
    (asked, response) => {
      // Whoever asks comes from elsewhere, whatever they say.
      const headers = {
        ...asked.headers,
        'x-forwarded-for': `${String(asked.headers['x-forwarded-for'])}, 203.0.113.7`,
        'x-request-id': randomUUID(),
      }
      const { method, url: path } = asked
      const passed = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(response)
      })
      passed.on('error', () => response.destroy())
      asked.pipe(passed)
    },
  ).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  ends.push(
    () => proxy.closeAllConnections(),
    () => proxy.close(),
  )
  const { port: https } = proxy.address() as { port: number }
  const leading = join(folder, 'leading.mjs')
  await writeFile(
    leading,
    `import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
const { request } = https
https.request = (options, ...more) =>
  request({ ...options, port: ${https}, lookup: (_, { all }, found) => all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4) }, ...more)
syncBuiltinESMExports()
`,
  )
  await machine.run(
    `export NODE_OPTIONS=--import=file://${leading} NODE_EXTRA_CA_CERTS=${certificate}\n`,
  )
}
