import { type RefObject, useEffect, useState } from 'react'

export interface RowFocus<T> {
  /** The row that has, or last had, the focus. */
  activeId: string | undefined
  setActiveId: (id: string) => void
  rowOf: (target: EventTarget) => T | undefined
  /** Moves the focus from an element's row by an arrow, page or end key, and returns the row; undefined for other keys. */
  move: (from: EventTarget, key: string, pageRows: number) => number | undefined
}

/**
 * Arrow keys move through the rows of a virtual table: one row is in the tab order, and a row that isn't rendered yet is
 * scrolled to first and focused as soon as it exists.
 */
export function useRowFocus<T>(
  rows: readonly T[],
  scroller: RefObject<HTMLElement | null>,
  scrollTo: (index: number) => void,
): RowFocus<T> {
  const [activeId, setActiveId] = useState<string>()
  const [wanted, setWanted] = useState<number>()

  useEffect(() => {
    if (wanted === undefined) return
    const element = scroller.current?.querySelector<HTMLElement>(`[data-index="${wanted}"]`)
    if (!element) return
    element.focus({ preventScroll: true })
    setWanted(undefined)
  })

  const indexOf = (target: EventTarget): number => {
    const row = target instanceof Element ? target.closest('[data-index]') : null
    return row ? Number(row.getAttribute('data-index')) : -1
  }

  return {
    activeId,
    setActiveId,
    rowOf: (target) => rows[indexOf(target)],
    move: (from, key, pageRows) => {
      const to = target(key, indexOf(from), pageRows, rows.length - 1)
      if (to === undefined) return undefined
      scrollTo(to)
      setWanted(to)
      return to
    },
  }
}

function target(key: string, from: number, pageRows: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(from + 1, last)
    case 'ArrowUp':
      return Math.max(from - 1, 0)
    case 'PageDown':
      return Math.min(from + pageRows, last)
    case 'PageUp':
      return Math.max(from - pageRows, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
