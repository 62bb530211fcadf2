import '../messages/en/second-factor.ts'
import {
  type AccountFactors,
  changeFactorMode,
  type FactorMode,
  getSession,
  listFactors,
  resetFactors,
} from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconRotate, IconShieldLock } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { DeletionDialog } from '../shared/DeletionDialog.tsx'
import { explained } from '../shared/ExplainedButton.tsx'
import { showError } from '../shared/feedback/messages.ts'
import { RadioChoices } from '../shared/fields/RadioChoices.tsx'
import layout from '../shared/layout.module.css'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'

const NONE: readonly AccountFactors[] = []
const MODES = ['off', 'optional', 'required'] as const
const accountOf = ({ account }: AccountFactors) => account
const textsOf = ({ account }: AccountFactors) => [account]

/** Whether this console asks for second factors, and the accounts that have some. */
export function FactorAdministration() {
  const { t } = useTranslation('secondFactor')
  const list = useApiQuery(listFactors, {})
  const { open, dialog } = useDialogs({
    reset: (close, { account }: AccountFactors) => (
      <DeletionDialog
        title={t('admin.resetTitle', { account: plainName(account) })}
        confirmLabel={t('admin.reset')}
        route={resetFactors}
        input={{ query: { name: account } }}
        changes={[listFactors]}
        goneCodes={['SecondFactorRefused']}
        notice={t('admin.resetDone', { account: plainName(account) })}
        typedName={account}
        onClose={close}
      >
        <p>{t('admin.resetNote')}</p>
      </DeletionDialog>
    ),
  })
  const columns = useMemo<Column<AccountFactors>[]>(
    () => [
      { id: 'account', header: t('admin.columns.account'), width: 'minmax(200px, 1fr)', name: accountOf },
      {
        id: 'app',
        header: t('admin.columns.app'),
        width: '170px',
        isNamedOnPhone: true,
        text: ({ authenticator }) => t(authenticator ? 'admin.yes' : 'admin.no'),
      },
      {
        id: 'passkeys',
        header: t('admin.columns.passkeys'),
        width: '120px',
        isNamedOnPhone: true,
        number: ({ passkeys }) => passkeys,
      },
      {
        id: 'codes',
        header: t('admin.columns.codes'),
        width: '150px',
        onPhone: 'hidden',
        number: ({ recoveryCodes }) => recoveryCodes,
      },
      {
        id: 'lastUsed',
        header: t('admin.columns.lastUsed'),
        width: '170px',
        onPhone: 'hidden',
        text: ({ lastUsed }) => lastUsed,
        cell: ({ lastUsed }) => (lastUsed === '' ? t('own.never') : <RelativeTime iso={lastUsed} />),
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<AccountFactors>[]>(
    () => [
      {
        id: 'reset',
        label: t('admin.reset'),
        icon: IconRotate,
        isDestructive: true,
        onSelect: (account) => open('reset', account),
      },
    ],
    [t, open],
  )
  return (
    <>
      {list.data && <ModeForm key={list.data.mode} mode={list.data.mode} />}
      <ResourceList
        query={list}
        label={t('admin.list')}
        columns={columns}
        rows={list.data?.accounts ?? NONE}
        rowId={accountOf}
        rowName={accountOf}
        search={{ label: t('admin.search'), texts: textsOf }}
        actions={actions}
        empty={{ icon: IconShieldLock, title: t('admin.empty'), hint: t('admin.emptyHint') }}
        count={(count) => t('admin.count', { count })}
      />
      {dialog}
    </>
  )
}

function ModeForm({ mode }: { mode: FactorMode }) {
  const { t } = useTranslation('secondFactor')
  const [wanted, setWanted] = useState(mode)
  // The session says whether its own account can have factors.
  const change = useChange(changeFactorMode, {
    changes: [listFactors, getSession],
    notice: t('admin.changed'),
    onError: showError,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted !== mode) change.mutate({ body: { mode: wanted } })
  }
  return (
    <form className={layout.card} onSubmit={submit}>
      <RadioChoices
        legend={t('admin.mode')}
        choices={MODES.map((value) => ({ value, label: t(`admin.modes.${value}`), hint: t(`admin.hints.${value}`) }))}
        chosen={wanted}
        onChange={setWanted}
        status={undefined}
      />
      <p className={layout.note}>
        {t('admin.applies')} {t('admin.limit')}
      </p>
      <div className={layout.buttons}>
        <Button
          type="submit"
          loading={change.isPending}
          {...explained(wanted === mode ? t('admin.unchanged') : undefined)}
        >
          {t('admin.save')}
        </Button>
      </div>
    </form>
  )
}
