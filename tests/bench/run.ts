import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const words = process.argv.slice(2)
const files = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.bench.ts'))
  .toSorted()
const wanted = files.filter(
  (name) => words.length === 0 || words.some((word) => name.includes(word)),
)
if (wanted.length === 0) {
  process.stderr.write(
    `There is no ${words.join(' or ')}. There is: ${files.map((file) => file.replace('.bench.ts', '')).join(', ')}\n`,
  )
  process.exit(1)
}
const failed: string[] = []
for (const file of wanted) {
  process.stdout.write(`\n# ${file.replace('.bench.ts', '')}\n`)
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) failed.push(file)
}
if (failed.length > 0) {
  process.stderr.write(`\nfailed: ${failed.join(', ')}\n`)
  process.exitCode = 1
}
