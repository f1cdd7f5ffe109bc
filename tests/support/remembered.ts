export function rememberedOn(brand: string, name: string, value: string) {
  return {
    name,
    value,
    domain: `.${brand}.localhost`,
    path: '/',
    expires: 4_102_444_800,
    httpOnly: false,
    secure: false,
    sameSite: 'Lax' as const,
  }
}
