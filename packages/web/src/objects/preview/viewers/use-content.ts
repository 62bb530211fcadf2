import { useEffect, useState } from 'react'

/**
 * What a viewer reads when it opens; undefined until then. A failure is thrown while rendering, where the frame shows it.
 * @param read is called once, with a signal that is aborted when the viewer closes
 */
export function useContent<T>(read: (signal: AbortSignal) => Promise<T>): T | undefined {
  const [first] = useState(() => read)
  const [content, setContent] = useState<{ value: T } | { error: unknown }>()
  useEffect(() => {
    const abort = new AbortController()
    first(abort.signal).then(
      (value) => !abort.signal.aborted && setContent({ value }),
      (error: unknown) => !abort.signal.aborted && setContent({ error }),
    )
    return () => abort.abort()
  }, [first])
  if (content === undefined) return undefined
  if ('error' in content) throw content.error
  return content.value
}
