import type { BucketPrincipals } from '@cooperage/contract'
import type { Translate } from '../../messages/use-texts.ts'
import type { CsvTable } from '../../shared/csv.ts'
import { comma, named } from '../../shared/text/punctuation.ts'
import { decidingStatements, KINDS, type PrincipalRow } from './principal-rows.ts'

/** The rows as a table for a file. Names are as they are, without marks: the file is for programs too. */
export function principalsTable(
  rows: readonly PrincipalRow[],
  data: Pick<BucketPrincipals, 'statements' | 'policies'>,
  t: Translate<'principals'>,
): CsvTable {
  // Principals with the same access have the same words for it, and translating takes most of the time.
  const words = new Map<string, { kinds: string[]; decided: string }>()
  const wordsOf = (row: PrincipalRow) => {
    const key = `${row.principal.outcome} ${row.principal.isIncomplete}`
    const known = words.get(key) ?? { kinds: kindsOf(row, t), decided: decidedBy(row, data, t) }
    words.set(key, known)
    return known
  }
  // Computed when they are written: there can be very many.
  function* written() {
    for (const row of rows) {
      const { kinds, decided } = wordsOf(row)
      yield [row.name, row.type, statusOf(row, t), ...kinds, row.through, decided]
    }
  }
  return [
    [
      t('columns.name'),
      t('columns.type'),
      t('columns.status'),
      ...KINDS.map((kind) => t(`kinds.${kind}`)),
      t('columns.through'),
      t('columns.decided'),
    ],
    written(),
  ]
}

function statusOf({ principal: { disabled, disabledGroup } }: PrincipalRow, t: Translate<'principals'>): string {
  if (disabled === '') return ''
  return disabledGroup === '' ? t('disabled') : t('disabledThrough', { group: disabledGroup })
}

function kindsOf({ access, outcome }: PrincipalRow, t: Translate<'principals'>): string[] {
  return KINDS.map((kind) => {
    const limits = outcome[kind].limits.map((limit) => t(`limits.${limit}`))
    const text = t(`access.${access[kind]}`)
    return limits.length === 0 ? text : named(text, limits.join(comma()))
  })
}

function decidedBy(
  row: PrincipalRow,
  data: Pick<BucketPrincipals, 'statements' | 'policies'>,
  t: Translate<'principals'>,
): string {
  return decidingStatements(row, data)
    .map(({ number, sid, effect, policy }) => {
      const name = policy.kind === 'bucket' ? t('through.bucket') : policy.policy || t('through.combined')
      const statement = t(sid === '' ? 'details.statement' : 'details.statementSid', { number, sid, policy: name })
      return named(t(effect === 'Allow' ? 'details.allows' : 'details.denies'), statement)
    })
    .join('; ')
}
