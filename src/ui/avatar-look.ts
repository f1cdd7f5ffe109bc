export type AvatarLook = {
  name: string
  photo?:
    | {
        src: string
        srcSet?: string | undefined
        placeholder?: string | null | undefined
        description?: string | undefined
      }
    | null
    | undefined
  size?: 'small' | 'medium'
  /** Set if the name is next to the picture: screen readers skip it. */
  decorative?: boolean
  /** Disables lazy loading, for pictures at the top of a page. */
  eager?: boolean
}

export const avatarWidths = { small: '36px', medium: '48px' } as const
