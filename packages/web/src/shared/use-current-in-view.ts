import { type RefObject, useEffect, useRef } from 'react'

/**
 * Scrolls a row of tabs or steps, which on a phone is wider than the screen, to its item with `aria-current`.
 * @param placedBy What decides where that item is: it scrolls when this changes.
 */
export function useCurrentInView<T extends HTMLElement>(placedBy: unknown): RefObject<T | null> {
  const list = useRef<T>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it decides where the current item is
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [placedBy])
  return list
}
