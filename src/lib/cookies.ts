export function cookieIn(header: string | null, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const cookie = part.trim()
    if (cookie.startsWith(`${name}=`)) return cookie.slice(name.length + 1) || null
  }
  return null
}
