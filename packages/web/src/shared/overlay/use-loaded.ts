import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showError } from '../feedback/messages.ts'

/**
 * The code of something that opens, once it is needed; undefined until then. Unlike `lazy` it may fail without taking the
 * page with it: the failure is said, and `onFailure` closes again what was to open.
 */
export function useLoaded<P extends object>(
  load: () => Promise<ComponentType<P>>,
  isNeeded: boolean,
  onFailure: () => void,
): ComponentType<P> | undefined {
  const { t } = useTranslation()
  const [Loaded, setLoaded] = useState<ComponentType<P>>()
  const fail = useEffectEvent((error: unknown) => {
    showError({ message: t('partNotLoaded'), detailedMessage: String(error) })
    onFailure()
  })
  const isWanted = isNeeded && Loaded === undefined
  useEffect(() => {
    if (!isWanted) return
    let isGone = false
    load().then(
      (component) => !isGone && setLoaded(() => component),
      (error: unknown) => !isGone && fail(error),
    )
    return () => {
      isGone = true
    }
  }, [isWanted, load])
  return Loaded
}
