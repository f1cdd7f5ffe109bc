export type ButtonLook = {
  /** `primary` is the one thing to do here; `danger` cannot be taken back. */
  variant?: 'primary' | 'quiet' | 'soft' | 'plain' | 'danger'
  size?: 'small' | 'medium' | 'large'
  wide?: boolean
  /** A square with nothing but an icon in it: give it an `aria-label`. */
  iconOnly?: boolean
}

/** The classes of a button, for Astro and React alike. */
export function buttonClass(look: ButtonLook, extra?: string | null): string {
  const { variant = 'primary', size = 'medium', wide = false, iconOnly = false } = look
  return [
    'button',
    variant !== 'primary' && `button-${variant}`,
    size !== 'medium' && `button-${size}`,
    wide && 'button-wide',
    iconOnly && 'button-icon',
    extra,
  ]
    .filter(Boolean)
    .join(' ')
}
