import { type ComponentType, createElement, useEffect, useState } from 'react'

/**
 * A part of an island that is loaded with its first use. From then on it stays mounted, so that a dialog closes and
 * returns the focus by itself. A failed load is tried again with the next use.
 */
export function loadedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isUsed: (props: Props) => boolean,
): (props: Props) => ReturnType<typeof createElement> | null {
  return (props) => {
    const [loaded, setLoaded] = useState<{ part: ComponentType<Props> } | null>(null)
    const isWanted = isUsed(props)
    useEffect(() => {
      if (isWanted && !loaded) void load().then((part) => setLoaded({ part }))
    }, [isWanted])
    return loaded && createElement(loaded.part, props)
  }
}
