import { useEffect, useEffectEvent } from 'react'
import { preferences } from './preferences.ts'
import { IS_MAC, type Shortcut, ShortcutReader } from './shortcuts.ts'

/** Handles shortcuts while the frame is mounted. */
export function useShortcuts(pages: ReadonlyMap<string, string>, act: (shortcut: Shortcut) => void): void {
  const onKey = useEffectEvent((reader: ShortcutReader, event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat || isDialogOpen()) return
    if (isTyping(event) && !isCommandInField(event)) return
    const shortcut = reader.read(event, pages, preferences.get().hasSingleKeys)
    if (shortcut === undefined) return
    event.preventDefault()
    act(shortcut)
  })
  useEffect(() => {
    const reader = new ShortcutReader()
    const listener = (event: KeyboardEvent) => onKey(reader, event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/** Focuses the search box of the page, if it has one. */
export function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  field?.focus()
  field?.select()
}

const NOT_TYPED_INTO = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'])

function isTyping({ target }: KeyboardEvent): boolean {
  if (target instanceof HTMLInputElement) return !NOT_TYPED_INTO.has(target.type)
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select'))
}

/** Single-line inputs don't use the command key with our letters; an editor does. */
function isCommandInField({ target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement && (IS_MAC ? metaKey : ctrlKey)
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null
}
