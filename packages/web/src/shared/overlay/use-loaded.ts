import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { inLanguage } from '../../messages/i18n.ts'
import { useTexts } from '../../messages/use-texts.ts'
import { showError } from '../feedback/messages.ts'

/**
 * The code of something that opens, once it is needed; undefined until then. Unlike with `lazy`, a failure doesn't replace the
 * page: it is reported, and `onFailure` closes what was to open.
 */
export function useLoaded<P extends object>(
  load: () => Promise<ComponentType<P>>,
  isNeeded: boolean,
  onFailure: () => void,
): ComponentType<P> | undefined {
  const t = useTexts()
  const [Loaded, setLoaded] = useState<ComponentType<P>>()
  const fail = useEffectEvent((error: unknown) => {
    showError({ message: t('partNotLoaded'), detailedMessage: String(error) })
    onFailure()
  })
  const isWanted = isNeeded && Loaded === undefined
  useEffect(() => {
    if (!isWanted) return
    let isGone = false
    inLanguage(load).then(
      (component) => !isGone && setLoaded(() => component),
      (error: unknown) => !isGone && fail(error),
    )
    return () => {
      isGone = true
    }
  }, [isWanted, load])
  return Loaded
}
