import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startUp, StartUpError } from '../process/start-up.server.ts'
import { brands } from '../sites/registry.ts'
import { brandSchema } from '../sites/site.ts'
import { leanFaces, leanFont } from './lean-fonts.ts'
import { type ReadOwn, readOwn } from './own-files.ts'
import { publicFilesOf } from './site-files.ts'
import { idProblem, type Model, modelProblem, newBrand } from './site-new/files.ts'
import { identityOf, identityOptions, withId } from './site-new/identity.ts'
import { writeWhole } from './site-new/write-whole.ts'

/**
 * `npm run site:new -- <id> --model credits --domain … --company … --address … --country …`: makes
 * a brand's folder and registers it, whole or not at all.
 */
const root = join(import.meta.dirname, '..', '..')
const usage =
  'Usage: npm run site:new -- <id> [--model subscription | credits | partner] [--domain … --company … --address … --country … [--support …]]'

await startUp(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { model: { type: 'string', default: 'subscription' }, ...identityOptions },
  })
  const [id = '', ...more] = positionals
  const { model, ...flags } = values
  const problem = idProblem(id) ?? modelProblem(model) ?? folderProblem(id)
  if (problem !== null || more.length > 0)
    throw new StartUpError(`${problem ?? `${more.join(' ')}: one brand at a time.`}\n${usage}`)
  const identity = identityOf(withId(flags, id), brands)
  if (identity?.legal === null)
    throw new StartUpError(`--company, --address and --country are missing.\n${usage}`)

  const { data, files } = newBrand(
    id,
    model as Model,
    brands.map((brand) => hueOf(brand.id)),
    identity,
  )
  const brand = brandSchema.parse(data)
  const read: ReadOwn = async (of, file) => files[`sites/${of}/${file}`] ?? readOwn(of, file)
  const before = new Map((await leanFaces(brands)).map((face) => [face.file, face.weights]))
  const fonts = (await leanFaces([...brands, brand], read)).filter(
    ({ file, weights }) => String(before.get(file)) !== String(weights),
  )
  const drawn = await publicFilesOf(brand, read)
  const lean = await Promise.all(
    fonts.map(async (face) => [face.file, await leanFont(face)] as const),
  )
  writeWhole(
    root,
    (function* () {
      // Somebody may have made another meanwhile.
      const taken = folderProblem(id)
      if (taken !== null) throw new StartUpError(taken)
      for (const [path, text] of Object.entries(files)) yield [join('src', path), text]
      for (const [name, content] of Object.entries(drawn)) yield [join('public', name), content]
      for (const [file, content] of lean) yield [join('src/styles/fonts', file), content]
      // The last: a brand that is not registered is none.
      yield ['src/sites/registry.ts', registered(id)]
    })(),
  )

  process.stdout
    .write(`${id} is there, at http://www.${id}.localhost:4321 after the next \`npm start\`.

${Object.keys(files)
  .map((path) => `  src/${path}`)
  .join('\n')}

${identity === null ? `It has the domain of nobody and the company of the main brand: npm run site:own -- ${id} sets your own.` : `In production it is at https://www.${identity.domain}, once its name leads there.`}
What else is yours to say, where you want it otherwise:
  - brand.ts: prices, \`voice\` (its words for members), and the flags that shall be on, of those in src/sites/site.ts.
  - content/promo/${id}/landing.md: its own voice; \`npm run content:check\` tells what is missing.
  - theme.css, inside.css (members' pages), logo.svg, art.svg: its own look; then \`npm run site:files\`.
  - a landing composition of its own in src/landings, in place of \`plain\`.
`)
})

function folderProblem(id: string): string | null {
  const folder = [`src/sites/${id}`, `src/content/promo/${id}`].find((one) =>
    existsSync(join(root, one)),
  )
  return folder === undefined
    ? null
    : `There is a folder ${folder}, of no brand in src/sites/registry.ts: delete it first.`
}

function hueOf(brand: string): number {
  const theme = readFileSync(join(root, 'src/sites', brand, 'theme.css'), 'utf8')
  return Number(/--accent: light-dark\(oklch\(\S+ \S+ ([\d.]+)\)/.exec(theme)?.[1] ?? 0)
}

function registered(id: string): string {
  return readFileSync(join(root, 'src/sites/registry.ts'), 'utf8')
    .replace(
      /(?=import \{ type Brand, brandSchema \})/,
      `import { brand as ${id} } from './${id}/brand.ts'\n`,
    )
    .replace(/\n\]\.map\(/, `\n  ${id},\n].map(`)
}
