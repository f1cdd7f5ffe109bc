import type { FileKind } from '#api/file-kinds.server.ts'
import type { PhotoFiles } from '#api/photo-files.ts'
import { type Size } from '#core/people/pictures/pictures.ts'
import type { Db } from '#db/connection.server.ts'
import { keysThatExist, storedPhotos } from '../photos.sql.ts'
import { isMadeFirst, keyOf, renditionsOf } from '../photos.ts'

type FilesCheck = {
  files: number
  orphans: string[]
  missing: Array<{ what: string; key: string; files: number; found: number }>
}

const AT_ONCE = 600

/**
 * Compares the store with the rows: files without a row, and rows without all of their files. It
 * changes nothing.
 */
export async function compareFiles(
  db: Db,
  store: Pick<PhotoFiles, 'list'>,
  kinds: readonly FileKind[],
): Promise<FilesCheck> {
  const found = new Map<string, number>()
  const orphans: string[] = []
  let files = 0
  let names: string[] = []
  const hold = async () => {
    const keys = new Set<string>()
    for (const kind of kinds) {
      const known = await kind.known(db, [
        ...new Set(names.map(kind.keyOf).filter((key) => key !== null)),
      ])
      for (const key of known) keys.add(key)
    }
    orphans.push(...names.filter((name) => !kinds.some((kind) => keys.has(kind.keyOf(name) ?? ''))))
    names = []
  }
  for await (const { name } of store.list()) {
    files += 1
    const [key] = kinds.map((kind) => kind.keyOf(name)).filter((one) => one !== null)
    // A bucket may hold more than what is ours.
    if (key === undefined) continue
    found.set(key, (found.get(key) ?? 0) + 1)
    names.push(name)
    if (names.length >= AT_ONCE) await hold()
  }
  await hold()
  const missing: FilesCheck['missing'] = []
  for (const { what, rows } of kinds) {
    for (
      let after = 0, page = await rows(db, after, AT_ONCE);
      page.length > 0;
      page = await rows(db, after, AT_ONCE)
    ) {
      for (const row of page) {
        const there = found.get(row.key) ?? 0
        if (there < row.files) missing.push({ what, key: row.key, files: row.files, found: there })
        after = row.id
      }
    }
  }
  return { files, orphans, missing }
}

export const photoFileKind: FileKind = {
  what: 'photo',
  keyOf,
  known: keysThatExist,
  async rows(db, after, most) {
    const rows = await storedPhotos(db, after, most)
    return rows.flatMap(
      ({
        id,
        key,
        width,
        height,
        card_key,
        card_width,
        card_height,
        original_key,
        renditions_due_at: dueAt,
      }) => [
        { id, key, files: filesOf({ width, height }, dueAt) },
        ...(card_key === null
          ? []
          : [
              {
                id,
                key: card_key,
                files: filesOf({ width: card_width ?? 0, height: card_height ?? 0 }, dueAt),
              },
            ]),
        ...(original_key === null ? [] : [{ id, key: original_key, files: 1 }]),
      ],
    )
  },
}

/** How many files a picture has, at the least while others are still to be made. */
function filesOf(size: Size, dueAt: Date | null): number {
  const all = renditionsOf(size)
  return (dueAt === null ? all : all.filter(isMadeFirst)).length
}
