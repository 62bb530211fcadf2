import '../../messages/en/garage.ts'
import {
  type GarageRights,
  getGarageBucket,
  getGarageKey,
  listGarageKeys,
  type RouteResponse,
  setGarageRights,
} from '@cooperage/contract'
import { NativeSelect, Switch } from '@mantine/core'
import { IconKey, IconPencil, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { useChange } from '../../shared/api/use-change.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import { ModalForm } from '../../shared/ModalForm.tsx'
import type { Column, RowAction } from '../../shared/table/columns.tsx'
import { ResourceList } from '../../shared/table/ResourceList.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { comma } from '../../shared/text/punctuation.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { useDenied } from '../index.ts'

type BucketKey = RouteResponse<typeof getGarageBucket>['keys'][number]

const RIGHTS = ['read', 'write', 'owner'] as const
const NONE: readonly BucketKey[] = []
const NO_RIGHTS: GarageRights = { read: false, write: false, owner: false }
const keyOf = ({ accessKey }: BucketKey) => accessKey
const nameOf = ({ name, accessKey }: Pick<BucketKey, 'name' | 'accessKey'>) => name || accessKey
const textsOf = ({ name, accessKey }: BucketKey) => [name, accessKey]

/** The keys of Garage that may use a bucket, and what each may do. */
export function GarageBucketKeys({ bucket }: { bucket: string }) {
  const t = useTexts('garage')
  const query = useApiQuery(getGarageBucket, { params: { bucket } })
  const rows = query.data?.keys ?? NONE
  const { allowKeys, denyKeys, listKeys } = useDenied(bucket, 'allowKeys', 'denyKeys', 'listKeys')
  const { open, dialog } = useDialogs({
    change: (close, key: BucketKey) => <RightsModal bucket={bucket} stored={key} onClose={close} />,
    add: (close) => <RightsModal bucket={bucket} present={rows} onClose={close} />,
  })
  const columns = useMemo<Column<BucketKey>[]>(
    () => [
      { id: 'name', header: t('bucket.columns.name'), width: 'minmax(160px, 1fr)', name: nameOf },
      {
        id: 'accessKey',
        header: t('bucket.columns.accessKey'),
        width: 'minmax(220px, 1fr)',
        onPhone: 'shortened',
        text: keyOf,
      },
      {
        id: 'rights',
        header: t('bucket.columns.rights'),
        width: '190px',
        isNamedOnPhone: true,
        text: (key) =>
          RIGHTS.filter((right) => key[right])
            .map((right) => t(`bucket.rights.${right}`))
            .join(comma()) || t('bucket.noRights'),
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<BucketKey>[]>(
    () => [
      {
        id: 'change',
        label: t('bucket.changeRights'),
        icon: IconPencil,
        disabledReason: () => allowKeys ?? denyKeys,
        onSelect: (key) => open('change', key),
      },
    ],
    [t, open, allowKeys, denyKeys],
  )
  return (
    <>
      <ResourceList
        query={query}
        label={t('bucket.keys')}
        columns={columns}
        rows={rows}
        rowId={keyOf}
        rowName={nameOf}
        actions={actions}
        search={{ label: t('bucket.searchKeys'), texts: textsOf }}
        add={
          <ExplainedButton
            leftSection={<IconPlus size={16} />}
            disabledReason={allowKeys ?? listKeys}
            onClick={() => open('add')}
          >
            {t('bucket.addKey')}
          </ExplainedButton>
        }
        empty={{ icon: IconKey, title: t('bucket.emptyKeys'), hint: t('bucket.emptyKeysHint') }}
        count={(count) => t('bucket.countKeys', { count, number: formatCount(count) })}
      />
      {dialog}
    </>
  )
}

interface RightsModalProps {
  bucket: string
  /** The key whose rights change; otherwise one is chosen that isn't in `present`. */
  stored?: BucketKey
  present?: readonly BucketKey[]
  onClose: () => void
}

function RightsModal({ bucket, stored, present = NONE, onClose }: RightsModalProps) {
  const t = useTexts(['garage', 'shared'])
  const all = useApiQuery(listGarageKeys, {}, { enabled: stored === undefined })
  const others = (all.data ?? []).filter(({ accessKey }) => !present.some((key) => key.accessKey === accessKey))
  const [chosen, setChosen] = useState('')
  const key = stored ?? others.find(({ accessKey }) => accessKey === chosen) ?? others[0]
  const { read, write, owner } = stored ?? NO_RIGHTS
  const [rights, setRights] = useState<GarageRights>({ read, write, owner })
  const save = useChange(setGarageRights, {
    changes: [getGarageBucket, getGarageKey],
    goneCodes: ['NoSuchServiceAccount'],
    notice: t('bucket.rightsSaved', { key: key ? plainName(nameOf(key)) : '' }),
    onDone: onClose,
  })
  const isNone = !Object.values(rights).includes(true)
  const problem = () => {
    if (key === undefined) return all.data ? t('bucket.noKeys') : t('shared:loading')
    return stored === undefined && isNone ? t('bucket.noRightsChosen') : undefined
  }
  return (
    <ModalForm
      title={
        stored ? t('bucket.rightsTitle', { key: plainName(nameOf(stored)), bucket }) : t('bucket.addTitle', { bucket })
      }
      onClose={onClose}
      onSubmit={() => key && save.mutate({ params: { bucket, accessKey: key.accessKey }, body: rights })}
      submitLabel={t('shared:save')}
      call={{ isPending: save.isPending, error: save.error ?? all.error }}
      disabledReason={problem()}
    >
      {stored === undefined && (
        <NativeSelect
          label={t('bucket.key')}
          data-autofocus
          value={key?.accessKey ?? ''}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={others.map(({ accessKey, name }) => ({
            value: accessKey,
            label: name === '' ? accessKey : `${plainName(name)} (${accessKey})`,
          }))}
        />
      )}
      {RIGHTS.map((right) => (
        <Switch
          key={right}
          label={t(`bucket.rights.${right}`)}
          description={t(`bucket.rightsHint.${right}`)}
          checked={rights[right]}
          onChange={(event) => {
            const { checked } = event.currentTarget
            setRights((rights) => ({ ...rights, [right]: checked }))
          }}
        />
      ))}
    </ModalForm>
  )
}
