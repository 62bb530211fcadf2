import type { ComponentProps, MouseEvent } from 'react'
import { useNavigation, withBase } from './navigation.ts'

interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of `navigation/paths`. */
  to: string
}

/** A link to a page of the console: a real address for new tabs and copying, followed without loading a document. */
export function AppLink({ to, onClick, ...props }: AppLinkProps) {
  const { push } = useNavigation()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event) || props.target === '_blank') return
    event.preventDefault()
    push(to)
  }
  return <a {...props} href={withBase(to)} onClick={follow} />
}

/** Whether a click opens the page here, not in a new tab or window. */
export function isPlainClick(
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
