import { type ComponentType, useEffect, useState } from 'react'

/**
 * A part that its region is complete without: nothing until its script is there, which is asked for
 * once it is shown.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function Later(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null)
    useEffect(() => void load().then((part) => setPart(() => part)), [])
    return Part && <Part {...props} />
  }
}
