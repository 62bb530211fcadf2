import { type ComponentType, createElement, useEffect, useState } from 'react'
import { inLanguage } from '../messages/i18n.ts'

/** A component whose code is loaded when it is rendered first, or before by `load`. */
type LazyPart<P extends object> = ComponentType<P> & { load: () => Promise<ComponentType<P>> }

/**
 * Makes a component of the code that `load` imports: a dialog, or another part of a page that not everybody opens. Nothing is
 * shown until the code has arrived. Unlike with `lazy` it doesn't suspend: React shows the fallback of a suspended component for
 * 300 ms, even if the code was loaded before.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loaded: ComponentType<P> | undefined
  const loadOnce = async () => {
    loaded ??= await inLanguage(load)
    return loaded
  }
  function Part(props: P) {
    const [Component, setComponent] = useState(() => loaded)
    const [failure, setFailure] = useState<{ error: unknown }>()
    const isMissing = Component === undefined
    useEffect(() => {
      if (!isMissing) return
      let isUnmounted = false
      loadOnce().then(
        (component) => !isUnmounted && setComponent(() => component),
        (error: unknown) => !isUnmounted && setFailure({ error }),
      )
      return () => {
        isUnmounted = true
      }
    }, [isMissing])
    if (failure) throw failure.error
    return Component === undefined ? null : createElement(Component, props)
  }
  return Object.assign(Part, { load: loadOnce })
}
