import '../../messages/en/effective.ts'
import '../../messages/en/policies.ts'
import {
  accessKind,
  type EffectivePermissions as Effective,
  getEffectivePermissions,
  permissionError,
} from '@cooperage/contract'
import { Button, NativeSelect } from '@mantine/core'
import { useId, useState } from 'react'
import { type Translate, useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { CsvButton } from '../../shared/CsvButton.tsx'
import { ErrorState } from '../../shared/ErrorState.tsx'
import { Loading } from '../../shared/Loading.tsx'
import layout from '../../shared/layout.module.css'
import { StaleNotice } from '../../shared/StaleNotice.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { WarningNote } from '../../shared/WarningNote.tsx'
import { PolicySimulator } from '../index.ts'
import { sourceText } from '../StatementText.tsx'
import { filteredSummary, type PermissionFilter } from './decisions.ts'
import { EffectivePolicies } from './EffectivePolicies.tsx'
import { EffectiveSummary, isIncomplete } from './EffectiveSummary.tsx'
import classes from './effective.module.css'
import { permissionsTable } from './permissions-table.ts'
import { useStatementNames } from './use-statement-names.ts'

/** As a list of who has access to a bucket is filtered. */
const FILTERS: readonly PermissionFilter[] = ['', ...accessKind.options, 'administration']

type PermissionSubject = { kind: 'me' } | { kind: 'user' | 'group'; name: string }

/** The effective permissions of an account, the policies behind them, and what couldn't be read. */
export function EffectivePermissions({ subject }: { subject: PermissionSubject }) {
  const name = subject.kind === 'me' ? '' : subject.name
  const query = useApiQuery(getEffectivePermissions, { query: { kind: subject.kind, name } })
  const { data, error, isFetching } = query
  const retry = () => void query.refetch()
  if (data === undefined) {
    return error ? <ErrorState error={error} onRetry={retry} isRetrying={isFetching} /> : <Loading />
  }
  return (
    <div className={classes.page}>
      {error && <StaleNotice error={error} onRetry={retry} />}
      <Notices response={data} subject={subject} />
      {data.disabled === '' && <Permissions response={data} subject={subject} />}
      {data.disabled === '' && <EffectivePolicies response={data} isOfGroup={subject.kind === 'group'} />}
      <Unread response={data} />
    </div>
  )
}

function Notices({ response, subject }: { response: Effective; subject: PermissionSubject }) {
  const t = useTexts('effective')
  const { accountKind, isCombined } = response
  const disabled = disabledText(response, subject, t)
  return (
    <>
      {disabled !== '' && (
        <div role="status">
          <WarningNote>{disabled}</WarningNote>
        </div>
      )}
      {accountKind === 'other' && <p className={layout.muted}>{t('other')}</p>}
      {isCombined && accountKind !== 'other' && <p className={layout.muted}>{t('combined')}</p>}
    </>
  )
}

function disabledText(
  { disabled, disabledGroup }: Effective,
  { kind }: PermissionSubject,
  t: Translate<'effective'>,
): string {
  if (disabled === 'account') return t(kind === 'me' ? 'disabled.me' : 'disabled.user')
  if (disabled === 'group')
    return t(kind === 'group' ? 'disabled.group' : 'disabled.member', { group: plainName(disabledGroup) })
  return ''
}

function Permissions({ response, subject }: { response: Effective; subject: PermissionSubject }) {
  const t = useTexts('effective')
  const id = useId()
  const [isChecking, setChecking] = useState(false)
  const [filter, setFilter] = useState<PermissionFilter>('')
  // As they are, without marks: the file is for programs too.
  const nameOf = useStatementNames(response, String)
  const name = subject.kind === 'me' ? '' : plainName(subject.name)
  const file = () => {
    const shown = filteredSummary(response.summary, filter)
    return [t('csv.file', { name: response.account || name }), ...permissionsTable(shown, t, nameOf)] as const
  }
  return (
    <section className={`${layout.card} ${classes.section}`} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={layout.heading}>
          {t(`title.${subject.kind}`, { name })}
        </h2>
        <div className={layout.row}>
          <NativeSelect
            size="xs"
            aria-label={t('filter')}
            value={filter}
            onChange={(event) => setFilter(FILTERS.find((one) => one === event.currentTarget.value) ?? '')}
          >
            {FILTERS.map((one) => (
              <option key={one} value={one}>
                {t(`filters.${one || 'any'}`)}
              </option>
            ))}
          </NativeSelect>
          <CsvButton size="xs" iconSize={14} file={file}>
            {t('csv.save')}
          </CsvButton>
          <Button variant="default" size="xs" aria-expanded={isChecking} onClick={() => setChecking(!isChecking)}>
            {t(isChecking ? 'checkHide' : 'check')}
          </Button>
        </div>
      </div>
      {isChecking && <PolicySimulator subject={subject} />}
      <p className={layout.muted}>{t(subject.kind === 'group' ? 'hintGroup' : 'hint')}</p>
      {/* Another filter starts with the first rows again. */}
      <EffectiveSummary key={filter} response={response} filter={filter} />
    </section>
  )
}

function Unread({ response }: { response: Effective }) {
  const { unread, accountKind, isCombined } = response
  const t = useTexts('effective')
  const ofPolicies = useTexts('policies')
  const id = useId()
  if (unread.length === 0) return null
  return (
    <section className={`${layout.card} ${classes.section}`} aria-labelledby={id}>
      <h2 id={id} className={layout.heading}>
        {t('unread.title')}
      </h2>
      {isIncomplete(response) && <WarningNote>{t('unread.hint')}</WarningNote>}
      {isCombined && accountKind !== 'unknown' && <p className={layout.muted}>{t('unread.included')}</p>}
      <ul className={classes.unread}>
        {unread.map(({ source, reason, permission }) => {
          const text =
            accountKind === 'unknown'
              ? t('unread.account', { error: permissionError(permission, source.attachedTo) })
              : ofPolicies(`simulator.reasons.${reason}`, {
                  place: sourceText(source, ofPolicies),
                  permission,
                  attachedTo: source.attachedTo,
                })
          return <li key={text}>{text}</li>
        })}
      </ul>
    </section>
  )
}
