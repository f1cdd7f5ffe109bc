export function brandPictureName(key: string): string {
  return `${key}-brand.webp`
}

export function readBrandPictureName(name: string): string | null {
  return /^([a-f0-9]{32})-brand\.webp$/.exec(name)?.[1] ?? null
}

/** Where the media hosts of its brands serve it: another picture has another address. */
export function brandPicturePath(key: string): string {
  return `/pictures/${key}.webp`
}

export function readBrandPicturePath(path: string): string | null {
  return /^\/pictures\/([a-f0-9]{32})\.webp$/.exec(path)?.[1] ?? null
}
