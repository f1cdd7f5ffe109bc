/** Created at first use, because it is expensive and few pages need it. */
let segmenter: Intl.Segmenter | undefined

export function initial(name: string): string {
  segmenter ??= new Intl.Segmenter('en')
  const [first] = [...segmenter.segment(name)].filter(({ segment }) =>
    /[\p{L}\p{N}]/u.test(segment),
  )
  return (first?.segment ?? '?').toUpperCase()
}
