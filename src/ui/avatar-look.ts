/** Beside the name: screen readers skip it. */
export type AvatarLook = {
  name: string
  photo: { src: string; placeholder: string } | null
  size?: 'small' | 'medium'
}
