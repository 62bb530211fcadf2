import type { Translate } from '../../messages/use-texts.ts'

/** The labels of the controls of a row, by the row's name. */
export interface RowLabels {
  select: (name: string) => string
  moreActions: (name: string) => string
  /** An action on the row: 'Delete photos'. */
  action: (action: string, name: string) => string
  /** What is before the value of a column that is named on a phone. */
  detail: (header: string) => string
}

/** Resolved once for all rows: a message with a name takes as long as the other half of a row. */
export function rowLabels(t: Translate): RowLabels {
  return {
    select: named((name) => t('selectRow', { name })),
    moreActions: named((name) => t('moreActions', { name })),
    action: twoNamed((action, name) => t('rowAction', { action, name })),
    detail: named((name) => t('named', { name, value: '' })),
  }
}

const MARK = '\uFFFC'
const OTHER_MARK = '\uFFFD'

function named(message: (name: string) => string): (name: string) => string {
  const [before, after] = message(MARK).split(MARK)
  return (name) => `${before}${name}${after}`
}

function twoNamed(message: (one: string, other: string) => string): (one: string, other: string) => string {
  const parts = message(MARK, OTHER_MARK).split(/(\uFFFC|\uFFFD)/)
  return (one, other) => parts.map((part) => (part === MARK ? one : part === OTHER_MARK ? other : part)).join('')
}
