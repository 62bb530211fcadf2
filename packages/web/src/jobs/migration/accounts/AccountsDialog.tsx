import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../../shared/ErrorState.tsx'
import layout from '../../../shared/layout.module.css'
import { ModalForm } from '../../../shared/ModalForm.tsx'
import { SaveButton } from '../../../shared/SaveButton.tsx'
import { StateMark, type Tone } from '../../../shared/StateMark.tsx'
import { saveFile } from '../../../shared/save-file.ts'
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
  newKeysIn,
} from './account-rows.ts'
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
  const { t } = useTranslation('migration')
  const { check, create, results, waiting, stop } = useAccountMigration(server, archive)
  const { mutate } = check
  useEffect(() => mutate(), [mutate])
  const checked = check.data
  const rows = checked ? accountRows(checked.plan, results) : []
  const keys = newKeysIn(rows)
  const isDone = results.size > 0 && waiting.length === 0
  const total = waiting.length + results.size
  const saveKeys = () =>
    saveFile(
      `${server}-credentials.json`,
      new Blob([`${JSON.stringify(keys, null, 2)}\n`], { type: 'application/json' }),
    )
  // New keys are only here: nothing else is offered that would forget them.
  const next =
    keys.length > 0 && !create.isPending
      ? { submitLabel: t('accounts.saveKeys'), onSubmit: saveKeys }
      : create.error || isDone
        ? { submitLabel: t('accounts.again'), onSubmit: () => mutate() }
        : { submitLabel: t('accounts.create'), onSubmit: () => create.mutate() }
  return (
    <ModalForm
      title={t('accounts.title')}
      isWide
      isKeptOpen={create.isPending || keys.length > 0}
      onClose={create.isPending ? stop : onClose}
      closeLabel={create.isPending ? t('accounts.stop') : t('report.close')}
      {...next}
      call={{ isPending: create.isPending || check.isPending, error: null }}
      disabledReason={checked && !isDone && waiting.length === 0 ? t('accounts.nothingToCreate') : undefined}
    >
      {check.error && !check.isPending && (
        <ErrorState error={check.error} onRetry={() => mutate()} isRetrying={check.isPending} />
      )}
      {checked && <Notes checked={checked} />}
      {create.isPending && (
        <p role="status">{t('accounts.progress', { done: formatCount(results.size), number: formatCount(total) })}</p>
      )}
      {create.error && (
        <p className={layout.bad} role="alert">
          {t('accounts.failed', { message: create.error.message })}
        </p>
      )}
      {keys.length > 0 && !create.isPending && (
        <WarningNote>{t('accounts.keys', { number: formatCount(keys.length) })}</WarningNote>
      )}
      {rows.length > 0 && <AccountList rows={rows} />}
      {rows.length > 0 && !create.isPending && <ReportButtons server={server} ends={ends} rows={rows} />}
    </ModalForm>
  )
}

function Notes({
  checked: { source, target, plan },
}: {
  checked: NonNullable<ReturnType<typeof useAccountMigration>['check']['data']>
}) {
  const { t } = useTranslation('migration')
  if (source.api === 'none') return <p>{t('accounts.noneHere', { product: source.product })}</p>
  if (plan.length === 0) return <p>{t('accounts.empty')}</p>
  if (target.api === 'none') return <WarningNote>{t('accounts.noneThere', { product: target.product })}</WarningNote>
  return null
}

function AccountList({ rows }: { rows: readonly AccountRow[] }) {
  const { t } = useTranslation('migration')
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
  const { t } = useTranslation('migration')
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
