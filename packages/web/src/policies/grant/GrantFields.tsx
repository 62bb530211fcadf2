import '../../messages/en/anonymous-rules.ts'
import {
  anonymousPrefixProblem,
  type GrantedAccess,
  getPolicyCatalogue,
  listBuckets,
  listGroups,
  listUsers,
} from '@cooperage/contract'
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { DateField } from '../../shared/fields/DateField.tsx'
import { EXPIRY_DAYS, type ExpiryChoice, expiryTime, isPastDay } from '../../shared/fields/expiry-choice.ts'
import { SecretKeyField } from '../../shared/fields/SecretKeyField.tsx'
import { generateSecretKey } from '../../shared/fields/secret-key.ts'
import { NameChips } from '../../shared/text/NameChips.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { ActionChooser } from '../actions/ActionChooser.tsx'
import classes from '../policies.module.css'
import {
  ANONYMOUS_ACCESS,
  accessFor,
  type GrantForm,
  type GrantPlace,
  type KnownNames,
  placeText,
  suggestions,
  type Who,
} from './grant-form.ts'

/** More than these nobody reads; the next letter makes them fewer. */
const SUGGESTED = 30

interface GrantFieldsProps {
  form: GrantForm
  onChange: (form: GrantForm) => void
  /** Whom it can be granted to. */
  kinds: readonly Who[]
  /** The owner and the place of a stored grant stay. */
  isChange: boolean
  /** The first place is in a bucket that stays. */
  hasFixedBucket: boolean
  /** The places were selected before. */
  hasFixedPlaces: boolean
  hasFixedOwner: boolean
}

