import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brands } from '../sites/registry.ts'
import { filesOf, idProblem, type Model, modelProblem } from './site-new/files.ts'

/**
 * `npm run site:new -- example [subscription | credits | partner]`: creates a brand's folder and
 * registers it.
 */

const source = join(import.meta.dirname, '..')
const [id = '', model = 'subscription'] = process.argv.slice(2)
const problem = idProblem(id) ?? modelProblem(model)
if (problem !== null) {
  process.stderr.write(
    `${problem}\nUsage: npm run site:new -- <id> [subscription | credits | partner]\n`,
  )
  process.exit(1)
}

const files = filesOf(
  id,
  model as Model,
  brands.map((brand) => hueOf(brand.id)),
)
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(source, path)), { recursive: true })
  writeFileSync(join(source, path), text, { flag: 'wx' })
}
register()
const made = spawnSync(process.execPath, [join(import.meta.dirname, 'site-files.ts')], {
  stdio: 'inherit',
})
if (made.status !== 0) process.exit(made.status ?? 1)

process.stdout
  .write(`${id} is there, at http://www.${id}.localhost:4321 after the next \`npm start\`.

${Object.keys(files)
  .map((path) => `  src/${path}`)
  .join('\n')}

Before it goes live:
  1. brand.ts: domain, prices, legal identity (it has the main brand's company; its own support address); and the
     flags that shall be on, of those in src/sites/site.ts.
  2. content/promo/${id}/landing.md: its own voice; \`npm run content:check\` tells what is missing.
  3. brand.ts: \`voice\`, its words for members.
  4. theme.css, inside.css (members' pages), logo.svg, art.svg: its own look; then \`npm run site:files\`.
  5. A landing composition of its own in src/landings, in place of \`plain\`.
`)

function hueOf(brand: string): number {
  const theme = readFileSync(join(source, 'sites', brand, 'theme.css'), 'utf8')
  return Number(/--accent: light-dark\(oklch\(\S+ \S+ ([\d.]+)\)/.exec(theme)?.[1] ?? 0)
}

function register(): void {
  const file = join(source, 'sites', 'registry.ts')
  const text = readFileSync(file, 'utf8')
  const named = text.replace(
    /(?=import \{ type Brand, brandSchema \})/,
    `import { brand as ${id} } from './${id}/brand.ts'\n`,
  )
  writeFileSync(file, named.replace(/\n\]\.map\(/, `\n  ${id},\n].map(`))
}
