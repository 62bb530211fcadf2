import { useEffect, useState } from 'react'
import { useTexts } from '../../../messages/use-texts.ts'
import { ErrorState } from '../../../shared/ErrorState.tsx'
import layout from '../../../shared/layout.module.css'
import { ModalForm } from '../../../shared/ModalForm.tsx'
import { SaveButton } from '../../../shared/SaveButton.tsx'
import { StateMark, type Tone } from '../../../shared/StateMark.tsx'
import { formatCount } from '../../../shared/text/numbers.ts'
import { ObjectName } from '../../../shared/text/ObjectName.tsx'
import { WarningNote } from '../../../shared/WarningNote.tsx'
import classes from '../migration.module.css'
import {
  ACCOUNT_STATUSES,
  type AccountRow,
  type AccountStatus,
  accountDetails,
  accountRows,
  accountsCsv,
  accountsJson,
  accountsText,
} from './account-rows.ts'
import type { CheckedAccounts } from './account-run.ts'
import { DiscardKeysDialog, NewKeysNote } from './NewKeysNote.tsx'
import { newKeys, useHasUnsavedKeys } from './new-keys.ts'
import { useAccountMigration } from './use-account-migration.ts'

/** Rows in the dialog; the files have all. */
const SHOWN = 200

const TONES: Record<AccountStatus, Tone> = {
  failed: 'bad',
  unknown: 'bad',
  skip: 'warn',
  create: 'muted',
  created: 'good',
  exists: 'muted',
  same: 'muted',
}

interface AccountsDialogProps {
  server: string
  /** Of MinIO's IAM; undefined to read the accounts of this server. */
  archive: File | undefined
  /** Titles of the servers. */
  ends: { source: string; target: string }
  onClose: () => void
}

/** What becomes of users, groups, policies and access keys at the target, and what has become of them. */
export function AccountsDialog({ server, archive, ends, onClose }: AccountsDialogProps) {
  const t = useTexts('migration')
  const run = useAccountMigration(server, archive)
  const { doing, checked, results, failure } = run.use()
  const hasUnsaved = useHasUnsavedKeys(server)
  const [isDiscarding, setDiscarding] = useState(false)
  useEffect(() => newKeys.show(server), [server])
  const rows = checked ? accountRows(checked.plan, results) : []
  const waiting = run.waiting().length
  const next = run.next()
  const isCreating = doing === 'create'
  const close = () => {
    newKeys.forgetSaved()
    onClose()
  }
  if (isDiscarding) {
    return (
      <DiscardKeysDialog server={server} target={ends.target} onKept={() => setDiscarding(false)} onDiscarded={close} />
    )
  }
  return (
    <ModalForm
      title={t('accounts.title')}
      isWide
      isKeptOpen={isCreating || hasUnsaved}
      onClose={isCreating ? run.stop : hasUnsaved ? () => setDiscarding(true) : close}
      closeLabel={isCreating ? t('accounts.stop') : t('report.close')}
      onSubmit={next === 'check' ? run.check : run.create}
      submitLabel={t(next === 'check' ? 'accounts.again' : 'accounts.create')}
      call={{ isPending: doing !== 'nothing', error: null }}
      disabledReason={checked && next === 'create' && waiting === 0 ? t('accounts.nothingToCreate') : undefined}
    >
      {failure?.of === 'check' && <ErrorState error={failure.error} onRetry={run.check} isRetrying={false} />}
      {checked && <Notes checked={checked} />}
      {isCreating && (
        <p role="status">
          {t('accounts.progress', { done: formatCount(results.size), number: formatCount(waiting + results.size) })}
        </p>
      )}
      {failure?.of === 'create' && (
        <p className={layout.bad} role="alert">
          {t('accounts.failed', { message: failure.error.message })}
        </p>
      )}
      <NewKeysNote server={server} />
      {rows.length > 0 && <AccountList rows={rows} />}
      {rows.length > 0 && !isCreating && <ReportButtons server={server} ends={ends} rows={rows} />}
    </ModalForm>
  )
}

function Notes({ checked: { source, target, plan } }: { checked: CheckedAccounts }) {
  const t = useTexts('migration')
  if (source.api === 'none') return <p>{t('accounts.noneHere', { product: source.product })}</p>
  if (plan.length === 0) return <p>{t('accounts.empty')}</p>
  if (target.api === 'none') return <WarningNote>{t('accounts.noneThere', { product: target.product })}</WarningNote>
  return null
}

function AccountList({ rows }: { rows: readonly AccountRow[] }) {
  const t = useTexts('migration')
  const counts = ACCOUNT_STATUSES.map((status) => ({
    status,
    count: rows.filter((row) => row.status === status).length,
  })).filter(({ count }) => count > 0)
  const more = rows.length - SHOWN
  return (
    <>
      <p className={layout.note}>
        {counts
          .map(({ status, count }) =>
            t('accounts.counted', { status: t(`accounts.statuses.${status}`), number: formatCount(count) }),
          )
          .join(' · ')}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <ul className={classes.entries} tabIndex={0} aria-label={t('accounts.list')}>
        {rows.slice(0, SHOWN).map((row) => {
          const { kind, name, why } = row.planned
          const details = accountDetails(t, row)
          const tone = row.status === 'create' && row.planned.lost.length > 0 ? 'warn' : TONES[row.status]
          return (
            <li key={`${kind} ${name}`}>
              <span>
                <span className={layout.muted}>{t(`accounts.kinds.${kind}`)}</span> <ObjectName name={name} />
                {details.map((detail) => (
                  <span key={detail} className={`${classes.detail} ${why === '' ? layout.muted : ''}`}>
                    {detail}
                  </span>
                ))}
              </span>
              <StateMark tone={tone} text={t(`accounts.statuses.${row.status}`)} />
            </li>
          )
        })}
        {more > 0 && <li>{t('report.more', { count: more, number: formatCount(more) })}</li>}
      </ul>
    </>
  )
}

function ReportButtons({ server, ends, rows }: Pick<AccountsDialogProps, 'server' | 'ends'> & { rows: AccountRow[] }) {
  const t = useTexts('migration')
  const name = `${server}-accounts`
  return (
    <div className={layout.buttons}>
      <SaveButton
        label={t('accounts.reportJson')}
        fileName={`${name}.json`}
        content={() => accountsJson(ends, rows)}
        type="application/json"
      />
      <SaveButton
        label={t('accounts.reportText')}
        fileName={`${name}.txt`}
        content={() => accountsText(t, ends, rows)}
        type="text/plain;charset=utf-8"
      />
      <SaveButton
        label={t('accounts.reportCsv')}
        fileName={`${name}.csv`}
        content={() => accountsCsv(t, rows)}
        type="text/csv"
      />
    </div>
  )
}
