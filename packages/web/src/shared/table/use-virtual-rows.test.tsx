import { createRef } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { useVirtualRows, type VirtualRow } from './use-virtual-rows.ts'

test('rows have their controls as soon as they appear', () => {
  vi.stubGlobal('window', { innerHeight: 800 })
  let drawn: readonly VirtualRow[] = []
  function Rows() {
    drawn = useVirtualRows(createRef(), { count: 50, rowHeight: 40, headHeight: 40, overscan: 10 }).drawn
    return null
  }
  renderToStaticMarkup(<Rows />)
  expect(drawn.map(({ index }) => index)).toEqual([...Array(10).keys()])
  expect(drawn.filter(({ isWhole }) => !isWhole)).toEqual([])
})
