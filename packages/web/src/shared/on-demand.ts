import { type ComponentType, createElement, useEffect, useState } from 'react'

/**
 * A component whose code is loaded when it is rendered first; nothing is shown until then. Unlike with `lazy` it doesn't
 * suspend: React shows the fallback of a suspended component for 300 ms, even if the code was loaded before.
 */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  return function OnDemand(props: P) {
    const [Component, setComponent] = useState(() => loaded)
    const [failure, setFailure] = useState<{ error: unknown }>()
    const isMissing = Component === undefined
    useEffect(() => {
      if (!isMissing) return
      let isUnmounted = false
      load().then(
        (component) => {
          loaded = component
          if (!isUnmounted) setComponent(() => loaded)
        },
        (error: unknown) => !isUnmounted && setFailure({ error }),
      )
      return () => {
        isUnmounted = true
      }
    }, [isMissing])
    if (failure) throw failure.error
    return Component === undefined ? null : createElement(Component, props)
  }
}
