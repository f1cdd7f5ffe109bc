import sharp from 'sharp'

export function portrait(hue = 210): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1100">
    <rect width="900" height="1100" fill="hsl(${hue} 45% 72%)"/>
    <circle cx="450" cy="430" r="190" fill="hsl(28 45% 62%)"/>
    <path d="M120 1100c0-250 150-380 330-380s330 130 330 380z" fill="hsl(${(hue + 150) % 360} 35% 38%)"/>
  </svg>`
  return sharp(Buffer.from(drawing))
    .withExif({
      IFD0: { Make: 'Camera', Artist: 'Somebody' },
      IFD3: { GPSLatitude: '41/1 52/1 0/1', GPSLatitudeRef: 'N' },
    })
    .jpeg({ quality: 88 })
    .toBuffer()
}
