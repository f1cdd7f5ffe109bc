/**
 * The films of `/contentWall`, drawn by us (`films/`, without sound). Those that are free are
 * `/freeMovies`.
 */
export const films = [
  {
    id: 'rain',
    title: 'Rain on the window',
    about: 'An evening indoors, while it pours.',
    isFree: true,
  },
  { id: 'tide', title: 'High tide', about: 'The sea comes in, under a low sun.', isFree: true },
  { id: 'lanterns', title: 'Lanterns', about: 'Paper lights rise over a dark hill.', isFree: true },
  { id: 'train', title: 'Night train', about: 'Lit windows cross a valley.', isFree: false },
  { id: 'kites', title: 'Two kites', about: 'One follows the other, and back.', isFree: false },
  {
    id: 'snow',
    title: 'First snow',
    about: 'It falls on roofs, for as long as you look.',
    isFree: false,
  },
] as const

export type Film = (typeof films)[number]

/** Standard members watch what is free; premium members watch all. */
export function mayWatch({ isFree }: Film, { isPremium }: { isPremium: boolean }): boolean {
  return isFree || isPremium
}
