import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { openPhotoFiles } from '#members/photos/files/open-files.server.ts'
import type { GivenSettings } from '#settings.ts'
import { type Finding, findings, reasonOf } from './finding.ts'

const { done, toDo } = findings('machine')
const GB = 1024 ** 3

export async function checkStorage({
  s3Url,
  dataDir,
  production,
}: GivenSettings): Promise<Finding[]> {
  if (s3Url === null && !existsSync(dataDir))
    return [done(`${dataDir} is not there yet: npm start makes it`)]
  const found = [await writeAndRead({ s3Url, dataDir })]
  if (existsSync(dataDir)) found.push(...diskFindings(await statfs(dataDir), dataDir, production))
  return found
}

/** The sweep of photos deletes the file if this process ends in between. */
async function writeAndRead(where: Pick<GivenSettings, 's3Url' | 'dataDir'>): Promise<Finding> {
  const place = where.s3Url === null ? where.dataDir : new URL(where.s3Url).host
  const name = `${randomBytes(16).toString('hex')}-doctor.bin`
  const bytes = randomBytes(64)
  let step = 'written'
  try {
    const files = openPhotoFiles(where)
    await files.write(new Map([[name, bytes]]))
    step = 'read'
    const read = await files.read(name)
    if (read === null || !bytes.equals(read))
      return toDo(
        `${place}: what is read is not what was written: check the disk, or the bucket in S3_URL.`,
      )
    step = 'deleted'
    await files.remove([name])
    if ((await files.read(name)) !== null)
      return toDo(`${place}: a deleted file is still there: allow deleting in the bucket’s policy.`)
    return done(`${place} takes, gives and deletes files`)
  } catch (error) {
    const reason = whyNot(error)
    return toDo(
      `${place}: a file could not be ${step} (${reason}): ${where.s3Url === null ? 'make it writable for this user, or free space' : adviceFor(reason)}.`,
    )
  }
}

function adviceFor(reason: string): string {
  if (reason.includes('RequestTimeTooSkewed')) return 'set this machine’s clock'
  if (/ (QuotaExceeded|XMinioStorageFull|EntityTooLarge)$|^507/.test(reason))
    return 'free space in the bucket, or raise its quota'
  return 'correct S3_URL and the rights of its key'
}

/** The store's own errors carry the answer's status and the bucket's code as their cause. */
function whyNot(error: unknown): string {
  const { cause } = error as { cause?: unknown }
  const answered =
    cause instanceof Error ? /answered (\d{3} ?\w*)/.exec(cause.message)?.[1] : undefined
  return answered?.trim() ?? reasonOf(cause ?? error)
}

export function diskFindings(
  { bavail, blocks, bsize }: { bavail: number; blocks: number; bsize: number },
  dataDir: string,
  production: boolean,
): Finding[] {
  const free = (bavail * bsize) / GB
  const isScarce = free < (production ? 5 : 0.5) || (production && bavail / blocks < 0.05)
  const size = `${free.toFixed(1)} GB`
  return [
    isScarce
      ? toDo(`${dataDir}: only ${size} are free: make space.`)
      : done(`${dataDir}: ${size} are free`),
  ]
}
