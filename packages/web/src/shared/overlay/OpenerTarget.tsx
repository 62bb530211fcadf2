import { assignRef } from '@mantine/hooks'
import { type Ref, type RefObject, useLayoutEffect } from 'react'

interface OpenerTargetProps {
  opener: RefObject<HTMLElement | null>
  /** Set by the popover around it. */
  ref?: Ref<HTMLElement>
}

/** Tells a popover which element it belongs to, when that element was there before the popover's code was. */
export function OpenerTarget({ opener, ref }: OpenerTargetProps) {
  useLayoutEffect(() => {
    if (ref) assignRef(ref, opener.current)
  }, [opener, ref])
  return null
}
