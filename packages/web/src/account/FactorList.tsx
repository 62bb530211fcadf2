import '../messages/en/second-factor.ts'
import { type Factor, listOwnFactors } from '@cooperage/contract'
import { IconDeviceMobile, IconKey, IconShieldLock, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AddFactorModal, offersPasskeys, RemoveFactorDialog, RenewCodesDialog } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import layout from '../shared/layout.module.css'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'

const NONE: readonly Factor[] = []

/** The second factors of the visitor's account, and its recovery codes. */
export function FactorList() {
  const t = useTexts('secondFactor')
  const list = useApiQuery(listOwnFactors, {})
  const { factors = NONE, recoveryCodes = 0 } = list.data ?? {}
  const own = { factors, recoveryCodes }
  const { open, dialog } = useDialogs({
    add: (close, kind: Factor['kind']) => <AddFactorModal kind={kind} own={own} onClose={close} />,
    remove: (close, factor: Factor) => <RemoveFactorDialog factor={factor} own={own} onClose={close} />,
    renew: (close) => <RenewCodesDialog own={own} onClose={close} />,
  })
  const columns = useMemo<Column<Factor>[]>(
    () => [
      {
        id: 'name',
        header: t('own.columns.name'),
        width: 'minmax(200px, 1fr)',
        name: (factor) => factor.name || t('own.kind.totp'),
      },
      {
        id: 'kind',
        header: t('own.columns.kind'),
        width: 'minmax(200px, 1fr)',
        text: ({ kind, host }) =>
          kind === 'passkey' && host !== window.location.hostname
            ? `${t('own.kind.passkey')} (${t('own.elsewhere', { host })})`
            : t(`own.kind.${kind}`),
      },
      {
        id: 'created',
        header: t('own.columns.created'),
        width: '170px',
        onPhone: 'hidden',
        text: ({ created }) => created,
        cell: ({ created }) => <RelativeTime iso={created} />,
      },
      {
        id: 'lastUsed',
        header: t('own.columns.lastUsed'),
        width: '170px',
        isNamedOnPhone: true,
        text: ({ lastUsed }) => lastUsed,
        cell: ({ lastUsed }) => (lastUsed === '' ? t('own.never') : <RelativeTime iso={lastUsed} />),
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<Factor>[]>(
    () => [
      {
        id: 'remove',
        label: t('own.remove'),
        icon: IconTrash,
        isDestructive: true,
        onSelect: (factor) => open('remove', factor),
      },
    ],
    [t, open],
  )
  const hasApp = factors.some(({ kind }) => kind === 'totp')
  const buttons = (
    <div className={layout.row}>
      <ExplainedButton
        leftSection={<IconDeviceMobile size={16} />}
        disabledReason={hasApp ? t('app.exists') : undefined}
        onClick={() => open('add', 'totp')}
      >
        {t('app.add')}
      </ExplainedButton>
      <ExplainedButton
        variant="default"
        leftSection={<IconKey size={16} />}
        disabledReason={offersPasskeys() ? undefined : t('passkey.insecure')}
        onClick={() => open('add', 'passkey')}
      >
        {t('passkey.add')}
      </ExplainedButton>
    </div>
  )
  return (
    <>
      <div>
        <p className={layout.note}>{t('own.what')}</p>
        <p className={layout.note}>{t('own.limit')}</p>
      </div>
      <ResourceList
        query={list}
        label={t('own.list')}
        columns={columns}
        rows={factors}
        rowId={({ id }) => id}
        rowName={(factor) => factor.name || t('own.kind.totp')}
        actions={actions}
        add={buttons}
        above={
          factors.length > 0 && (
            <div className={layout.row}>
              <span role="status">{t('codes.left', { count: recoveryCodes })}</span>
              <ExplainedButton
                variant="subtle"
                size="compact-sm"
                disabledReason={undefined}
                onClick={() => open('renew')}
              >
                {t('codes.renew')}
              </ExplainedButton>
            </div>
          )
        }
        empty={{ icon: IconShieldLock, title: t('own.empty') }}
        count={(count) => t('own.count', { count })}
      />
      {dialog}
    </>
  )
}
