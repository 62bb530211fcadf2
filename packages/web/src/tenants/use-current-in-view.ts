import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls a list to its item with `aria-current` when `current` changes: on a phone, rows of tabs are wider than the screen. */
export function useCurrentInView<T extends HTMLElement>(current: unknown): RefObject<T | null> {
  const list = useRef<T>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it decides which item is the current one
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return list
}
