import { readSources } from '../../src/content/files.server.ts'
import { requireLibrary } from '../../src/content/library.ts'
import { brands } from '../../src/sites/registry.ts'

export const shippedTexts = requireLibrary(
  readSources(new URL('../../src/content', import.meta.url).pathname),
  brands,
)
