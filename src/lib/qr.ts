import encodeQR from 'qr'

/** Width of the quiet zone in modules (ISO/IEC 18004). */
const QUIET = 4

export function qrPath(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET })
  return { size: rows.length, path: rows.map(rowPath).join('') }
}

function rowPath(row: readonly boolean[], y: number): string {
  const signs = row.map((isDark) => (isDark ? '#' : ' ')).join('')
  return [...signs.matchAll(/#+/g)]
    .map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join('')
}
