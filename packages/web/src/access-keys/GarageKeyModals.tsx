import '../messages/en/access-keys.ts'
import {
  createGarageKey,
  type GarageKeySettings,
  getGarageKey,
  listGarageKeys,
  type RouteResponse,
  updateGarageKey,
} from '@cooperage/contract'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { DateField } from '../shared/fields/DateField.tsx'
import { EXPIRY_DAYS, type ExpiryChoice, expiryTime, isPastDay } from '../shared/fields/expiry-choice.ts'
import layout from '../shared/layout.module.css'
import { type FormCall, ModalForm } from '../shared/ModalForm.tsx'
import { comma, named } from '../shared/text/punctuation.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { useDenied } from './index.ts'
import { KeyExpiry } from './KeyExpiry.tsx'
import { NewCredentials } from './NewCredentials.tsx'

type Details = RouteResponse<typeof getGarageKey>

/** Creates a key and shows its secret key, this once. */
export function CreateGarageKeyModal({ onClose }: { onClose: () => void }) {
  const t = useTexts('garage')
  const create = useChange(createGarageKey, { changes: [listGarageKeys] })
  if (create.data) return <NewCredentials title={t('keys.created')} keys={[create.data]} onClose={onClose} />
  return (
    <KeyForm
      title={t('keys.create')}
      submitLabel={t('keys.create')}
      call={create}
      onSubmit={(body) => create.mutate({ body })}
      onClose={onClose}
    />
  )
}

/** Shows what a key may do, and changes its settings. */
export function EditGarageKeyModal({ accessKey, onClose }: { accessKey: string; onClose: () => void }) {
  const t = useTexts(['garage', 'shared'])
  const { data, error } = useApiQuery(getGarageKey, { params: { accessKey } }, { staleTime: 0 })
  const { updateGarageKey: denied } = useDenied('', 'updateGarageKey')
  const update = useChange(updateGarageKey, {
    changes: [listGarageKeys, getGarageKey],
    goneCodes: ['NoSuchServiceAccount'],
    notice: (_, { body: { name } }) => t('keys.saved', { name: plainName(name) }),
    onDone: onClose,
  })
  const title = t('keys.editTitle', { name: plainName(data?.name || accessKey) })
  if (!data) {
    return (
      <ModalForm
        title={title}
        onClose={onClose}
        onSubmit={() => undefined}
        submitLabel={t('shared:save')}
        call={{ isPending: false, error }}
        disabledReason={t('shared:loading')}
      >
        {error === null && <p role="status">{t('shared:loading')}</p>}
      </ModalForm>
    )
  }
  return (
    <KeyForm
      title={title}
      submitLabel={t('shared:save')}
      stored={data}
      denied={denied}
      call={update}
      onSubmit={(body) => update.mutate({ params: { accessKey }, body })}
      onClose={onClose}
    />
  )
}

interface KeyFormProps {
  title: string
  submitLabel: string
  stored?: Details
  denied?: string | undefined
  call: FormCall
  onSubmit: (settings: GarageKeySettings) => void
  onClose: () => void
}

function KeyForm({ title, submitLabel, stored, denied, call, onSubmit, onClose }: KeyFormProps) {
  const t = useTexts('garage')
  const [name, setName] = useState(stored?.name ?? '')
  const [expires, setExpires] = useState<ExpiryChoice>(stored ? 'keep' : 'never')
  const [date, setDate] = useState('')
  const [createsBuckets, setCreatesBuckets] = useState(stored?.createsBuckets ?? false)
  const problem = () => {
    if (denied !== undefined) return denied
    if (name.trim() === '') return t('keys.nameMissing')
    if (expires !== 'date') return undefined
    if (date === '') return t('keys.dateMissing')
    return isPastDay(date, new Date()) ? t('keys.datePast') : undefined
  }
  const submit = () =>
    onSubmit({
      name: name.trim(),
      expiry: expiryTime(expires, date, new Date()) ?? stored?.expiry ?? '',
      createsBuckets,
    })
  return (
    <ModalForm
      title={title}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={submitLabel}
      call={call}
      disabledReason={problem()}
    >
      <TextInput
        label={t('keys.nameLabel')}
        description={t('keys.nameHint')}
        maxLength={256}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div>
        <NativeSelect
          label={t('keys.expires')}
          value={expires}
          onChange={(event) => setExpires(event.currentTarget.value as ExpiryChoice)}
          data={[
            ...(stored ? [{ value: 'keep', label: t('keys.keep') }] : []),
            { value: 'never', label: t('keys.never') },
            ...EXPIRY_DAYS.map((days) => ({ value: days, label: t('keys.days', { count: Number(days) }) })),
            { value: 'date', label: t('keys.onDate') },
          ]}
        />
        {stored && expires === 'keep' && (
          <p className={layout.note}>
            <KeyExpiry expiry={stored.expiry} />
          </p>
        )}
      </div>
      {expires === 'date' && (
        <DateField
          label={t('keys.date')}
          value={date}
          onChange={setDate}
          error={isPastDay(date, new Date()) ? t('keys.datePast') : undefined}
        />
      )}
      <Switch
        label={t('keys.createsBuckets')}
        description={t('keys.createsBucketsHint')}
        checked={createsBuckets}
        onChange={(event) => setCreatesBuckets(event.currentTarget.checked)}
      />
      {stored && <Rights buckets={stored.buckets} />}
    </ModalForm>
  )
}

function Rights({ buckets }: Pick<Details, 'buckets'>) {
  const t = useTexts('garage')
  return (
    <section>
      <h3 className={layout.note}>{t('keys.rights')}</h3>
      {buckets.length === 0 ? (
        <p>{t('keys.noRights')}</p>
      ) : (
        <ul>
          {buckets.map(({ aliases, ...rights }) => (
            <li key={aliases.join()}>
              {named(aliases.map(plainName).join(', ') || t('keys.unnamed'))}
              {(['read', 'write', 'owner'] as const)
                .filter((right) => rights[right])
                .map((right) => t(`bucket.rights.${right}`))
                .join(comma())}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
