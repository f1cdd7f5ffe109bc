type Attributes = Record<string, string | number>

/** `el('circle', { r: 4 })` -> `<circle r="4"/>`. */
export function el(name: string, attributes: Attributes, ...children: string[]): string {
  const pairs = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? short(value) : value}"`,
  )
  return children.length === 0
    ? `<${name}${pairs.join('')}/>`
    : `<${name}${pairs.join('')}>${children.join('')}</${name}>`
}

export function path(d: string, fill: string, more: Attributes = {}): string {
  return el('path', { d, fill, ...more })
}

/** A stroked path with round ends. */
export function line(d: string, stroke: string, width: number, more: Attributes = {}): string {
  return el('path', {
    d,
    fill: 'none',
    stroke,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  })
}

export function circle(
  cx: number,
  cy: number,
  r: number,
  fill: string,
  more: Attributes = {},
): string {
  return el('circle', { cx, cy, r, fill, ...more })
}

export function ellipse(
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  fill: string,
  more: Attributes = {},
): string {
  return el('ellipse', { cx, cy, rx, ry, fill, ...more })
}

export function group(attributes: Attributes, ...children: string[]): string {
  return el('g', attributes, ...children.filter((child) => child !== ''))
}

/** Mirrors a drawing at the vertical axis of the face. */
export function mirrored(...children: string[]): string {
  return group({ transform: 'matrix(-1 0 0 1 400 0)' }, ...children)
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100)
}
