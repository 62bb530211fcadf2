import '../messages/en/access-keys.ts'
import { type AccessKeyEntry, listOwnKeys, listUserKeys } from '@cooperage/contract'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { StateMark } from '../shared/StateMark.tsx'
import type { Column } from '../shared/table/columns.tsx'
import { placedButton, ResourceList } from '../shared/table/ResourceList.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import classes from './access-keys.module.css'
import { CreateServiceAccountModal, useDenied } from './index.ts'
import { endOf, KeyExpiry } from './KeyExpiry.tsx'
import { useKeyActions } from './use-key-actions.tsx'

const NONE: readonly AccessKeyEntry[] = []
const keyOf = ({ accessKey }: AccessKeyEntry) => accessKey
const textsOf = ({ accessKey, name }: AccessKeyEntry) => [accessKey, name]

interface AccessKeyListProps {
  /** Whose keys they are; absent: the visitor's own. */
  user?: string
  /** Further buttons of the toolbar. */
  buttons?: ReactNode
}

/** The access keys of an account, with everything that can be done with them. */
export function AccessKeyList({ user, buttons }: AccessKeyListProps) {
  const t = useTexts('accessKeys')
  const isOwn = user === undefined
  const own = useApiQuery(listOwnKeys, {}, { enabled: isOwn })
  const ofUser = useApiQuery(listUserKeys, { query: { name: user ?? '' } }, { enabled: !isOwn })
  const list = isOwn ? own : ofUser
  const rows = list.data ?? NONE
  const { createKey } = useDenied('', 'createKey')
  const { actions, selection, dialog, unselectAll } = useKeyActions({ rows, isOwn, word: 'serviceAccount' })
  const creation = useDialogs({ create: (close) => <CreateServiceAccountModal user={user} onClose={close} /> })

  const columns = useMemo<Column<AccessKeyEntry>[]>(
    () => [
      {
        id: 'accessKey',
        header: t('columns.accessKey'),
        width: 'minmax(170px, 1fr)',
        name: keyOf,
      },
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(110px, 1fr)',
        onPhone: 'shortened',
        text: ({ name }) => name,
        cell: ({ name, description }) => name && <span title={description}>{name}</span>,
      },
      {
        id: 'status',
        header: t('columns.status'),
        width: '130px',
        compare: (a, b) => Number(b.enabled) - Number(a.enabled),
        cell: ({ enabled }) => (
          <StateMark tone={enabled ? 'good' : 'muted'} text={t(enabled ? 'status.enabled' : 'status.disabled')} />
        ),
      },
      {
        id: 'policy',
        header: t('columns.policy'),
        width: '150px',
        onPhone: 'hidden',
        compare: (a, b) => Number(b.restricted) - Number(a.restricted),
        text: ({ restricted }) => t(restricted ? 'policy.restricted' : 'policy.inherited'),
      },
      {
        id: 'expiry',
        header: t('columns.expiry'),
        width: '250px',
        isNamedOnPhone: true,
        onPhone: 'ownLine',
        compare: (a, b) => endOf(a) - endOf(b),
        cell: ({ expiry }) => <KeyExpiry expiry={expiry} />,
      },
    ],
    [t],
  )
  const add = placedButton(
    list,
    rows,
    <ExplainedButton
      leftSection={<IconPlus size={16} />}
      // For the own account no permission is needed.
      disabledReason={isOwn ? undefined : createKey}
      onClick={() => creation.open('create')}
    >
      {t('create')}
    </ExplainedButton>,
  )
  return (
    <>
      <ResourceList
        id="service-accounts"
        query={list}
        label={t('list')}
        columns={columns}
        rows={rows}
        rowId={keyOf}
        rowName={keyOf}
        actions={actions}
        selection={selection}
        // Case does not count (spec identity-and-settings 2).
        search={{ label: t('search'), texts: textsOf, onChange: unselectAll }}
        buttons={
          <div className={classes.buttons}>
            {buttons}
            {add.usual}
          </div>
        }
        empty={{ icon: IconKey, title: t('empty'), hint: t('emptyHint'), action: add.whenEmpty }}
        count={(count) => t('count', { count })}
      />
      {creation.dialog}
      {dialog}
    </>
  )
}
