import { type ComponentType, useEffect, useState } from 'react'

/** What is loaded once its region is shown; null until it is there. */
export function useLater<Part>(load: () => Promise<Part>): Part | null {
  const [part, setPart] = useState<Part | null>(null)
  useEffect(() => void load().then((loaded) => setPart(() => loaded)), [])
  return part
}

/** A part that its region is complete without: nothing until its script is there. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function Later(props: Props) {
    const Part = useLater(load)
    return Part && <Part {...props} />
  }
}
