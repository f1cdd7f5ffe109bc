import type { ComponentProps, MouseEvent } from 'react'
import { buttonClass, type ButtonLook } from './button-class.ts'

type Own = ButtonLook & {
  /** Shows progress and ignores further clicks; the button keeps the focus. */
  busy?: boolean
}
type Props = Own & ComponentProps<'button'>

export function Button({
  variant,
  size,
  wide,
  busy = false,
  className,
  onClick,
  type = 'button',
  ...rest
}: Props) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type={type}
      {...rest}
      className={buttonClass({ variant, size, wide }, className)}
      aria-busy={busy || undefined}
      onClick={click}
    />
  )
}

export function ButtonLink({
  variant,
  size,
  wide,
  className,
  ...rest
}: ButtonLook & ComponentProps<'a'> & { href: string }) {
  return <a {...rest} className={buttonClass({ variant, size, wide }, className)} />
}
