const names = new Intl.DisplayNames(['en-GB'], { type: 'region' })

export function countryName(code: string): string {
  try {
    return names.of(code) ?? code
  } catch (error) {
    if (error instanceof RangeError) return code
    throw error
  }
}
