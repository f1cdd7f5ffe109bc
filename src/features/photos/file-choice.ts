import { MAX_BYTES } from './photos.ts'

export function problemWithFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (size === 0) return 'This file is empty. Please choose another.'
  if (size > MAX_BYTES) return `This photo has ${inMegabytes(size)} MB. Please choose one of up to ${inMegabytes(MAX_BYTES)} MB.`
  if (/\.(heic|heif)$/i.test(name) || /^image\/hei[cf]/.test(type)) {
    return 'This photo is a HEIC, which we cannot read. Please save it as a JPEG first; on an iPhone, share it and choose Options, Most Compatible.'
  }
  if (type === 'image/gif') return 'Moving pictures cannot be used here. Please choose a photo that stands still.'
  // Some systems report no MIME type; the server then checks the content.
  if (type !== '' && !/^image\/(jpeg|png|webp|avif)$/.test(type)) {
    return 'This file is not a photo that we can read. Please choose a JPEG, PNG, WebP or AVIF.'
  }
  return null
}

function inMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(bytes % (1024 * 1024) === 0 ? 0 : 1)
}
