import type { PhotoFiles } from '#api/photo-files.ts'
import type { Settings } from '#settings.ts'
import { createDiskFiles } from './disk-files.server.ts'
import { createS3Files } from './s3-files.server.ts'

export function openPhotoFiles({
  s3Url,
  dataDir,
}: Pick<Settings, 's3Url' | 'dataDir'>): PhotoFiles {
  return s3Url === null ? createDiskFiles(dataDir) : createS3Files(s3Url)
}