/** Who gets which access, where, and until when. */
export function GrantFields(props: GrantFieldsProps) {
  const { form, onChange, kinds, isChange, hasFixedBucket, hasFixedPlaces, hasFixedOwner } = props
  const t = useTexts(['grants', 'anonymousRules'])
  const { who, secretKey, places, access, actions, ends, date } = form
  const offered = accessFor(who)
  const rule = who === 'everyone' ? ANONYMOUS_ACCESS[access] : undefined
  const set = (change: Partial<GrantForm>) => onChange({ ...form, ...change })
  const setEnd = (change: { ends: ExpiryChoice; date: string }) =>
    set({ ...change, until: expiryTime(change.ends, change.date, new Date()) ?? form.until })
  return (
    <>
      {!isChange && !hasFixedOwner && (
        <>
          <NativeSelect
            label={t('who')}
            data-autofocus
            data={kinds.map((kind) => ({ value: kind, label: t(`whoKinds.${kind}`) }))}
            value={who}
            onChange={(event) => {
              const next = event.currentTarget.value as Who
              const kept = accessFor(next).includes(access) ? access : 'read'
              set({ who: next, name: '', access: kept, secretKey: next === 'newUser' ? generateSecretKey() : '' })
            }}
          />
          <NameField
            form={form}
            onChange={(name) => set({ name })}
            onCreate={
              kinds.includes('newUser') ? () => set({ who: 'newUser', secretKey: generateSecretKey() }) : undefined
            }
          />
          {who === 'newUser' && (
            <SecretKeyField
              label={t('secretKey')}
              value={secretKey}
              onChange={(secretKey) => set({ secretKey })}
              isNew
            />
          )}
        </>
      )}
      {!isChange && hasFixedPlaces && <NameChips label={t('places')} names={places.map(placeText)} />}
      {!isChange && !hasFixedPlaces && (
        <Places places={places} hasFixedBucket={hasFixedBucket} onChange={(places) => set({ places })} />
      )}
      <NativeSelect
        label={t('access')}
        // A rule for everyone gives less than a grant of the same name.
        description={rule ? t(`anonymousRules:accessHints.${rule}`) : t(`hints.${access}`)}
        data-autofocus={isChange || hasFixedOwner || undefined}
        data={offered.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
        value={access}
        onChange={(event) => set({ access: event.currentTarget.value as GrantedAccess })}
      />
      {access === 'custom' && (
        <CustomActions
          isWhole={places.every(({ prefix }) => prefix === '')}
          actions={actions}
          onChange={(actions) => set({ actions })}
        />
      )}
      {who !== 'everyone' && (
        <NativeSelect
          label={t('until')}
          data={[
            ...(ends === 'keep' ? [{ value: 'keep', label: t('ends.keep') }] : []),
            { value: 'never', label: t('ends.never') },
            ...EXPIRY_DAYS.map((days) => ({ value: days, label: t('ends.days', { count: Number(days) }) })),
            { value: 'date', label: t('ends.date') },
          ]}
          value={ends}
          onChange={(event) => setEnd({ ends: event.currentTarget.value as ExpiryChoice, date })}
        />
      )}
      {who !== 'everyone' && ends === 'date' && (
        <DateField
          label={t('date')}
          description={t('dateHint')}
          value={date}
          onChange={(date) => setEnd({ ends, date })}
          error={isPastDay(date, new Date()) ? t('datePast') : undefined}
        />
      )}
    </>
  )
}

export function useKnownNames(who: Who): KnownNames {
  const users = useApiQuery(listUsers, {}, { enabled: who === 'user' })
  const groups = useApiQuery(listGroups, {}, { enabled: who === 'group' })
  if (users.isLoading || groups.isLoading) return 'loading'
  return who === 'user' ? users.data?.users.map(({ accessKey }) => accessKey) : groups.data?.groups
}

interface NameFieldProps {
  form: GrantForm
  onChange: (name: string) => void
  /** Makes the user who doesn't exist a new one; undefined without permission to create users. */
  onCreate: (() => void) | undefined
}

function NameField({ form: { who, name }, onChange, onCreate }: NameFieldProps) {
  const t = useTexts('grants')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const known = useKnownNames(who)
  const names = known === 'loading' ? undefined : known
  if (who === 'everyone') return <p>{t('everyoneNote')}</p>
  if (who === 'newKey') return <p>{t('newKeyNote')}</p>
  const isNew = who === 'newUser'
  const isUnknown = who === 'user' && name !== '' && names?.includes(name) === false
  return (
    <>
      <TextInput
        ref={field}
        label={t(who === 'accessKey' ? 'newUser' : who)}
        description={t(isNew ? 'newUserHint' : 'nameHint')}
        list={isNew ? undefined : id}
        value={name}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {!isNew && (
        <datalist id={id}>
          {suggestions(names ?? [], name, SUGGESTED).map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {isUnknown && onCreate && (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              onCreate()
              // The button is gone.
              field.current?.focus()
            }}
          >
            {t('createNamed', { name: plainName(name) })}
          </Button>
        </div>
      )}
    </>
  )
}

interface PlacesProps {
  places: readonly GrantPlace[]
  hasFixedBucket: boolean
  onChange: (places: GrantPlace[]) => void
}

/** The bucket and the folder of each place. */
function Places({ places, hasFixedBucket, onChange }: PlacesProps) {
  const t = useTexts('grants')
  const change = (index: number, part: Partial<GrantPlace>) =>
    onChange(places.map((place, at) => (at === index ? { ...place, ...part } : place)))
  const add = () => onChange([...places, { bucket: places.at(-1)?.bucket ?? '', prefix: '', isObject: false }])
  return (
    <>
      {places.map(({ bucket, prefix, isObject }, index) => {
        const number = index + 1
        const problem = anonymousPrefixProblem(prefix)
        const hint = t(prefix !== '' && !prefix.endsWith('/') ? 'notFolder' : 'folderHint')
        const label = index === 0 ? t(isObject ? 'object' : 'folder') : t('folderNumber', { number })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place has no other identity while it is typed
          <div key={index} className={classes.place}>
            {!(hasFixedBucket && index === 0) && (
              <BucketField
                label={index === 0 ? t('bucket') : t('bucketNumber', { number })}
                value={bucket}
                onChange={(bucket) => change(index, { bucket })}
              />
            )}
            <TextInput
              label={label}
              description={isObject ? undefined : hint}
              error={problem && t(`prefixProblems.${problem}`)}
              readOnly={isObject}
              value={prefix}
              onChange={(event) => change(index, { prefix: event.currentTarget.value })}
            />
            {index > 0 && (
              <ActionIcon
                variant="subtle"
                color="neutral"
                size={36}
                aria-label={t('removePlace', { number })}
                title={t('removePlace', { number })}
                onClick={() => onChange(places.filter((_, at) => at !== index))}
              >
                <IconTrash size={18} />
              </ActionIcon>
            )}
          </div>
        )
      })}
      <div>
        <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={add}>
          {t('addPlace')}
        </Button>
      </div>
    </>
  )
}

interface CustomActionsProps {
  /** Whether all places are whole buckets. */
  isWhole: boolean
  actions: readonly string[]
  onChange: (actions: string[]) => void
}

function CustomActions({ isWhole, actions, onChange }: CustomActionsProps) {
  const { data } = useApiQuery(getPolicyCatalogue, {}, { staleTime: Number.POSITIVE_INFINITY })
  const offered = (data?.actions ?? []).filter(
    ({ grantable }) => grantable === 'folder' || (isWhole && grantable === 'bucket'),
  )
  return (
    <ActionChooser
      actions={offered}
      chosen={actions}
      onAdd={(name) => onChange([...actions, name].sort())}
      onRemove={(name) => onChange(actions.filter((one) => one !== name))}
    />
  )
}

interface BucketFieldProps {
  label: string
  value: string
  onChange: (bucket: string) => void
}

function BucketField({ label, value, onChange }: BucketFieldProps) {
  const t = useTexts('grants')
  const { data } = useApiQuery(listBuckets, { query: { names_only: true } })
  return (
    <NativeSelect
      label={label}
      data-autofocus
      data={[{ value: '', label: t('chooseBucket') }, ...(data?.buckets ?? []).map(({ name }) => name)]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
