import '../messages/en/second-factor.ts'
import { type AccountFactors, changeFactorMode, type FactorMode, getSession, listFactors } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconRotate, IconShieldLock } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { ProvedDialog, useSession } from '../session/index.ts'
import { call } from '../shared/api/call.ts'
import { useApiQuery, useInvalidate } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { explained } from '../shared/ExplainedButton.tsx'
import { showError, showNotice } from '../shared/feedback/messages.ts'
import { RadioChoices } from '../shared/fields/RadioChoices.tsx'
import layout from '../shared/layout.module.css'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { ResetFactorsDialog } from './index.ts'
import { useOwnFactors } from './use-own-factors.ts'

const NONE: readonly AccountFactors[] = []
const MODES = ['off', 'optional', 'required'] as const
const accountOf = ({ account }: AccountFactors) => account
/** From the weakest to the strongest. */
const isWeaker = (mode: FactorMode, than: FactorMode) => MODES.indexOf(mode) < MODES.indexOf(than)
const textsOf = ({ account }: AccountFactors) => [account]

/** Whether this console asks for second factors, and the accounts that have some. */
export function FactorAdministration() {
  const t = useTexts('secondFactor')
  const list = useApiQuery(listFactors, {})
  const accountName = useSession()?.accountName
  const { open, dialog } = useDialogs({
    reset: (close, { account }: AccountFactors) => <ResetFactorsDialog account={account} onClose={close} />,
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
        disabledReason: ({ account }) => (account === accountName ? t('admin.ownReset') : undefined),
        onSelect: (account) => open('reset', account),
      },
    ],
    [t, open, accountName],
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
  const t = useTexts('secondFactor')
  const [wanted, setWanted] = useState(mode)
  // The session says whether its own account can have factors.
  const change = useChange(changeFactorMode, {
    changes: [listFactors, getSession],
    notice: t('admin.changed'),
    onError: showError,
  })
  const { own } = useOwnFactors()
  const invalidate = useInvalidate()
  const { open, dialog } = useDialogs({
    weaken: (close) => (
      <ProvedDialog
        title={t('admin.mode')}
        confirmLabel={t('admin.save')}
        own={own}
        change={async (proof) => {
          await call(changeFactorMode, { body: { mode: wanted, proof } })
          await invalidate(listFactors, getSession)
          showNotice(t('admin.changed'))
          close()
        }}
        onClose={close}
      >
        <p>{t(`admin.hints.${wanted}`)}</p>
      </ProvedDialog>
    ),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted === mode) return
    if (own.factors.length > 0 && isWeaker(wanted, mode)) return open('weaken')
    change.mutate({ body: { mode: wanted } })
  }
  return (
    <>
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
      {dialog}
    </>
  )
}
