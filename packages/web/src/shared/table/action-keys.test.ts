import { IconTrash } from '@tabler/icons-react'
import { beforeEach, expect, test } from 'vitest'
import { runActionKey } from './action-keys.ts'
import type { RowAction } from './columns.tsx'
import type { SelectionAction } from './SelectionBar.tsx'

let done: string[]
beforeEach(() => {
  done = []
})

const row = (id: string, denied?: string): RowAction<string> => ({
  ...{ id, label: id, icon: IconTrash },
  disabledReason: () => denied,
  onSelect: (name) => done.push(`${id} ${name}`),
})
const ofSelection = (id: string, disabledReason?: string): SelectionAction => ({
  ...{ id, label: id, disabledReason },
  onSelect: () => done.push(`${id} selected`),
})
const press = (
  key: string,
  {
    selected = [],
    own = [row('rename'), row('delete')],
    shared = [ofSelection('delete')],
  }: Partial<{
    selected: string[]
    own: RowAction<string>[]
    shared: SelectionAction[]
  }> = {},
) =>
  runActionKey({ key, shiftKey: false }, 'b', null, {
    actions: own,
    selection: { selected: new Set(selected), actions: shared },
    say: (reason) => done.push(`says: ${reason}`),
  })

test('Delete deletes the selected rows, and the focused row if none is selected', () => {
  expect(press('Delete', { selected: ['a', 'c'] })).toBe(true)
  expect(press('Delete')).toBe(true)
  expect(done).toEqual(['delete selected', 'delete b'])
})

test('Delete deletes nothing if the deletion of the selection is disabled, and says why', () => {
  expect(press('Delete', { selected: ['a'], shared: [ofSelection('delete', 'no permission')] })).toBe(true)
  expect(done).toEqual(['says: no permission'])
})

test('Delete deletes the focused row in a list without a deletion of the selection', () => {
  expect(press('Delete', { selected: ['a'], shared: [ofSelection('disable')] })).toBe(true)
  expect(done).toEqual(['delete b'])
})

test('F2 renames the focused row, unless it can’t be renamed', () => {
  expect(press('F2', { selected: ['a'] })).toBe(true)
  expect(press('F2', { own: [row('rename', 'no permission')] })).toBe(false)
  expect(press('F2', { own: [] })).toBe(false)
  expect(press('x')).toBe(false)
  expect(done).toEqual(['rename b'])
})
