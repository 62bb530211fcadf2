/** What becomes of users, groups, policies and access keys, and what has become of them, in words and as files. */
import type { AccountResult, PlannedAccount } from '@cooperage/contract'
import type { Translate } from '../../../messages/use-texts.ts'
import { failureReason } from '../../../shared/api/api-error.ts'
import { csvOf } from '../../../shared/csv.ts'
import { listFormat } from '../../../shared/text/intl.ts'
import { named } from '../../../shared/text/punctuation.ts'
import { plainName, plainText } from '../../../shared/text/visible-name.ts'

type T = Translate<'migration'>

/** What needs attention first. `unknown`: the response to its creation was lost. */
export const ACCOUNT_STATUSES = ['failed', 'unknown', 'skip', 'create', 'created', 'exists', 'same'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

export interface AccountRow {
  planned: PlannedAccount
  status: AccountStatus
  result?: AccountResult
}

/** Rows for a plan and the results so far, what needs attention first. */
export function accountRows(
  plan: readonly PlannedAccount[],
  results: ReadonlyMap<PlannedAccount, AccountResult | 'unknown'>,
): AccountRow[] {
  const rows = plan.map((planned): AccountRow => {
    const result = results.get(planned)
    if (result === undefined || result === 'unknown') return { planned, status: result ?? planned.outcome }
    return { planned, status: result.outcome, result }
  })
  const rank = ({ status, planned }: AccountRow) =>
    ACCOUNT_STATUSES.indexOf(status) * 2 + (planned.lost.length > 0 ? 0 : 1)
  return rows.sort((a, b) => rank(a) - rank(b))
}

const names = listFormat({ type: 'conjunction' })
/** Names that a line has. The files have all. */
const SHOWN = 10
const ALL = Number.POSITIVE_INFINITY

/** Why it is so, and what is lost. */
export function accountDetails(t: T, { planned, result }: AccountRow, most = SHOWN): string[] {
  const listed = (all: readonly string[]) => {
    const shown = all.slice(0, most).map(plainText)
    return names().format(all.length > most ? [...shown, '…'] : shown)
  }
  const { why, lost } = planned
  return [
    ...(why === '' ? [] : [t(`accounts.why.${why}`, { names: listed(planned.names) })]),
    ...lost.map((one) => t(`accounts.lost.${one.what}`, { names: listed(one.names) })),
    ...(result && result.message !== '' ? [failureReason(result)] : []),
    ...(result && result.detail !== '' ? [plainText(result.detail)] : []),
    ...(result?.credentials ? [t('accounts.newKeys')] : []),
    ...(result?.keepsSecret ? [t('accounts.keepsSecret')] : []),
  ]
}

interface Ends {
  source: string
  target: string
}

/** The report to keep, for programs. It has no secret keys. */
export function accountsJson({ source, target }: Ends, rows: readonly AccountRow[]): string {
  const accounts = rows.map(({ planned: { kind, name, why, names: reasons, lost }, status, result }) => ({
    kind,
    name,
    status,
    why,
    names: reasons,
    lost,
    message: result?.message ?? '',
    detail: result?.detail ?? '',
    accessKey: result?.credentials?.accessKey ?? '',
    secretKey: result?.credentials ? 'new' : result?.keepsSecret ? 'kept' : '',
  }))
  return `${JSON.stringify({ source, target, accounts }, null, 2)}\n`
}

/** The report to read. Names are others' text: a line break in one must not pass for a line of the report. */
export function accountsText(t: T, ends: Ends, rows: readonly AccountRow[]): string {
  const lines = rows.map((row) => {
    const { kind, name } = row.planned
    const what = `${t(`accounts.kinds.${kind}`)} ${plainName(name)}`
    return named(what, [t(`accounts.statuses.${row.status}`), ...accountDetails(t, row, ALL)].join(' · '))
  })
  return [t('accounts.reportTitle', { source: ends.source, target: ends.target }), '', ...lines, ''].join('\n')
}

export function accountsCsv(t: T, rows: readonly AccountRow[]): string {
  return csvOf(
    [
      t('accounts.columns.kind'),
      t('accounts.columns.name'),
      t('accounts.columns.status'),
      t('accounts.columns.details'),
    ],
    rows.map((row) => [
      t(`accounts.kinds.${row.planned.kind}`),
      row.planned.name,
      t(`accounts.statuses.${row.status}`),
      accountDetails(t, row, ALL).join(' · '),
    ]),
  )
}

/** New keys, which are nowhere else. */
export interface NewAccountKey {
  user: string
  /** At the source; '' for that of the user. */
  replaces: string
  accessKey: string
  secretKey: string
}

export function newKeysOf({ make }: PlannedAccount, result: AccountResult | 'unknown'): NewAccountKey[] {
  if (make === undefined || result === 'unknown' || !result.credentials) return []
  const user = make.kind === 'key' ? make.parent : make.name
  return [{ user, replaces: make.kind === 'key' ? make.name : '', ...result.credentials }]
}

export function keysJson(keys: readonly NewAccountKey[]): string {
  return `${JSON.stringify(keys, null, 2)}\n`
}
