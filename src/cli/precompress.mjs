import { readdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compressed = new Set([
  '.html',
  '.css',
  '.js',
  '.svg',
  '.json',
  '.xml',
  '.txt',
  '.webmanifest',
])
const brotli = promisify(brotliCompress)
/** The best takes two thirds of a build: one that nobody downloads from asks for less. */
const quality = Number(process.env.BROTLI_QUALITY ?? constants.BROTLI_MAX_QUALITY)

export const precompress = {
  name: 'precompress',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const root = fileURLToPath(dir)
      const entries = await readdir(root, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && compressed.has(extname(entry.name)))
      const queue = files.map((file) => join(file.parentPath, file.name)).values()
      const worker = async () => {
        for (const path of queue) await compress(path)
      }
      await Promise.all(Array.from({ length: availableParallelism() }, worker))
    },
  },
}

/** @param {string} path */
async function compress(path) {
  await writeFile(
    `${path}.br`,
    await brotli(await readFile(path), { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  )
}
