import { type RefObject, useEffect, useRef } from 'react'

/**
 * What gets the focus when a step is replaced by another one, such as its heading with `tabIndex={-1}`: the button that did it may
 * be gone. A page or dialog has its own focus when it opens.
 * @param selector of a part of it that gets the focus instead
 */
export function useStepFocus<E extends HTMLElement>(step: string, selector?: string): RefObject<E | null> {
  const target = useRef<E>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const part = selector === undefined ? target.current : target.current?.querySelector<HTMLElement>(selector)
    part?.focus()
  }, [step, selector])
  return target
}
