import { readSources } from '#content/files.server.ts'
import { requireLibrary } from '#content/library.ts'
import { brands } from '#sites/registry.ts'

export const shippedTexts = requireLibrary(
  readSources(new URL('../../src/content', import.meta.url).pathname),
  brands,
)
