import { assignRef } from '@mantine/hooks'
import { type Ref, type RefObject, useLayoutEffect } from 'react'

interface OpenerTargetProps {
  opener: RefObject<HTMLElement | null>
  /** Set by the surrounding popover. */
  ref?: Ref<HTMLElement>
}

/** Registers the target element of a popover whose code was loaded after that element was rendered. */
export function OpenerTarget({ opener, ref }: OpenerTargetProps) {
  useLayoutEffect(() => {
    if (ref) assignRef(ref, opener.current)
  }, [opener, ref])
  return null
}
