import encodeQR from 'qr'

/** Light modules around the code, without which a reader does not find it (ISO/IEC 18004). */
const QUIET = 4

/** A text as a QR code: `path` draws its dark modules as SVG, on a light square of `size` by `size`. */
export function qrPath(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET })
  return { size: rows.length, path: rows.map(rowPath).join('') }
}

/** The dark runs of one row, each as one rectangle. */
function rowPath(row: readonly boolean[], y: number): string {
  const signs = row.map((isDark) => (isDark ? '#' : ' ')).join('')
  return [...signs.matchAll(/#+/g)].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`).join('')
}
