export type ButtonLook = {
  /** `primary` is the page's main action; `danger` cannot be undone. */
  variant?: 'primary' | 'quiet' | 'soft' | 'plain' | 'danger'
  size?: 'small' | 'medium' | 'large'
  wide?: boolean
}

export function buttonClass(look: ButtonLook, extra?: string | null): string {
  const { variant = 'primary', size = 'medium', wide = false } = look
  return [
    'button',
    variant !== 'primary' && `button-${variant}`,
    size !== 'medium' && `button-${size}`,
    wide && 'button-wide',
    extra,
  ]
    .filter(Boolean)
    .join(' ')
}
